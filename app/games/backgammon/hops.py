"""The moves of a turn one after the other: which may come next, and how an end was reached."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from app.games.backgammon.ends import ends, sources
from app.games.backgammon.options import Options
from app.games.backgammon.plays import Hop
from app.games.backgammon.position import BAR, Dice, Position
from app.games.backgammon.stepping import landing, moved

Hops = tuple[Hop, ...]


def ends_of(begun: Position, dice: Dice, options: Options) -> set[Position]:
    """All legal ends of a turn under the options of the match."""
    return ends(begun, dice, last_direct=options.last_checker_direct == "accept")


def dice_of(dice: Dice) -> tuple[int, ...]:
    """R7: a double is played as four moves of its number; else one move a die, higher first."""
    high, low = max(dice), min(dice)
    return (high,) * 4 if high == low else (high, low)


def further(position: Position, left: Sequence[int]) -> Iterator[tuple[Hops, Position]]:
    """Every way to play some or all of the dice left, in any order, with where it leads; the
    nearest first. Playing nothing is the first.
    """
    yield (), position
    seen = {position}
    for order in _orders(left):
        for hops, reached in _in_order(position, order):
            if reached not in seen:
                seen.add(reached)
                yield hops, reached


def _orders(left: Sequence[int]) -> list[tuple[int, ...]]:
    """The beginnings of every order of the dice: short ones first, higher dice first."""
    found = (order for n in range(1, len(left) + 1) for order in permutations(left, n))
    return sorted(set(found), key=lambda order: (len(order), [-die for die in order]))


def _in_order(position: Position, dice: tuple[int, ...]) -> Iterator[tuple[Hops, Position]]:
    """All dice in this order; of equal dice none is played from higher than the one before."""
    level: list[tuple[Hops, Position]] = [((), position)]
    for number, die in enumerate(dice):
        same = number > 0 and dice[number - 1] == die
        level = [
            ((*hops, hop), moved(at, hop))
            for hops, at in level
            for source in sources(at, die)
            if not same or source <= hops[-1].source
            for hop in (Hop(source, landing(source, die)),)
        ]
    yield from level


def may_go_on(position: Position, left: Sequence[int], wanted: set[Position]) -> bool:
    """R13: whether the dice left lead from here to one of the legal ends."""
    return any(reached in wanted for _, reached in further(position, left))


def ways(begun: Position, dice: Dice) -> dict[Position, Hops]:
    """Every position that some or all of the dice lead to, and the hops by which such a turn is
    written: the most dice, higher die first, then higher source; sorted by source.
    """
    order = dice_of(dice)
    turned = [order] if len(order) == 4 else [order, order[::-1]]
    found: dict[Position, Hops] = {}
    for length in range(len(order), 0, -1):
        for dice_now in dict.fromkeys(way[:length] for way in turned):
            for hops, reached in _in_order(begun, dice_now):
                if reached not in found:
                    found[reached] = tuple(sorted(hops, key=lambda hop: -hop.source))
    found.setdefault(begun, ())
    return found


def canonical(begun: Position, dice: Dice, end: Position) -> Hops | None:
    """The hops by which a turn is written; None when the dice do not lead there."""
    return ways(begun, dice).get(end)


def play_hop(
    position: Position, left: tuple[int, ...], hop: Hop
) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """What a hop leads to and the dice then left, by each die that allows it; the exact first."""
    fitting = [die for die in sorted(set(left)) if landing(hop.source, die) == hop.target]
    for die in fitting:
        if 1 <= hop.source <= BAR and hop.source in sources(position, die):
            after = list(left)
            after.remove(die)
            yield moved(position, hop), tuple(after)


def dice_used(begun: Position, dice: Dice) -> int:
    """R11, R12: how many dice (of a double, moves) can be played from here: one for each hop."""
    order = dice_of(dice)
    for length in range(len(order), 0, -1):
        for dice_now in dict.fromkeys(way[:length] for way in (order, order[::-1])):
            if next(_in_order(begun, dice_now), None) is not None:
                return length
    return 0


def forced_die(begun: Position, dice: Dice) -> int | None:
    """R11, R12: the only die that is played of two different ones; None when both are or none."""
    if dice[0] == dice[1] or dice_used(begun, dice) != 1:
        return None
    return max(dice) if sources(begun, max(dice)) else min(dice)
