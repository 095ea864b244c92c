"""What a careful player makes of a position: the race, blots in reach, points held."""

from app.games.backgammon.position import (
    BAR,
    HOME_BOARD,
    POINTS,
    Position,
    borne_off,
    flipped,
    pips,
)

MADE, BLOT, OFF, BAR_OF_OTHER = 4.0, 0.30, 3.0, 6.0
"""Worth of a point held in the home board, share of a blot's way that is at risk for each throw
that hits it in a hundred, a checker off, an opponent on the bar; in pips.
"""


def worth(position: Position) -> float:
    """How well the mover stands, in pips, after his turn."""
    other = flipped(position)
    value = float(pips(other) - pips(position)) + OFF * (borne_off(position) - borne_off(other))
    value += BAR_OF_OTHER * -position[0]
    for point in range(1, POINTS + 1):
        if position[point] > 1:
            value += MADE * (2 if point <= HOME_BOARD + 1 else 1) / 2
        elif position[point] == 1:
            value -= BLOT * (BAR - point) * reach(position, point) / 10
    return value


def reach(position: Position, point: int) -> int:
    """Of 36 throws about how many let an opposing checker come to a point from behind it."""
    shots = 0
    for distance in range(1, point + 1):
        if position[point - distance] < 0:
            shots += 11 + distance - 1 if distance <= 6 else max(0, 7 - distance // 2)
    return min(shots, 36)


def favourite(mine: Position) -> float:
    """By what share of the race the side on roll is ahead."""
    own, others = pips(mine), pips(flipped(mine))
    return (others - own) / max(own, 1)
