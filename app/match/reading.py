"""Which readings of a changed table are left when the best one is not clear."""

from collections.abc import Sequence
from dataclasses import replace

from app.match.perception.doubts import beyond_the_line, of_the_other_side
from app.rulebook.api import Change, Game, Reading, S
from app.rulebook.board import Board
from app.rulebook.layout import Seen

MAX_ANSWERS = 4


def equally_good(game: Game[S], state: S, readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Of ranked readings the first, and those as good that lead elsewhere: more than one is a
    question. Empty when nothing explains the table.
    """
    if not readings:
        return ()
    found: dict[str, Reading] = {}
    for reading in readings:
        if _rank(reading) == _rank(readings[0]):
            found.setdefault(game.write(outcome(game, state, reading)), reading)
    return tuple(found.values())[:MAX_ANSWERS]


def outcome(game: Game[S], state: S, reading: Reading) -> S:
    """The state that the plays of a reading lead to."""
    for play in reading.plays:
        rulings = game.judge(state, play)
        state = rulings[-1].state if rulings else state
    return state


def _rank(reading: Reading) -> tuple[bool, int, bool, int, int]:
    unseen = any(not play.seen_path for play in reading.plays)
    plays = len(reading.plays)
    return (not reading.legal, len(reading.unexplained), unseen, reading.cost, plays)


def candidates(
    game: Game[S], state: S, change: Change, board: Board
) -> Sequence[tuple[Reading, Seen]]:
    """The best reading with the table it is of, and what is as good but leads elsewhere; a disc too
    near to a line may lie on either side of it, one that is hard to tell may be of either side, and
    a legal reading is preferred. Of illegal ones that leave nothing over neither is.
    """
    seen = change.after
    best = equally_good(game, state, game.read(state, change))
    found = {game.write(outcome(game, state, r)): (r, seen) for r in best if r.legal}
    whole = tuple(of_the_other_side(seen, change.before.seen()))
    broken = [(r, seen) for r in best[:1] if r.plays and not r.unexplained]
    left_over = [(r, seen) for r in best[:1]]
    for table in (*whole, *beyond_the_line(seen, board)):
        readings = game.read(state, replace(change, after=table))
        for reading in equally_good(game, state, readings):
            if reading.unexplained or not reading.plays:
                continue
            if reading.legal:
                found.setdefault(game.write(outcome(game, state, reading)), (reading, table))
            elif table in whole:
                broken.append((reading, table))
    return (tuple(found.values()) or tuple(broken) or tuple(left_over))[:MAX_ANSWERS]
