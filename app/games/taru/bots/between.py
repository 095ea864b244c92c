"""What a bot does outside open play: set-ups, formations, choices, calls, kicks at the posts."""

from app.games.taru.bots.setups import formation, line_out
from app.games.taru.bots.tactics import most_dangerous
from app.games.taru.labels.kicks import receivers_22
from app.games.taru.labels.lineouts import catcher_squares
from app.games.taru.labels.table import Table
from app.games.taru.plays import Choose, Place, PlayTwelve, Ready, SendOff, TakePenalty
from app.games.taru.state import Phase, State, number_of
from app.rulebook.api import Chance
from app.rulebook.facts import Event, PostsPassed
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

GOOD_KICK = 0.7


def between(state: State, table: Table, chance: Chance) -> Event:
    """The next act of whoever is awaited in a phase of choices and duties."""
    match state.phase:
        case Phase.SETUP:
            return set_up(state, chance)
        case Phase.PENALTY_KICK | Phase.CONVERSION | Phase.DROP:
            return PostsPassed(good=chance.random() < GOOD_KICK)
        case Phase.AWARD_CHOICE if state.award is not None:
            discs = sorted(state.award.discs)
            return Choose(disc=discs[chance.randrange(len(discs))])
        case Phase.RESTART_22:
            found = receivers_22(table, state.turn)
            disc, square = found[chance.randrange(len(found))]
            return Choose(disc=disc, square=square)
        case Phase.PENALTY_CHOICE:
            return penalty(state, table, chance)
        case _:
            return double_six(table, chance)


def penalty(state: State, table: Table, chance: Chance) -> TakePenalty:
    """Mostly a kick at goal; to touch only with the ball (T128); after time there is no choice."""
    late = state.clock is not None and state.clock.expired
    side = (state.offender or state.turn).other
    with_ball = table.carrier is not None and side_of(table.carrier) is side
    luck = chance.random()
    if late or luck < 0.5:
        return TakePenalty(choice="goal")
    return TakePenalty(choice="touch" if with_ball and luck < 0.75 else "play")


def double_six(table: Table, chance: Chance) -> Event:
    rival = most_dangerous(table)
    if rival is not None and chance.random() < 0.5:
        return SendOff(disc=rival)
    return PlayTwelve()


def set_up(state: State, chance: Chance) -> Event:
    """Lays out a side that has discs in hand or none on the central file, then confirms."""
    waiting = [side for side in Side if side not in state.ready]
    for side in waiting:
        on_board = list(state.discs_of(side))
        central = any(state.squares[d].file == state.pitch.centre_file for d in on_board)
        hand = [d for d in state.in_hand if side_of(d) is side]
        if hand or not central:
            discs = sorted((*hand, *on_board), key=number_of)
            squares = formation(sorted(state.pitch.set_up[side]), side, len(discs), chance)
            return Place(side=side, squares=tuple(zip(discs, squares, strict=True)))
    return Ready(side=waiting[0])


def line_up(state: State, table: Table, chance: Chance) -> tuple[Place, ...] | Ready:
    """Both sides form the line-out at once, then each confirms; which disc stands where is the
    choice of its side.
    """
    due = state.lineout
    if due is None:
        return Ready(side=state.turn)
    if state.ready or _formed(table, state):
        waiting = [side for side in (due.side, due.side.other) if side not in state.ready]
        return Ready(side=waiting[0])
    return tuple(
        Place(side=side, squares=line_out(table, due.spot, due.side, _team(state, side), chance))
        for side in Side
    )


def _team(state: State, side: Side) -> tuple[DiscId, ...]:
    discs = (d for d in (*state.squares, *state.in_hand) if side_of(d) is side)
    return tuple(sorted(discs, key=number_of))


def _formed(table: Table, state: State) -> bool:
    """Whether everybody stands where a line-out wants them."""
    due = state.lineout
    if due is None or state.in_hand:
        return False
    spot = due.spot
    for square, tower in table.towers.items():
        side = side_of(tower[-1])
        behind = (square.rank - spot.rank) * side.forward < 0
        if len(tower) > 1 or not (behind or (square == spot and side is due.side)):
            return False
    return table.top(spot) is not None and all(
        table.top(square) is not None for square in _places(state)
    )


def _places(state: State) -> tuple[Square, ...]:
    """The catchers' places that must be filled, as far as a side has discs (A25)."""
    due = state.lineout
    if due is None:
        return ()
    places: tuple[Square, ...] = ()
    for side in Side:
        throws = side is due.side
        count = min(3, len(_team(state, side)) - throws)
        places += catcher_squares(due.spot, side)[:count]
    return places
