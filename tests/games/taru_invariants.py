"""What must hold in every position of Taru, and from one to the next (spec 3.4)."""

from app.games.taru import plays
from app.games.taru.state import Phase, State
from app.rulebook.facts import Event, TimeRanOut

PLACING = frozenset({Phase.SETUP, Phase.LINEOUT_SETUP})
GAINS = frozenset({(0, 0), (2, 0), (0, 2), (3, 0), (0, 3), (5, 0), (0, 5)})
SETTLING = (plays.Maul, plays.EndTurn, TimeRanOut)
"""Mauls move many; a turn that ends may take moves back (A37)."""
MOVERS = (plays.Move, plays.Strip, plays.Tackle)


def holds(state: State) -> None:
    """Discs, stacks, ball and dice are where they can be."""
    towers = [square for square, tower in state.stacks.items() if len(tower) > 1]
    assert len(towers) == len(state.stacks)
    stacked = {layer.disc for tower in state.stacks.values() for layer in tower}
    alone = [square for disc, square in state.squares.items() if disc not in stacked]
    assert len(set(alone)) == len(alone)
    assert not set(alone) & set(towers)
    for square, tower in state.stacks.items():
        assert tower[0].by is None
        assert all(layer.by is not None for layer in tower[1:])
        assert all(state.squares[layer.disc] == square for layer in tower)
    if state.carrier is not None:
        assert state.free(state.carrier)
    assert state.loose not in state.occupied
    assert state.points_left >= 0
    assert state.dice is None or state.dice.spent >= 0
    if state.in_hand:
        assert state.phase in PLACING or pushed_out_at_the_end(state)


def pushed_out_at_the_end(state: State) -> bool:
    """A carrier pushed into touch once time is up ends the match beside the board (T89, T9)."""
    return state.phase is Phase.FINISHED and len(state.in_hand) == 1


def follows(before: State, event: Event, after: State) -> None:
    """Points only grow, by 2, 3 or 5; who is off stays off; discs move by their own side's hand."""
    gained = (after.score[0] - before.score[0], after.score[1] - before.score[1])
    assert gained in GAINS
    out_before = set(before.squares) | before.in_hand
    out_after = set(after.squares) | after.in_hand
    assert out_after <= out_before
    if not isinstance(event, plays.SendOff):
        assert out_after == out_before
    if PLACING & {before.phase, after.phase} or isinstance(event, SETTLING):
        return
    moved = {d for d, square in after.squares.items() if before.squares.get(d) != square}
    if before.phase is Phase.INTERCEPT_WINDOW or before.phase is Phase.RESTART_22:
        assert len(moved) <= 1
    elif isinstance(event, MOVERS):
        assert moved <= {event.disc}
    else:
        assert not moved
