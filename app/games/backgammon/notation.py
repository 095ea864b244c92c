"""A state of the match in one line, written and read: for logs, never for other programs.

`backgammon X:-b----E-C---eE---c-e----B- T:H/to_roll C:0 S:0-0 G:0`, then what applies:
D the throw under way, L its dice left, B the position it began with (mover's view), V a cube
offered, E a resignation, F the opening dice so far, A automatic doubles, K Crawford, Y the turn
before, O options. Points as in XGID: index 0 Away's bar, 25 Home's, A–O Home's, a–o Away's.
"""

from collections.abc import Iterable, Mapping

from app.games.backgammon import loose
from app.games.backgammon import notation_fields as fields
from app.games.backgammon.hops import dice_of
from app.games.backgammon.options import Options, read_options
from app.games.backgammon.pitch import check_board
from app.games.backgammon.position import against, on_board
from app.games.backgammon.state import Phase, State, Turn
from app.games.backgammon.towers import dealt
from app.rulebook.board import Board
from app.rulebook.side import Side
from app.rulebook.words import Problem

_REQUIRED = "XTCSG"
_KEYS = frozenset("XTCSGDLBVEFAKYO")


def write(state: State) -> str:
    """The state as one line; `parse` reads it back to an equal state."""
    turn = state.under_way
    parts = [
        state.table.id,
        f"X:{fields.points(state.home)}",
        f"T:{state.turn}/{state.phase}",
        f"C:{state.cube.exponent}{state.cube.owner or ''}",
        f"S:{state.score[0]}-{state.score[1]}",
        f"G:{state.games}",
        *_field("D", _dice(turn.dice) if turn else ""),
        *_field("L", _dice(state.left)),
        *_field("B", fields.points(turn.begun) if turn else ""),
        *_field("V", fields.written_offer(state.offer) if state.offer else ""),
        *_field("E", str(state.resigned or "")),
        *_field("F", fields.written_opening(state.opening)),
        *_field("A", str(state.automatic or "")),
        *_field("K", "" if state.crawford == "no" else state.crawford),
        *_field("Y", fields.written_turn(state.last) if state.last else ""),
        *_field("O", ",".join(f"{name}={value}" for name, value in state.options.changed())),
    ]
    return " ".join(parts)


def _field(key: str, value: str) -> Iterable[str]:
    return (f"{key}:{value}",) if value else ()


def _dice(dice: Iterable[int]) -> str:
    return "".join(map(str, dice))


def parse(text: str, boards: Mapping[str, Board]) -> State:
    """Read a state. Raises Problem, one sentence, when a field is wrong, a board unknown, or the
    state impossible.
    """
    name, given = _split(text)
    if name not in boards:
        raise Problem("backgammon.notation.board", board=fields.shortened(name))
    check_board(boards[name])
    home = fields.read_points("X", given["X"])
    side, phase = fields.read_turn(given["T"])
    cube = fields.read_cube(given["C"])
    state = State(
        table=boards[name],
        options=_options(given),
        phase=phase,
        turn=side,
        home=home,
        towers=dealt(home),
        cube=cube,
        offer=fields.read_offer(given["V"]) if "V" in given else None,
        resigned=fields.read_number("E", given.get("E", "0"), 3),
        opening=fields.read_opening(given["F"]) if "F" in given else (None, None),
        automatic=fields.read_number("A", given.get("A", "0"), 3),
        left=fields.read_left(given["L"]) if "L" in given else (),
        under_way=_under_way(side, given),
        last=fields.read_last(given["Y"]) if "Y" in given else None,
        score=fields.read_score(given["S"]),
        games=fields.read_number("G", given["G"], 9999),
        crawford=fields.read_crawford(given.get("K", "no")),
    )
    _check(state)
    return state


def _split(text: str) -> tuple[str, dict[str, str]]:
    name, *tokens = text.split(" ")
    given: dict[str, str] = {}
    for token in tokens:
        key, colon, value = token.partition(":")
        if not colon or not value or key not in _KEYS or key in given:
            raise Problem("backgammon.notation.field", field=fields.shortened(token))
        given[key] = value
    for key in _REQUIRED:
        if key not in given:
            raise Problem("backgammon.notation.missing", field=key)
    return name, given


def _options(given: Mapping[str, str]) -> Options:
    pairs = (part.partition("=") for part in given["O"].split(",")) if "O" in given else ()
    return read_options({name: value for name, _, value in pairs})


def _under_way(side: Side, given: Mapping[str, str]) -> Turn | None:
    if "D" not in given and "B" not in given:
        return None
    dice = fields.read_dice("D", given.get("D", ""))
    return Turn(side=side, begun=fields.read_points("B", given.get("B", "")), dice=dice)


def _check(state: State) -> None:
    """Raises Problem when a state of this kind cannot be."""
    needs = (
        (state.under_way is not None, state.phase in (Phase.TO_MOVE, Phase.RESIGNING)),
        (state.offer is not None, state.phase is Phase.DOUBLED),
        (state.resigned > 0, state.phase is Phase.RESIGNING),
    )
    if any(there and not may for there, may in needs) or not _has_what_it_needs(state):
        raise Problem("backgammon.notation.phase", phase=state.phase.value)
    playing = state.phase not in (Phase.BETWEEN, Phase.FINISHED)
    if playing and not (on_board(state.home) and against(state.home)):
        raise Problem("backgammon.notation.over")
    if state.under_way is not None and not _came_about(state, state.under_way):
        raise Problem("backgammon.notation.turn")


def _has_what_it_needs(state: State) -> bool:
    match state.phase:
        case Phase.TO_MOVE:
            return state.under_way is not None
        case Phase.DOUBLED:
            return state.offer is not None
        case Phase.RESIGNING:
            return state.resigned > 0
        case _:
            return not state.left


def _came_about(state: State, turn: Turn) -> bool:
    """Whether the dice no longer left lead from the beginning of the turn to where it stands."""
    spent = list(dice_of(turn.dice))
    for die in state.left:
        if die not in spent:
            return False
        spent.remove(die)
    return loose.leads_to(turn.begun, tuple(spent), state.mine, loose.strictly)
