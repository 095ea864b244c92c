"""Plays of the side on turn that bring a position nearer to the table as it shows."""

from collections.abc import Iterator, Sequence

from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import Way, hand_pass_open
from app.games.taru.plays import (
    Choose,
    HandPass,
    Move,
    SendOff,
    Strip,
    Tackle,
)
from app.games.taru.readings.routes import came_from_elsewhere, move_lengths, route, strip_routes
from app.games.taru.readings.shown import Shown, to_go
from app.games.taru.rules.receivers import in_the_22, spots
from app.games.taru.rules.restart22 import choices
from app.games.taru.state import Phase, State
from app.rulebook.facts import Play
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of


def candidates(
    table: Table, goal: Shown, ways: Sequence[Way], counts: tuple[range, range], *, wide: bool
) -> Iterator[Play]:
    """Moves, strips, tackles and hand passes that the differences suggest; legal or nearly so.
    `counts`: the lengths that are exact for a strip and for a tackle. `wide`: any disc may have
    gone, and a mate have taken its place.
    """
    targets = [sq for sq in goal.towers if goal.grown_by(table, sq, table.turn)]
    targets += [sq for sq in _on_the_way(table, goal) if sq not in targets]
    left = _left(table, goal, ways)
    for disc, square in table.playable():
        for to in targets if wide or square in left else ():
            if not came_from_elsewhere(table, ways, square, to):
                yield from _moves(table, disc, to, ways)
                yield from _contacts(table, disc, to, ways, counts)
    yield from hand_passes(table, goal, ways)


def _left(table: Table, goal: Shown, ways: Sequence[Way]) -> frozenset[Square]:
    """Squares whose top disc has gone, or was seen to go, or lost the ball: another one may have
    taken its place.
    """
    gone = {sq for sq in table.towers if not goal.keeps(table, sq)}
    if table.carrier is not None and table.ball_square is not None and not goal.ball_right(table):
        gone.add(table.ball_square)
    return frozenset(gone | {way[0] for way in ways})


def duty_plays(state: State, table: Table, goal: Shown) -> Iterator[Play]:
    """What the table can show while a choice is open: the disc that is handed the ball (A8), the
    disc that has left for good (T143), the disc that restarts in the 22 (T50, T51).
    """
    if state.phase is Phase.RESTART_22 and goal.carried:
        yield from (play for play in choices(state) if _restarts_on(state, play) == goal.ball)
    if state.phase is Phase.AWARD_CHOICE and state.award is not None and goal.carried:
        yield from (
            Choose(disc=d) for d in sorted(state.award.discs) if table.where(d) == goal.ball
        )
    if state.phase is Phase.DOUBLE_SIX:
        for square in to_go(table, goal)[state.turn.other]:
            tower = table.towers[square]
            yield from (SendOff(disc=d) for d in tower if side_of(d) is not state.turn)


def _restarts_on(state: State, play: Choose) -> Square:
    if in_the_22(state):
        return state.squares[play.disc]
    return play.square or spots(state)[0]


def _on_the_way(table: Table, goal: Shown) -> Iterator[Square]:
    """Squares a disc may have called at before it went on: the loose ball, the robbed carrier."""
    if goal.ball_right(table):
        return
    ball, carrier = table.ball_square, table.carrier
    if ball is not None and (carrier is None or side_of(carrier) is not table.turn):
        yield ball


def _moves(table: Table, disc: DiscId, to: Square, ways: Sequence[Way]) -> Iterator[Play]:
    if table.top(to) is None:
        found = route(table, disc, to, move_lengths(table, disc, to), ways)
        if found is not None:
            yield Move(disc=disc, path=found[0], seen_path=found[1])


def _contacts(
    table: Table, disc: DiscId, to: Square, ways: Sequence[Way], counts: tuple[range, range]
) -> Iterator[Play]:
    top = table.top(to)
    if top is None or top != table.carrier or side_of(top) is table.turn:
        return
    for count in reversed(counts[0]):
        stripped = strip_routes(table, disc, to, count, ways)
        if stripped is not None:
            yield Strip(disc=disc, path=stripped[0], seen_path=stripped[1])
            break
    tackled = route(table, disc, to, reversed(counts[1]), ways) if counts[1] else None
    if tackled is not None:
        yield Tackle(disc=disc, path=tackled[0], seen_path=tackled[1])


def hand_passes(table: Table, goal: Shown, ways: Sequence[Way]) -> Iterator[Play]:
    """To mates still to move; to any mate once the one that ends with the ball is there. After a
    throw the side that won it passes, on turn or not (T116).
    """
    giver, here = table.carrier, table.ball_square
    if giver is None or here is None or goal.ball_right(table):
        return
    left = _left(table, goal, ways)
    side = side_of(giver)
    if side is not table.turn and not table.passes:
        return
    last = table.top(goal.ball) if goal.ball is not None else None
    there = last is not None and side_of(last) is side
    for mate, square in table.free(side):
        if mate == giver or not (there or square in left):
            continue
        if hand_pass_open(table, here, square, side.forward):
            yield HandPass(giver=giver, receiver=mate)
