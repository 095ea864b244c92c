"""When no legal play explains the table: what was done that is not allowed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.games.taru.labels.effects import laid, lifted
from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import Way, exact_ways
from app.games.taru.plays import HandPass, Maul, Move, Strip, Tackle
from app.games.taru.readings.flicked import flicks_of
from app.games.taru.readings.pushes import pushed_plainly, shoves
from app.games.taru.readings.routes import plain_route
from app.games.taru.readings.search import Found, Node
from app.games.taru.readings.shown import Shown, to_come, to_go, wrong_squares
from app.games.taru.rules.judge import judge
from app.rulebook.api import Reading
from app.rulebook.facts import Play
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

STARTS = 4
"""So many partial explanations are tried as the lawful beginning of an unlawful end."""


def refusals(found: Found, goal: Shown, ways: Sequence[Way]) -> Iterator[Reading]:
    """Readings that end with a refused play, from the positions that explain most."""
    starts = sorted(found.partial, key=lambda n: (len(n.wrong), n.cost, len(n.plays)))
    nearest = [node for node in found.partial if not node.plays]
    for node in (*starts[:STARTS], *nearest):
        for play in _tries(node, goal, ways):
            rulings = judge(node.state, play)
            if rulings[-1].refused:
                left = wrong_squares(_done(node.table, play), goal)
                cost = node.cost + len(getattr(play, "path", ()))
                yield Reading(plays=(*node.plays, play), legal=False, cost=cost, unexplained=left)


def _tries(node: Node, goal: Shown, ways: Sequence[Way]) -> Iterator[Play]:
    if node.flights:
        yield from flicks_of(node.state, node.flights[0])
    else:
        yield from _attempts(node.table, goal, ways)
        yield from shoves(node.state, node.table, goal)


def _attempts(table: Table, goal: Shown, ways: Sequence[Way]) -> Iterator[Play]:
    come, go = to_come(table, goal), to_go(table, goal)
    for side in Side:
        for square in dict.fromkeys(go[side]):
            disc = _leaver(table, goal, square, side)
            near = sorted(come[side], key=lambda sq: king_distance(sq, square))
            for to in dict.fromkeys(near[:3]):
                yield from _arrival(table, goal, disc, to, ways)
            if not come[side]:
                yield _off_board(table, disc, square, ways)
    giver, there = table.carrier, goal.ball
    if giver is not None and there is not None and goal.carried and not goal.ball_right(table):
        receiver = table.top(there)
        if receiver is not None and receiver != giver:
            yield HandPass(giver=giver, receiver=receiver)


def _leaver(table: Table, goal: Shown, square: Square, side: Side) -> DiscId:
    """The disc of a tower that left it: its top, unless only a lower one is missing."""
    tower = table.towers[square]
    there = goal.towers.get(square, ())
    for disc in tower[:-1]:
        rest = tuple(side_of(d) for d in tower if d != disc)
        if rest == there and side_of(disc) is side:
            return disc
    return next(d for d in reversed(tower) if side_of(d) is side)


def _arrival(
    table: Table, goal: Shown, disc: DiscId, to: Square, ways: Sequence[Way]
) -> Iterator[Play]:
    path, seen = plain_route(table, disc, to, ways)
    top = table.top(to)
    onto_carrier = top is not None and top == table.carrier and side_of(top) != side_of(disc)
    if not onto_carrier:
        yield Move(disc=disc, path=path, seen_path=seen)
    elif goal.carried and goal.ball == to:
        path = _counted(table, disc, path, table.red, seen=seen, strip=True)
        yield Strip(disc=disc, path=path, seen_path=seen)
    else:
        path = _counted(table, disc, path, table.green, seen=seen, strip=False)
        yield Tackle(disc=disc, path=path, seen_path=seen)


def _counted(table: Table, disc: DiscId, path: Way, face: int, *, seen: bool, strip: bool) -> Way:
    """An unseen way of the die's count when there is one: then the count is not what is wrong; nor
    the arrival, when one from the front or the side exists.
    """
    if seen:
        return path
    ways = (
        way
        for arrival in dict.fromkeys((strip, False))
        for way in exact_ways(table, disc, path[-1], face, strip=arrival)
    )
    return next(ways, path)


def _off_board(table: Table, disc: DiscId, square: Square, ways: Sequence[Way]) -> Move:
    """A disc that is nowhere to be seen went over the nearest edge (T106)."""
    for way in ways:
        if way and way[0] == square and not table.on_board(way[-1]):
            return Move(disc=disc, path=way[1:])
    edges = (
        (square.file, (-1, 0)),
        (table.files + 1 - square.file, (1, 0)),
        (square.rank, (0, -1)),
        (table.ranks + 1 - square.rank, (0, 1)),
    )
    far, step = min(edges)
    path = tuple(square.towards(*step, i) for i in range(1, far + 1))
    return Move(disc=disc, path=path, seen_path=False)


def _done(table: Table, play: Play) -> Table:
    """The table as if the play had been allowed, the ball going where the hand put it."""
    match play:
        case Maul():
            return pushed_plainly(table, play)
        case HandPass(receiver=receiver):
            return replace(table, ball=receiver)
        case Strip(disc=disc, path=path):
            return replace(laid(lifted(table, disc), disc, path[-1]), ball=disc)
        case Tackle(disc=disc, path=path):
            return replace(laid(lifted(table, disc), disc, path[-1]), ball=None)
        case Move(disc=disc, path=path):
            after = lifted(table, disc)
            after = laid(after, disc, path[-1]) if table.on_board(path[-1]) else after
            off = table.ball == disc and not table.on_board(path[-1])
            return replace(after, ball=None) if off or path[-1] == table.ball else after
        case _:
            return table
