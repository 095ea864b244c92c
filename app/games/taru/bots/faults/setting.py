"""Faults while discs are placed, at the kick-off, and while a choice is open."""

from app.games.taru.bots.faults.moving import any_move, one_of
from app.games.taru.labels.lineouts import catcher_squares, gap_squares
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import Decline, Kickoff, Move, Place, Ready, SendOff, StopMatch
from app.games.taru.state import Phase, State
from app.rulebook.api import Chance, Section
from app.rulebook.facts import DiceRolled, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side


def off_centre(state: State, chance: Chance) -> Kickoff | None:
    """T15: flicked off a disc that is not on the central file."""
    table = table_of(state)
    others = [d for d, sq in table.free(state.turn) if sq.file != state.pitch.centre_file]
    if not others:
        return None
    rest = Square(state.pitch.centre_file, table.ranks // 2 + state.turn.forward)
    return Kickoff(flown=Flown(by=others[chance.randrange(len(others))], rest=(rest,)))


def during_award(state: State, chance: Chance, section: Section) -> Move | None:
    """A move while a choice of receiver is open: the section that opened it is cited."""
    if state.award is None or state.award.section != section:
        return None
    return any_move(state, chance)


def outside(state: State, chance: Chance) -> Place | None:
    """T12: a disc laid down past the side's own 22 line."""
    waiting = [side for side in Side if side not in state.ready]
    if not waiting:
        return None
    side = waiting[chance.randrange(len(waiting))]
    area = state.pitch.set_up[side.other]
    free = sorted(area - state.occupied)
    discs = _team(state, side)
    if not free or not discs:
        return None
    square = free[chance.randrange(len(free))]
    return Place(side=side, squares=((discs[chance.randrange(len(discs))], square),))


def no_central(state: State, chance: Chance) -> Ready | None:
    """T13, or T12 while discs are in hand: confirmed although nobody stands on the central file."""
    del chance
    for side in Side:
        files = {state.squares[disc].file for disc in state.discs_of(side)}
        if side not in state.ready and state.pitch.centre_file not in files:
            return Ready(side=side)
    return None


def early_roll(state: State, chance: Chance) -> DiceRolled | None:
    """T136: dice before the flick of a restart."""
    if state.kickoff is None or not state.kickoff.restart:
        return None
    return DiceRolled(faces=(1 + chance.randrange(6), 1 + chance.randrange(6)))


def own_disc_off(state: State, chance: Chance) -> SendOff | None:
    """T143."""
    discs = sorted(state.discs_of(state.turn))
    return SendOff(disc=discs[chance.randrange(len(discs))]) if discs else None


def no_gap(state: State, chance: Chance) -> Decline:
    """T73: an interception declined where none can be called."""
    del chance
    return Decline(side=state.turn.other)


def stop(state: State, chance: Chance) -> StopMatch | None:
    """T9: the match stopped while it has time left, or is no timed one."""
    if state.clock is not None and state.clock.expired:
        return None
    return StopMatch(side=Side.HOME if chance.random() < 0.5 else Side.AWAY)


def misplaced(state: State, chance: Chance, section: Section) -> Place | None:
    """A disc at a line-out in the gap (T111), in the other line (T112), on the rank of the throw
    (T113), in the other camp (T110).
    """
    table, due = table_of(state), state.lineout
    waiting = [side for side in Side if side not in state.ready]
    if due is None or not waiting:
        return None
    side = waiting[chance.randrange(len(waiting))]
    squares = sorted(_wrong_places(table, due.spot, side)[section])
    discs = _team(state, side)
    if not squares or not discs:
        return None
    square = squares[chance.randrange(len(squares))]
    return Place(side=side, squares=((discs[chance.randrange(len(discs))], square),))


def _wrong_places(table: Table, spot: Square, side: Side) -> dict[Section, set[Square]]:
    everywhere = {
        Square(file, rank)
        for file in range(1, table.files + 1)
        for rank in range(1, table.ranks + 1)
    }
    gap, theirs = set(gap_squares(spot)), set(catcher_squares(spot, side.other))
    beyond = {sq for sq in everywhere if (sq.rank - spot.rank) * side.forward > 0}
    return {
        "T111": gap,
        "T112": theirs,
        "T113": {sq for sq in everywhere if sq.rank == spot.rank} - gap - {spot},
        "T110": beyond - theirs,
    }


def unformed(state: State, chance: Chance) -> Ready | None:
    """T108: confirmed before the catchers stand where they should."""
    del chance
    due = state.lineout
    if due is None or state.phase is not Phase.LINEOUT_SETUP:
        return None
    table = table_of(state)
    for side in Side:
        there = [table.top(square) for square in catcher_squares(due.spot, side)]
        short = any(top is None or side_of(top) is not side for top in there)
        if side not in state.ready and short and len(_team(state, side)) > len(there):
            return Ready(side=side)
    return None


def move_in_window(state: State, chance: Chance) -> Move | None:
    """While a try waits for the call, the owner of the turn has nothing to do (T73)."""
    if not any(window.try_waits for window in state.windows):
        return None
    table = table_of(state)
    return one_of(_steps(table), chance)


def _steps(table: Table) -> list[Move]:
    return [
        Move(disc=disc, path=(to,))
        for disc, square in table.playable()
        for to in (square.towards(0, 1), square.towards(0, -1))
        if table.on_board(to) and table.top(to) is None
    ]


def _team(state: State, side: Side) -> list[DiscId]:
    return sorted(d for d in (*state.squares, *state.in_hand) if side_of(d) is side)
