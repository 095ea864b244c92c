"""Why a checker may not go to a square: the refusal that moving it there would meet."""

from app.games.backgammon.legal import point_of, point_on, targets
from app.games.backgammon.pitch import place_at
from app.games.backgammon.plays import Hop, Move
from app.games.backgammon.position import OFF
from app.games.backgammon.rules.judge import judge
from app.games.backgammon.rules.refusal import Refusal, named, refuse, refused
from app.games.backgammon.rules.turn_end import moving_now
from app.games.backgammon.state import State
from app.rulebook.api import Ruling
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of


def why_not(state: State, disc: DiscId, square: Square) -> Ruling[State] | None:
    """None when the checker may go there; else the refused ruling."""
    if any(square in target.also for target in targets(state, disc)):
        return None
    source = point_of(state, disc)
    target = point_on(side_of(disc), place_at(square))
    early = _before_any_move(state, disc, source, target)
    if early is not None or source is None or target is None:
        return refused(state, early or refuse("R5", "no_point"))
    chained = _chain(state, source, target)
    ruling = judge(state, Move(hops=chained))[-1]
    return ruling if ruling.refused else refused(state, refuse("R5", "no_point"))


def _before_any_move(
    state: State, disc: DiscId, source: int | None, target: int | None
) -> Refusal | None:
    """Whose turn it is, whether there is a throw, whether it is a checker in play and a point."""
    if side_of(disc) is not state.turn:
        return refuse("R5", "not_on_turn", side=named(state.turn))
    if source is None:
        return refuse("R17", "is_off")
    if target is None:
        return refuse("R5", "no_point")
    return moving_now(state, Move(hops=()))


def _chain(state: State, source: int, target: int) -> tuple[Hop, ...]:
    """The checker's way by all dice left when their sum leads there (R6), else in one hop."""
    left = state.left
    for count in range(2, len(left) + 1):
        if max(source - sum(left[:count]), OFF) == target and source - sum(left[:1]) > target:
            return _steps(source, left[:count])
    return (Hop(source, target),)


def _steps(source: int, dice: tuple[int, ...]) -> tuple[Hop, ...]:
    hops = []
    for die in dice:
        hops.append(Hop(source, max(source - die, OFF)))
        source = hops[-1].target
    return tuple(hops)
