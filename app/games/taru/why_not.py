"""Why a disc may not go to a square: the refusal that the natural attempt would meet."""

from app.games.taru.legal import targets
from app.games.taru.plays import Choose, HandPass, Maul, Move, Place, Strip, Tackle
from app.games.taru.rules.contact import STRIP, TACKLE, opposing_carrier
from app.games.taru.rules.judge import judge
from app.games.taru.rules.reach import shortest
from app.games.taru.rules.reach_contact import exact_path
from app.games.taru.rules.reach_mauls import in_line
from app.games.taru.rules.refusal import refuse, refused
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.facts import Play
from app.rulebook.geometry import Square, direction_between, king_distance, step_between
from app.rulebook.layout import DiscId, side_of

Path = tuple[Square, ...]


def why_not(state: State, disc: DiscId, square: Square) -> Ruling[State] | None:
    """None when the disc may go there (or hand the ball there); else the refused ruling."""
    if any(target.square == square for target in targets(state, disc)):
        return None
    ruling = judge(state, _attempt(state, disc, square))[-1]
    if ruling.refused:
        return ruling
    return refused(state, refuse("T131", "run_stops"))


def _attempt(state: State, disc: DiscId, square: Square) -> Play:
    match state.phase:
        case Phase.RESTART_22:
            return Choose(disc=disc, square=square)
        case Phase.SETUP | Phase.LINEOUT_SETUP:
            return Place(side=side_of(disc), squares=((disc, square),))
        case _:
            return _at_play(state, disc, square)


def _at_play(state: State, disc: DiscId, square: Square) -> Play:
    start = state.squares.get(disc)
    if start is None or not state.pitch.board.holds(square):
        return Move(disc=disc, path=(square,))
    top = state.top_at(square)
    if top is not None and disc == state.carrier and side_of(top) is side_of(disc) and top != disc:
        return HandPass(giver=disc, receiver=top)
    if top is not None and top == opposing_carrier(state, side_of(disc)):
        return _contact(state, disc, square)
    step = step_between(start, square)
    if top is not None and step is not None and side_of(top) is not side_of(disc):
        count = in_line(state, disc, step)
        if count > 1 and state.carrier not in (None, top):
            return Maul(head=disc, step=step, count=count, steps=1)
    return Move(disc=disc, path=_way(state, start, square))


def _contact(state: State, disc: DiscId, square: Square) -> Play:
    """Tackle with a whole green die, else strip with a whole red one, else a tackle refused for
    its die; along a path of the exact count if the squares allow one.
    """
    dice, start = state.dice, state.squares[disc]
    strip = bool(STRIP.counts(state)) and not TACKLE.counts(state)
    face = (dice.red if strip else dice.green) if dice is not None else 1
    path = exact_path(state, disc, face, strip=False) or _way(state, start, square)
    return Strip(disc=disc, path=path) if strip else Tackle(disc=disc, path=path)


def _way(state: State, start: Square, goal: Square) -> Path:
    """The straight way if there is one, else the shortest free one, else straight across."""
    step = direction_between(start, goal)
    if step is not None:
        return tuple(start.towards(*step, i) for i in range(1, king_distance(start, goal) + 1))
    near = shortest(state, start, goal)
    return near if near is not None else _across(start, goal)


def _across(start: Square, goal: Square) -> Path:
    path: list[Square] = []
    at = start
    while at != goal:
        at = at.towards(_sign(goal.file - at.file), _sign(goal.rank - at.rank))
        path.append(at)
    return tuple(path)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
