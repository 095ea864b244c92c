"""§3 hand passes: T33, T38–T40; A78 on passing to and fro."""

from dataclasses import replace

from app.games.taru.plays import HandPass
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, refuse, rule
from app.games.taru.rules.reopening import reopen, reopens
from app.games.taru.rules.tries import with_try
from app.games.taru.rules.windows import with_windows
from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square, direction_between, king_distance


def _phase(state: State, play: HandPass) -> Refusal | None:
    """T116: passes after a throw come before a double six is chosen for."""
    phases = (Phase.OPEN, Phase.DOUBLE_SIX) if state.passes else (Phase.OPEN,)
    return gate(state, of(play.giver), phases, "T33")


def _side(state: State, play: HandPass) -> Refusal | None:
    """T116: after a throw the side that won the ball passes, either side (A22)."""
    if state.passes and of(play.giver) is not state.turn:
        return None if state.options.lineout_opp_pass else refuse("T116", "throwers_pass")
    return wrong_side(state, of(play.giver))


def _free(state: State, play: HandPass) -> Refusal | None:
    """T33: both are discs on the board with nothing on them."""
    return (
        absent(state, play.giver)
        or absent(state, play.receiver)
        or pinned(state, play.giver)
        or _under(state, play)
    )


def _under(state: State, play: HandPass) -> Refusal | None:
    """T70, T86 come first; T33 too wants a receiver with nothing on it."""
    refusal = pinned(state, play.receiver)
    return replace(refusal, also=(*refusal.also, "T33")) if refusal else None


def _carries(state: State, play: HandPass) -> Refusal | None:
    if play.giver == state.carrier:
        return None
    return refuse("T33", "not_carrier", disc=play.giver)


def _mate(state: State, play: HandPass) -> Refusal | None:
    del state
    if of(play.giver) is of(play.receiver) and play.giver != play.receiver:
        return None
    return refuse("T33", "not_mate", disc=play.receiver)


def _ends(state: State, play: HandPass) -> tuple[Square, Square] | None:
    start, end = state.squares.get(play.giver), state.squares.get(play.receiver)
    return None if start is None or end is None or start == end else (start, end)


def _forward(state: State, play: HandPass) -> Refusal | None:
    """T40: never forward."""
    ends = _ends(state, play)
    ahead = (ends[1].rank - ends[0].rank) * of(play.giver).forward if ends else 0
    return refuse("T40", "forward_pass", also=("T33",), ahead=ahead) if ahead > 0 else None


def _aligned(state: State, play: HandPass) -> Refusal | None:
    """T33: along a rank, a file or a diagonal (A61)."""
    ends = _ends(state, play)
    if ends is None or direction_between(*ends) is not None or _knight(state, *ends):
        return None
    far = king_distance(*ends) > 1 + state.options.hand_pass_gap
    also = ("T34",) if far else ()
    return refuse("T33", "not_aligned", also=also, start=ends[0].name, end=ends[1].name)


def _knight(state: State, start: Square, end: Square) -> bool:
    """A61: two squares one way and one the other, where house rules let it be handed."""
    away = sorted((abs(end.file - start.file), abs(end.rank - start.rank)))
    return state.options.knight_pass and away == [1, 2]


def _gap(state: State, play: HandPass) -> Refusal | None:
    """T34: with more than one square between, the pass is long and must be flicked (A80)."""
    ends = _ends(state, play)
    gap, limit = (king_distance(*ends) - 1 if ends else 0), state.options.hand_pass_gap
    return refuse("T34", "too_far", gap=gap, limit=limit) if gap > limit else None


def _between(state: State, play: HandPass) -> Refusal | None:
    """T33: the square between is empty, unless the hand may lift the ball over a disc (A66)."""
    ends = _ends(state, play)
    step = direction_between(*ends) if ends else None
    if ends is None or step is None or state.options.pass_over:
        return None
    for count in range(1, king_distance(*ends)):
        square = ends[0].towards(*step, count)
        top = state.top_at(square)
        if top is not None:
            return refuse("T33", "disc_between", square=square.name, disc=top)
    return None


def _to_and_fro(state: State, play: HandPass) -> Refusal | None:
    """T33, A78: a pass that re-opens nobody may not go to a disc that has carried since the last
    other act.
    """
    if play.receiver in state.carried and not reopens(state, play.receiver):
        return refuse("T33", "to_and_fro", disc=play.receiver)
    return None


HAND_PASS_CHECKS = (
    _phase, _side, _free, _carries, _mate, _forward, _aligned, _gap, _between, _to_and_fro,
)  # fmt: skip


def _hand_pass(state: State, play: HandPass) -> Rulings:
    """T33: the receiver carries and is open again (T29); it costs nothing (T38). T116: no gap
    opens on the passes of a line-out.
    """
    carried = state.carried | {play.giver, play.receiver}
    done = replace(reopen(state, play.receiver), ball=play.receiver, carried=carried)
    section = "T116" if state.passes else "T33"
    ruling = rule(section, done, "hand_pass", giver=play.giver, receiver=play.receiver)
    return with_try((ruling,)) if state.passes else with_windows((ruling,), _way(state, play), "p")


def _way(state: State, play: HandPass) -> tuple[Square, ...]:
    """The squares the ball goes through; both ends alone where it leaps like a knight (A61)."""
    start, end = state.squares[play.giver], state.squares[play.receiver]
    step = direction_between(start, end)
    if step is None:
        return start, end
    return tuple(start.towards(*step, count) for count in range(king_distance(start, end) + 1))


HAND_PASS = judgement(HandPass, HAND_PASS_CHECKS, _hand_pass)
