"""Worked scenarios as data: positions with dice, and which ends are legal.

A record holds `board` and `dice` in the mover's view, and one of: `results`, all legal ends;
`legal` with `after`, whether one end is; `reason` with `after`, an end that must be refused and
what is wrong with it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import GenericAlias

from app.games.backgammon.gnu_ids import position_id, read_position_id
from app.games.backgammon.hops import dice_used, ends_of, forced_die, ways
from app.games.backgammon.options import Options
from app.games.backgammon.plays import Leave
from app.games.backgammon.position import Dice, Position, on_board, possible
from app.games.backgammon.rules.judge import judge
from app.games.backgammon.rules.rolls import begin_turn
from app.games.backgammon.state import State
from app.rulebook.api import Ruling
from app.rulebook.board import Board

Record = Mapping[str, object]
Wrong = tuple[str, str]

FIELDS: Mapping[str, type | GenericAlias] = {"board": list[int], "dice": list[int]}
"""What a record must hold besides its `id`."""

REASONS: Mapping[str, frozenset[str]] = {
    "hit_checker_missing_from_bar": frozenset({"R8"}),
    "opponent_checker_moved": frozenset({"R5"}),
    "moved_backwards": frozenset({"R1"}),
    "moved_while_on_bar": frozenset({"R9", "R10"}),
    "bore_off_with_checkers_outside": frozenset({"R14"}),
    "bore_off_lower_checker_wrongly": frozenset({"R15", "R11"}),
    "wrong_distance": frozenset({"R5", "R9", "R10", "R15", "R11"}),
    "same_die_twice": frozenset({"R5", "R9", "R10", "R11", "R13", "R15"}),
    "double_played_five_times": frozenset({"R7"}),
    "passed_although_playable": frozenset({"R11", "R12"}),
    "too_few_dice_played": frozenset({"R11", "R12", "R13"}),
    "lower_die_instead_of_higher": frozenset({"R11"}),
}
"""By what is wrong, the sections that may say so: a table that two mistakes explain may be told by
either.
"""


@dataclass(frozen=True, kw_only=True)
class Report:
    """How many passed; the others with what was expected and got."""

    passed: int
    failing: tuple[tuple[str, str, str], ...]
    skipped: tuple[str, ...] = ()


def run_file(lines: Iterable[str], boards: Mapping[str, Board]) -> Report:
    """Run a file of scenarios, one JSON object a line."""
    board = next(board for board in boards.values() if board.game == "backgammon")
    passed, failing = 0, []
    for line in lines:
        record = json.loads(line)
        wrong = run(record, board)
        if wrong is None:
            passed += 1
        else:
            failing.append((str(record["id"]), *wrong))
    return Report(passed=passed, failing=tuple(failing))


def run(record: Record, board: Board) -> Wrong | None:
    """None when the scenario holds; else what was expected and what came."""
    begun, dice = _position(record.get("board")), _dice(record.get("dice"))
    if begun is None or dice is None or not on_board(begun):
        return ("a position and two dice", json.dumps([record.get("board"), record.get("dice")]))
    found = (check(record, begun, dice) for check in _GENERAL)
    wrong = next((difference for difference in found if difference is not None), None)
    return wrong or _by_shape(record, thrown(board, begun, dice))


def thrown(board: Board, begun: Position, dice: Dice) -> State:
    """Home with this position, the dice thrown and nothing moved."""
    at_start = State(table=board, options=Options())
    return begin_turn(at_start.standing_at(begun), dice)


def _by_shape(record: Record, state: State) -> Wrong | None:
    if "results" in record:
        return _all_ends(record, state)
    after = record.get("after")
    if not isinstance(after, list) or not all(isinstance(count, int) for count in after):
        return ("results, or a position as after", json.dumps(after))
    ruling = judge(state, Leave(position=tuple(after)))[0]
    if "reason" in record:
        return _refused_for(str(record["reason"]), ruling)
    expected = "legal" if record.get("legal") is True else "refused"
    got = f"refused by {ruling.rule}" if ruling.refused else "legal"
    return None if ruling.refused is (expected == "refused") else (expected, got)


def _refused_for(reason: str, ruling: Ruling[State]) -> Wrong | None:
    if not ruling.refused:
        return (f"refused: {reason}", "legal")
    fitting = REASONS.get(reason)
    if fitting is None or ruling.rule in fitting:
        return None
    return (f"{reason}: {', '.join(sorted(fitting))}", ruling.rule)


def _all_ends(record: Record, state: State) -> Wrong | None:
    """The set of ends; and each can be written."""
    results, turn = record["results"], state.under_way
    if turn is None or not isinstance(results, list):
        return ("a list of positions", json.dumps(results))
    wanted = {tuple(end) for end in results if isinstance(end, list)}
    found = ends_of(turn.begun, turn.dice, state.options)
    if found != wanted:
        return _sets(wanted, found)
    unwritten = sorted(found - set(ways(turn.begun, turn.dice)))
    return ("a way to write every end", json.dumps(unwritten[0])) if unwritten else None


def _sets(wanted: set[tuple[int, ...]], found: set[Position]) -> Wrong:
    missing, more = len(wanted - found), len(found - wanted)
    return (f"{len(wanted)} ends", f"{len(found)}: {missing} missing, {more} too many")


def _counted(record: Record, begun: Position, dice: Dice) -> Wrong | None:
    """How many dice are played, and how many ends there are, where the record says so."""
    got = {
        "dice_used": dice_used(begun, dice),
        "n": len(ends_of(begun, dice, Options())),
        "forced_die": forced_die(begun, dice),
    }
    for name, value in got.items():
        if name in record and record[name] != value:
            return (f"{name}={record[name]}", f"{name}={value}")
    return None


def _identified(record: Record, begun: Position, dice: Dice) -> Wrong | None:
    """GNU Backgammon's position id, written and read, where the record gives it."""
    del dice
    if "pid" not in record:
        return None
    got = position_id(begun)
    if got != record["pid"]:
        return (f"pid={record['pid']}", f"pid={got}")
    back = read_position_id(got)
    return None if back == begun else (f"{begun}", f"{back}")


_GENERAL: tuple[Callable[[Record, Position, Dice], Wrong | None], ...] = (_counted, _identified)


def _position(value: object) -> Position | None:
    if not isinstance(value, list) or not all(isinstance(count, int) for count in value):
        return None
    position = tuple(value)
    return position if possible(position) else None


def _dice(value: object) -> Dice | None:
    faces = tuple(_faces(value))
    return (faces[0], faces[1]) if len(faces) == 2 else None


def _faces(value: object) -> Iterator[int]:
    if isinstance(value, list):
        yield from (face for face in value if isinstance(face, int) and 1 <= face <= 6)
