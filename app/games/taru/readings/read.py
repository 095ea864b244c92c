"""What a changed table means: ranked sequences of plays that explain it."""

from collections.abc import Sequence
from dataclasses import replace

from app.games.taru.plays import Maul, Tackle
from app.games.taru.readings.placing import placings
from app.games.taru.readings.refused import refusals
from app.games.taru.readings.search import Found, Node, root, search
from app.games.taru.readings.shown import Shown, shown
from app.games.taru.state import Phase, State
from app.rulebook.api import Change, Reading
from app.rulebook.facts import Play

KEPT = 4
"""So many readings are handed on at most."""


def read(state: State, change: Change) -> tuple[Reading, ...]:
    """Readings of a change, best first; none when the table is as it should be or still being laid
    out. A reading without plays says which squares nothing explains.
    """
    match state.phase:
        case Phase.SETUP | Phase.LINEOUT_SETUP:
            plays: tuple[Play, ...] = tuple(placings(state, change.after))
            return (Reading(plays=plays),) if plays else ()
        case Phase.FINISHED:
            return ()
        case _:
            return _explained(state, change)


def _explained(state: State, change: Change) -> tuple[Reading, ...]:
    board = state.pitch.board
    goal = shown(change.after, board.holds, ball_matters=not change.flights)
    start = root(state, goal, change.flights)
    if start.explains and state.phase not in (Phase.AWARD_CHOICE, Phase.RESTART_22):
        return ()
    ways = tuple(way for way in change.ways if way)
    found = search(start, goal, ways)
    if found.full:
        return tuple(node.reading() for node in found.full)
    if start.explains:
        return ()
    touch = _into_touch(state, goal, change)
    if touch:
        return touch
    partly = _ball_yet_to_fall(found, goal)
    if partly is not None:
        return (partly.reading(),)
    return _not_by_the_book(found, start, goal, change)


def _into_touch(state: State, goal: Shown, change: Change) -> tuple[Reading, ...]:
    """T89: a carrier pushed over touch has left with the ball, yet a disc that vanished where a
    pusher now stands passes for lying under it, and the ball for lying somewhere near.
    """
    place = state.ball_square
    tower = goal.towers.get(place, ()) if place is not None else ()
    if place is None or tower != (state.turn.other, state.turn):
        return ()
    bare = replace(goal, towers={**goal.towers, place: tower[1:]}, ball=None, carried=False)
    ways = tuple(way for way in change.ways if way)
    full = search(root(state, bare, change.flights), bare, ways).full
    return tuple(node.reading() for node in full if isinstance(node.plays[-1], Maul))


def _not_by_the_book(found: Found, start: Node, goal: Shown, change: Change) -> tuple[Reading, ...]:
    """The fault that explains most, and the legal plays that explain a part."""
    ways = tuple(way for way in change.ways if way)
    broken = sorted(refusals(found, goal, ways), key=_order)
    replaced = () if ways or change.flights else _replaced(start, goal, broken)
    if replaced:
        return replaced
    best = min(found.partial, key=lambda n: (len(n.wrong), n.cost, len(n.plays)))
    rest = [best.reading()] if best.plays else []
    if broken and (not rest or _order(broken[0])[0] <= len(best.wrong)):
        return tuple([broken[0], *rest][:KEPT])
    return tuple(rest) or (Reading(plays=(), legal=False, unexplained=start.wrong),)


def _replaced(start: Node, goal: Shown, broken: Sequence[Reading]) -> tuple[Reading, ...]:
    """Legal readings in which a mate takes the place of a disc that has gone, unless fewer plays
    that break a rule explain as much: with no way seen, the plainest explanation is the likeliest.
    """
    full = search(start, goal, (), wide=True).full
    plain = min((len(one.plays) for one in broken if not one.unexplained), default=None)
    return tuple(node.reading() for node in full if plain is None or len(node.plays) <= plain)


def _order(reading: Reading) -> tuple[int, int, int, bool]:
    unseen = any(not play.seen_path for play in reading.plays)
    return len(reading.unexplained), len(reading.plays), reading.cost, unseen


def _ball_yet_to_fall(found: Found, goal: Shown) -> Node | None:
    """A tackle that explains every disc, the ball not yet laid where it falls."""
    tackles = [
        node
        for node in found.partial
        if node.plays and isinstance(node.plays[-1], Tackle) and not node.flights
        if goal.discs_right(node.table)
    ]
    return min(tackles, key=lambda n: (n.cost, len(n.plays)), default=None)
