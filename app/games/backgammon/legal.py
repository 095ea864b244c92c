"""What a state offers: whole turns, the squares a touched checker may go to, declarations."""

from collections.abc import Iterable, Iterator

from app.games.backgammon.hops import further
from app.games.backgammon.pitch import squares_of
from app.games.backgammon.plays import (
    Accept,
    Beaver,
    Correct,
    Done,
    Double,
    Drop,
    Hop,
    Move,
    NextGame,
    Reject,
    Resign,
    Settle,
    Take,
    TakeBack,
)
from app.games.backgammon.position import BAR, OFF, POINTS
from app.games.backgammon.rules.judge import judge
from app.games.backgammon.rules.score import KINDS
from app.games.backgammon.rules.turn_end import legal_ends
from app.games.backgammon.rules.turns import after_hops
from app.games.backgammon.state import Phase, State
from app.games.backgammon.stepping import hits, landing
from app.games.backgammon.towers import AWAY_OFF, HOME_OFF
from app.rulebook.api import Target
from app.rulebook.facts import Play
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side


def plays(state: State) -> Iterator[Play]:
    """One canonical play for every legal end of the turn, and every declaration open now."""
    if state.phase is Phase.TO_MOVE:
        wanted = legal_ends(state)
        for hops, reached in further(state.mine, state.left):
            if hops and reached in wanted:
                yield Move(hops=hops)
    yield from declarations(state)


def declarations(state: State) -> Iterator[Play]:
    """Those that the rules accept now, the likeliest first."""
    for play in _thinkable(state):
        if not judge(state, play)[-1].refused:
            yield play


def _thinkable(state: State) -> Iterable[Play]:
    turn, other = state.turn, state.turn.other
    match state.phase:
        case Phase.TO_ROLL:
            give_up = (Resign(side=turn, times=times) for times in KINDS)
            return (Double(side=turn), Correct(side=turn), TakeBack(), *give_up)
        case Phase.TO_MOVE:
            return (Done(), TakeBack(), *(Resign(side=turn, times=times) for times in KINDS))
        case Phase.DOUBLED:
            side = state.offer.to if state.offer else other
            return (Take(side=side), Drop(side=side), Beaver(side=side))
        case Phase.RESIGNING:
            return (Accept(side=other), Reject(side=other))
        case Phase.BETWEEN:
            return (NextGame(), Settle())
        case Phase.OPENING | Phase.FINISHED:
            return ()


def targets(state: State, disc: DiscId) -> tuple[Target, ...]:
    """Where the checkers of a touched one's place may go, by one die or several in a row."""
    source = point_of(state, disc)
    if state.phase is not Phase.TO_MOVE or source is None or side_of(disc) is not state.turn:
        return ()
    found: dict[int, Target] = {}
    level: list[tuple[Hop, ...]] = [()]
    for _ in state.left:
        level = [way for hops in level for way in _one_further(state, hops, source)]
        for hops in level:
            found.setdefault(hops[-1].target, _target(state, hops))
    return tuple(found.values())


def _one_further(state: State, hops: tuple[Hop, ...], source: int) -> Iterator[tuple[Hop, ...]]:
    at = hops[-1].target if hops else source
    if at == OFF:
        return
    for die in sorted(set(state.left), reverse=True):
        way = (*hops, Hop(at, landing(at, die)))
        if isinstance(after_hops(state, way), State):
            yield way


def _target(state: State, hops: tuple[Hop, ...]) -> Target:
    target = hops[-1].target
    place = place_of(state.turn, target)
    squares = squares_of(place)
    hit = any(hits(state.mine, hop) for hop in hops)
    return Target(
        square=squares[0 if hit else len(state.towers[place]) % len(squares)],
        play=Move(hops=hops),
        kind="hit" if hit else "move",
        cost=sum(hop.source - hop.target for hop in hops),
        also=squares,
        disc=state.towers[place_of(state.turn, hops[0].source)][-1],
    )


def point_of(state: State, disc: DiscId) -> int | None:
    """The point of a checker still in play, in its owner's numbers (25 = bar)."""
    side = side_of(disc)
    place = next((p for p, tower in enumerate(state.towers) if disc in tower), None)
    if place is None or place in (HOME_OFF, AWAY_OFF):
        return None
    return place if side is Side.HOME else BAR - place


def place_of(side: Side, point: int) -> int:
    """The place of a point in a side's numbers; 0 is what it has borne off."""
    if point == OFF:
        return HOME_OFF if side is Side.HOME else AWAY_OFF
    return point if side is Side.HOME else BAR - point


def point_on(side: Side, place: int | None) -> int | None:
    """The point, in a side's numbers, that a place is for it to move to; None when it is none."""
    if place == place_of(side, OFF):
        return OFF
    point = place if side is Side.HOME or place is None else BAR - place
    return point if point is not None and 1 <= point <= POINTS else None
