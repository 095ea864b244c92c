"""A player that looks one turn ahead: it tries sequences of plays in its head and takes the first
play of the one that leaves it best, the opponent's next roll weighed in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.games.taru.bots.sense import progress
from app.games.taru.bots.tactics import receivers
from app.games.taru.bots.weighing import worth_of
from app.games.taru.labels.mauls import mauls
from app.games.taru.labels.open_play import played
from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import exact_way, reach
from app.games.taru.plays import HandPass, Move, Strip, Tackle
from app.games.taru.state import Phase
from app.rulebook.api import Chance
from app.rulebook.facts import Play
from app.rulebook.geometry import king_distance
from app.rulebook.layout import DiscId, side_of

BEAM, DEPTH = 6, 4
RUNS, HELPERS = 6, 3
CHANCE_OF_CALL = 0.4
"""How often a gap that is crossed loses the ball, roughly."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A sequence of plays in the head: its first play, the table it leads to, what that is worth;
    `over` when nothing may follow.
    """

    first: Play | None
    table: Table
    worth: float
    over: bool = False


def plan(table: Table, chance: Chance) -> Play | None:
    """The first play of the best sequence found; None: it is best to end the turn here."""
    best = Line(first=None, table=table, worth=worth_of(table) + 0.05)
    beam = [best]
    for _ in range(DEPTH):
        grown = [line for old in beam if not old.over for line in _longer(old, chance)]
        if not grown:
            break
        grown.sort(key=lambda line: -line.worth)
        beam = grown[:BEAM]
        if beam[0].worth > best.worth:
            best = beam[0]
    return best.first


def _longer(line: Line, chance: Chance) -> Iterator[Line]:
    for play in _candidates(line.table, chance):
        done = played(line.table, play)
        if done is None:
            continue
        table, risk = done.table, 1.0
        over = table.score != line.table.score or done.phase is Phase.LINEOUT_SETUP or table.tied
        if done.phase is Phase.INTERCEPT_WINDOW:
            risk = 1 - CHANCE_OF_CALL
        if done.phase is Phase.LINEOUT_SETUP:
            table = replace(table, ball=table.ball_square)
        worth = worth_of(table)
        if risk < 1:
            worth = risk * worth + (1 - risk) * min(worth, worth_of(line.table) - 6)
        yield Line(first=line.first or play, table=table, worth=worth, over=bool(over) or risk < 1)


def _candidates(table: Table, chance: Chance) -> Iterator[Play]:
    carrier = table.carrier
    if carrier is None:
        yield from _pick_ups(table)
    elif side_of(carrier) is table.turn:
        yield from _runs(table, carrier)
        yield from (HandPass(giver=carrier, receiver=mate) for mate in receivers(table, carrier))
    else:
        yield from _contacts(table)
    yield from mauls(table)
    yield from _helpers(table, chance)


def _runs(table: Table, carrier: DiscId) -> Iterator[Move]:
    if carrier in table.played:
        return
    ways = reach(table, carrier, table.points)
    far = sorted(ways, key=lambda sq: (-progress(table, table.turn, sq), len(ways[sq])))
    yield from (Move(disc=carrier, path=ways[square]) for square in far[:RUNS])


def _pick_ups(table: Table) -> Iterator[Move]:
    ball = table.ball_square
    for disc, square in table.playable():
        barred = disc == table.tackler or (table.tackle_line is not None and table.offside(disc))
        if ball is None or barred or king_distance(square, ball) > table.points:
            continue
        way = reach(table, disc, table.points).get(ball)
        if way is not None:
            yield Move(disc=disc, path=way)


def _contacts(table: Table) -> Iterator[Strip | Tackle]:
    target = table.ball_square
    if target is None:
        return
    for disc, _ in table.playable():
        if table.strip_open and not table.offside(disc):
            way = exact_way(table, disc, target, table.red, strip=True)
            if way is not None:
                yield Strip(disc=disc, path=way)
        if table.tackle_open:
            way = exact_way(table, disc, target, table.green, strip=False)
            if way is not None:
                yield Tackle(disc=disc, path=way)


def _helpers(table: Table, chance: Chance) -> Iterator[Move]:
    """The discs nearest to the ball: beside or behind a carrier of one's own, before another's."""
    ball = table.ball_square
    if ball is None or table.points < 1:
        return
    theirs = table.carrier is not None and side_of(table.carrier) is not table.turn
    post = ball.towards(0, -table.turn.forward, 1 + theirs)
    idle = [(disc, sq) for disc, sq in table.playable() if disc != table.carrier]
    idle.sort(key=lambda x: king_distance(x[1], post) + chance.random())
    for disc, square in idle[:HELPERS]:
        ways = reach(table, disc, table.points)
        near = sorted(ways, key=lambda sq: (king_distance(sq, post), len(ways[sq])))
        for to in near[:2]:
            if to != ball and king_distance(to, post) < king_distance(square, post):
                yield Move(disc=disc, path=ways[to])
