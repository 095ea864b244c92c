"""Which play a bot makes in open play: greedy, one act at a time."""

from collections.abc import Iterable

from app.games.taru.bots.mauling import line_up, push
from app.games.taru.bots.sense import best_run, progress, worth
from app.games.taru.labels.effects import after_hand_pass
from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import exact_way, hand_pass_open, reach
from app.games.taru.plays import HandPass, Move, Strip, Tackle
from app.rulebook.api import Chance
from app.rulebook.facts import Play
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId, side_of

PASS_PRICE = 0.15
"""A pass must better the run by this much, or balls would travel to no end."""
GAIN = 0.6


def open_play(table: Table, chance: Chance) -> Play | None:
    """The next play of the side on turn; None: nothing more is worth doing."""
    carrier = table.carrier
    if carrier is None:
        return hunt(table, chance)
    pushed = push(table)
    if pushed is not None:
        return pushed
    if side_of(carrier) is table.turn:
        return attack(table, carrier) or line_up(table) or support(table, carrier, chance)
    return seize(table) or line_up(table) or close_in(table, carrier, chance)


def thrown_pass(table: Table, chance: Chance) -> HandPass | None:
    """After a throw the side that won it may pass before the other plays (T116)."""
    carrier, here = table.carrier, table.ball_square
    if carrier is None or here is None or chance.random() < 0.5:
        return None
    side = side_of(carrier)
    return next(
        (
            HandPass(giver=carrier, receiver=disc)
            for disc, square in table.free(side)
            if disc not in table.carried and hand_pass_open(table, here, square, side.forward)
        ),
        None,
    )


def receivers(table: Table, carrier: DiscId) -> Iterable[DiscId]:
    """Mates the ball may be handed to: none that would only send it round in circles (A78)."""
    giver = table.where(carrier)
    for disc, square in table.free(table.turn):
        if giver is None or disc == carrier:
            continue
        idle = disc in table.carried and disc not in table.played
        if not idle and hand_pass_open(table, giver, square, table.turn.forward):
            yield disc


def attack(table: Table, carrier: DiscId) -> Play | None:
    """Run with the ball, or hand it to the mate who will run better."""
    here = table.where(carrier)
    if here is None:
        return None
    opponents = [sq for _, sq in table.free(table.turn.other)]
    best = worth(table, table.turn, here, opponents) + GAIN
    play: Play | None = None
    if carrier not in table.played:
        value, way = best_run(table, carrier, table.points)
        if way and value > best:
            best, play = value, Move(disc=carrier, path=way)
    for mate in receivers(table, carrier):
        value, _ = best_run(after_hand_pass(table, carrier, mate), mate, table.points)
        if value - PASS_PRICE > best:
            best, play = value - PASS_PRICE, HandPass(giver=carrier, receiver=mate)
    return play


def long_pass_target(table: Table, carrier: DiscId) -> DiscId | None:
    """The mate, level or behind and out of a hand's reach, for whom a flick is worth its risk."""
    here = table.where(carrier)
    if here is None:
        return None
    opponents = [sq for _, sq in table.free(table.turn.other)]
    best, target = worth(table, table.turn, here, opponents) + 4.0, None
    for disc, square in table.free(table.turn):
        ahead = (square.rank - here.rank) * table.turn.forward > 0
        if ahead or not 3 <= king_distance(here, square) <= 7:
            continue
        value, _ = best_run(after_hand_pass(table, carrier, disc), disc, table.points)
        if value > best:
            best, target = value, disc
    return target


def support(table: Table, carrier: DiscId, chance: Chance) -> Play | None:
    """Bring a mate up beside or behind the carrier, the farthest ones first."""
    ball = table.where(carrier)
    if ball is None or table.points < 1:
        return None

    def distance(square: Square) -> float:
        late = (square.rank - ball.rank) * table.turn.forward
        return king_distance(square, ball.towards(0, -table.turn.forward)) + (late > 0) * 9

    idle = [(d, sq) for d, sq in table.playable() if d != carrier]
    idle.sort(key=lambda x: distance(x[1]) + chance.random())
    for disc, square in idle[2:5]:
        ways = reach(table, disc, table.points)
        to = min(ways, key=lambda sq: (distance(sq), len(ways[sq])), default=square)
        if distance(to) <= distance(square) - 1:
            return Move(disc=disc, path=ways[to])
    return None


def seize(table: Table) -> Play | None:
    """Strip the carrier, or bring it down, where a count falls exactly."""
    target = table.ball_square
    if target is None:
        return None
    line = table.offside_rank() or 0
    for disc, square in table.playable():
        onside = (square.rank - line) * table.turn.forward <= 0
        if table.strip_open and onside:
            way = exact_way(table, disc, target, table.red, strip=True)
            if way is not None:
                return Strip(disc=disc, path=way)
    for disc, _ in table.playable() if table.tackle_open else ():
        way = exact_way(table, disc, target, table.green, strip=False)
        if way is not None:
            return Tackle(disc=disc, path=way)
    return None


def close_in(table: Table, carrier: DiscId, chance: Chance) -> Play | None:
    """Put a disc between the carrier and the line it wants to cross."""
    ball = table.where(carrier)
    if ball is None or table.points < 1:
        return None
    towards = side_of(carrier).forward
    post = ball.towards(0, towards, 2)

    def distance(square: Square) -> float:
        beaten = (square.rank - ball.rank) * towards <= 0
        return king_distance(square, post) + 6.0 * beaten

    idle = sorted(table.playable(), key=lambda x: distance(x[1]) + chance.random())
    for disc, square in idle[:3]:
        ways = reach(table, disc, table.points)
        to = min(ways, key=lambda sq: (distance(sq), len(ways[sq])), default=square)
        if distance(to) <= distance(square) - 1:
            return Move(disc=disc, path=ways[to])
    return None


def hunt(table: Table, chance: Chance) -> Play | None:
    """Take a loose ball, or come nearer to it."""
    ball = table.ball_square
    if ball is None or table.points < 1:
        return None
    takers = [(d, sq) for d, sq in table.playable() if d != table.tackler]
    if table.tackle_line is not None:
        takers = [(d, sq) for d, sq in takers if not table.offside(d)]
    takers.sort(key=lambda x: king_distance(x[1], ball) + 0.5 * chance.random())
    for disc, _ in takers[:5]:
        way = reach(table, disc, table.points).get(ball)
        if way is not None:
            return Move(disc=disc, path=way)
    for disc, square in takers[:2]:
        ways = reach(table, disc, table.points)
        to = min(ways, key=lambda sq: (king_distance(sq, ball), len(ways[sq])), default=square)
        if king_distance(to, ball) < king_distance(square, ball):
            return Move(disc=disc, path=ways[to])
    return None


def most_dangerous(table: Table) -> DiscId | None:
    """The opposing disc to send off: the carrier, else the one that has come farthest."""
    carrier = table.carrier
    if carrier is not None and side_of(carrier) is table.turn.other:
        return carrier
    rivals = [
        (progress(table, table.turn.other, sq), disc)
        for sq, tower in table.towers.items()
        for disc in tower
        if side_of(disc) is table.turn.other
    ]
    return max(rivals)[1] if rivals else None
