"""Positions built at random, each of a kind that matches seldom come to."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from app.games.taru.dice import Dice
from app.games.taru.game import Taru
from app.games.taru.pitch import Pitch
from app.games.taru.state import Clock, Layer, Phase, State, team
from app.rulebook.board import Board
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side

Squares = dict[DiscId, Square]
TIMED = 0.3


def built(taru: Taru, board: Board, chance: Random) -> State:
    """A position in open play, or before a roll, of one of the kinds below."""
    empty = taru.start(board)
    squares = chance.choice(KINDS)(empty.pitch, chance)
    stacks = _stacked(squares, chance)
    pinned = {layer.disc for tower in stacks.values() for layer in tower[:-1]}
    ball: DiscId | Square | None = squares_first(squares)
    if ball in pinned:
        ball = next(iter(stacks.values()))[-1].disc
    if chance.random() < 0.2:
        ball = _free_square(empty.pitch, set(squares.values()), chance)
    turn = chance.choice(list(Side))
    opened = chance.random() < 0.8
    state = replace(
        empty,
        phase=Phase.OPEN if opened else Phase.AWAIT_ROLL,
        turn=turn,
        squares=squares,
        stacks=stacks,
        in_hand=frozenset(),
        ball=ball,
        dice=_dice(chance) if opened else None,
        score=(chance.choice((0, 3, 8, 13)), chance.choice((0, 5, 10, 12))),
    )
    if chance.random() < TIMED:
        clock = Clock(match_s=chance.choice((0, 600)), turn_s=20)
        state = replace(state, timed=True, clock=replace(clock, expired=clock.match_s == 0))
    return state


def squares_first(squares: Squares) -> DiscId:
    """Every kind names the carrier first."""
    return next(iter(squares))


def _dice(chance: Random) -> Dice:
    six = chance.random() < 0.4
    red = 6 if six else chance.randint(1, 6)
    return Dice(red=red, green=chance.randint(1, 6), extra=chance.choice((0, 0, 0, 3)))


def _stacked(squares: Squares, chance: Random) -> dict[Square, tuple[Layer, ...]]:
    """Now and then one disc is laid on an opponent's."""
    if chance.random() < 0.6:
        return {}
    below = chance.choice(sorted(squares))
    others = [disc for disc in squares if disc[0] != below[0]]
    if not others:
        return {}
    above = chance.choice(sorted(others))
    squares[above] = squares[below]
    by = chance.choice(("s", "t"))
    layers = (Layer(disc=below), Layer(disc=above, by="s" if by == "s" else "t"))
    return {squares[below]: layers}


def _free_square(pitch: Pitch, taken: set[Square], chance: Random) -> Square:
    return chance.choice(sorted(set(pitch.neighbours) - taken))


def _scattered(pitch: Pitch, chance: Random) -> Squares:
    """Discs anywhere, more of them near the ball."""
    centre = chance.choice(sorted(pitch.neighbours))
    near = [sq for sq in pitch.neighbours if abs(sq.rank - centre.rank) <= 4]
    pool = chance.sample(sorted(near), min(len(near), 24))
    discs = [d for side in chance.sample(list(Side), 2) for d in team(side)[: chance.randint(1, 9)]]
    return dict(zip(discs, pool, strict=False))


def _around(pitch: Pitch, chance: Random) -> Squares:
    """A carrier hemmed in by opponents on most sides."""
    ours, theirs = chance.sample(list(Side), 2)
    square = chance.choice(sorted(pitch.neighbours))
    ring = list(pitch.neighbours[square])
    chance.shuffle(ring)
    kept = ring[: max(1, len(ring) - chance.choice((0, 0, 1, 2)))]
    squares = {f"{ours}1": square}
    squares |= dict(zip(team(theirs), kept, strict=False))
    rest = chance.sample(sorted(set(pitch.neighbours) - {square, *ring}), 6)
    squares |= dict(zip(team(ours)[1:4], rest, strict=False))
    squares |= dict(zip(team(theirs)[9:12], rest[3:], strict=False))
    return squares


