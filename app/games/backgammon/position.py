"""Where the checkers stand, seen by one player, as 26 numbers.

`position[1]` to `position[24]` are this player's points by his own numbers: his checkers count
above zero, his opponent's below. `position[25]` is his bar, `position[0]` the opponent's bar, below
zero. What has been borne off is what is missing.
"""

Position = tuple[int, ...]
Dice = tuple[int, int]
"""As thrown, or with the higher first where a function says so."""

POINTS, BAR, OFF, MEN, HOME_BOARD = 24, 25, 0, 15, 6

START: Position = (
    0,
    *(-2, 0, 0, 0, 0, 5), *(0, 3, 0, 0, 0, -5),
    *(5, 0, 0, 0, -3, 0), *(-5, 0, 0, 0, 0, 2),
    0,
)  # fmt: skip
"""R2: the start, the same seen by either player."""


def flipped(position: Position) -> Position:
    """R1: the same position seen by the other player; my point p is his point 25 - p."""
    return tuple(-count for count in reversed(position))


def on_board(position: Position) -> int:
    """The checkers of this player still in play, the bar included."""
    return sum(count for count in position if count > 0)


def against(position: Position) -> int:
    """The opponent's checkers still in play, the bar included."""
    return -sum(count for count in position if count < 0)


def borne_off(position: Position) -> int:
    return MEN - on_board(position)


def pips(position: Position) -> int:
    """What this player's checkers still have to travel."""
    return sum(point * count for point, count in enumerate(position) if count > 0)


def highest(position: Position) -> int:
    """The highest point this player holds, the bar counting 25; 0 when all are off."""
    return next((p for p in range(BAR, 0, -1) if position[p] > 0), 0)


def possible(position: Position) -> bool:
    """Whether the numbers can be a position: 26 of them, at most 15 checkers a side, no opponent
    on this player's bar and the other way round.
    """
    return (
        len(position) == BAR + 1
        and position[BAR] >= 0 >= position[OFF]
        and on_board(position) <= MEN
        and against(position) <= MEN
    )
