"""Which readings of a changed table are left when the best one is not clear."""

from collections.abc import Sequence

from app.rulebook.api import Game, Reading, S

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