def _walled(pitch: Pitch, chance: Random) -> Squares:
    """A wall across the board, perhaps with a hole or a step in it."""
    wall, other = chance.sample(list(Side), 2)
    files, rank = pitch.board.files, chance.randint(3, pitch.board.ranks - 2)
    step = chance.choice((0, 0, 1))
    row = [Square(f, rank + step * (f > files // 2)) for f in range(1, files + 1)]
    if step:
        row.append(Square(files // 2 + 1, rank))
        row[files // 2] = Square(files // 2 + 1, rank + 1)
    if chance.random() < 0.3:
        row.pop(chance.randrange(len(row)))
    row = list(dict.fromkeys(row))
    carriers = chance.sample(sorted(set(pitch.neighbours) - set(row)), 5)
    side = chance.choice((wall, other))
    squares = {f"{side}15": carriers[0]}
    squares |= dict(zip([d for d in team(wall) if d not in squares], row, strict=False))
    squares |= dict(zip([d for d in team(other) if d not in squares], carriers[1:], strict=False))
    return squares


def _in_line(pitch: Pitch, chance: Random) -> Squares:
    """Two lines that face each other, the ball in one of them."""
    ours, theirs = chance.sample(list(Side), 2)
    step = chance.choice(DIRECTIONS)
    start = chance.choice(sorted(pitch.neighbours))
    pushers, pushed = chance.randint(2, 4), chance.randint(1, 3)
    back = [start.towards(-step[0], -step[1], n) for n in range(pushers)]
    front = [start.towards(*step, n) for n in range(1, pushed + 1)]
    back = [sq for sq in back if sq in pitch.neighbours]
    front = [sq for sq in front if sq in pitch.neighbours]
    squares = dict(zip(team(ours), back, strict=False))
    squares |= dict(zip(team(theirs), front, strict=False))
    with_ball = chance.choice((f"{ours}1", *(f"{theirs}{n}" for n in range(1, len(front) + 1))))
    first = {with_ball: squares.pop(with_ball)}
    rest = chance.sample(sorted(set(pitch.neighbours) - {*back, *front}), 4)
    squares |= dict(zip([*team(ours)[9:11], *team(theirs)[9:11]], rest, strict=True))
    return first | squares


def _gapped(pitch: Pitch, chance: Random) -> Squares:
    """A carrier before two gaps in a row, mates set back for passes through others."""
    ours, theirs = chance.sample(list(Side), 2)
    inner = [sq for sq in pitch.neighbours if len(pitch.neighbours[sq]) == len(DIRECTIONS)]
    square = chance.choice(sorted(inner))
    df, dr = chance.choice([step for step in DIRECTIONS if 0 not in step])
    there = square.towards(df, dr)
    flanks = [Square(square.file, there.rank), Square(there.file, square.rank)]
    flanks += [Square(there.file, there.rank + dr), Square(there.file + df, there.rank)]
    flanks = [sq for sq in flanks if sq in pitch.neighbours and sq != square]
    squares = {f"{ours}1": square}
    squares |= dict(zip(team(theirs), dict.fromkeys(flanks), strict=False))
    mates = {there, there.towards(df, dr)} & set(pitch.neighbours)
    if chance.random() < 0.4 and mates:
        squares[f"{ours}2"] = chance.choice(sorted(mates))
    rest = chance.sample(sorted(set(pitch.neighbours) - set(squares.values())), 6)
    squares |= dict(zip([*team(ours)[5:8], *team(theirs)[9:12]], rest, strict=True))
    return squares


def _few(pitch: Pitch, chance: Random) -> Squares:
    """Hardly anybody left, all far from where a ball may go dead."""
    squares = chance.sample(sorted(pitch.neighbours), 4)
    return dict(zip(("H1", "A1", "A2", "H2"), squares, strict=True))


KINDS: tuple[Callable[[Pitch, Random], Squares], ...] = (
    _scattered, _around, _walled, _in_line, _in_line, _gapped, _gapped, _few,
)  # fmt: skip
