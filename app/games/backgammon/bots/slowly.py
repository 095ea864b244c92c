"""The ends of a turn found by asking the rules one by one: the truth that labels rest on."""

from functools import lru_cache
from itertools import permutations

from app.games.backgammon.hops import dice_of
from app.games.backgammon.plays import Hop
from app.games.backgammon.position import BAR, Dice, Position
from app.games.backgammon.rules.moving import refusal_of
from app.games.backgammon.stepping import landing, moved


@lru_cache(maxsize=512)
def ends_slowly(begun: Position, dice: Dice) -> frozenset[Position]:
    """R11, R12: those that use the most dice, and of single ones the higher."""
    order = dice_of(dice)
    for count in range(len(order), 0, -1):
        ways = sorted(set(permutations(order, count)), reverse=True)
        reached = [_after(begun, way) for way in ways]
        if count == 1:
            reached = [found for found in reached if found][:1]
        if found := frozenset().union(*reached):
            return found
    return frozenset({begun})


def _after(begun: Position, dice: tuple[int, ...]) -> frozenset[Position]:
    level = frozenset({begun})
    for die in dice:
        level = frozenset(
            moved(at, Hop(source, landing(source, die)))
            for at in level
            for source in range(1, BAR + 1)
            if refusal_of(at, source, die) is None
        )
    return level
