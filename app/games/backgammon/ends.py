"""Every position in which a turn may legally end: the rules of moving worked out at speed.

`rules/moving.py` states the rules one by one; a test holds this against them. A turn of two
different dice tries both orders; a double is played from the highest source down, each of its
moves from no higher than the one before, so that no end position is reached twice.
"""

from app.games.backgammon.position import BAR, HOME_BOARD, Dice, Position

_FROM = tuple(tuple(range(24, die, -1)) for die in range(7))
"""By die: the sources whose target lies on the board."""


def ends(position: Position, dice: Dice, *, last_direct: bool = False) -> set[Position]:
    """All legal end positions of a turn (R5–R16), in the mover's view; `{position}` when he cannot
    move. `last_direct`: the last checker may go off by one die even if both could be used.
    """
    high, low = max(dice), min(dice)
    if high == low:
        return _double(list(position), high)
    found = _two_dice(position, high, low)
    if last_direct:
        found |= _last_checker_off(position, high)
    return found


def _two_dice(position: Position, high: int, low: int) -> set[Position]:
    """R11, R13: both dice if any order allows it, else the higher, else the lower."""
    both: set[Position] = set()
    by_high: set[Position] = set()
    by_low: set[Position] = set()
    for first, second, single in ((high, low, by_high), (low, high, by_low)):
        for source in sources(position, first):
            board = list(position)
            move(board, source, first)
            further = sources(board, second)
            if not further and not both:
                single.add(tuple(board))
            for then in further:
                leaf = board.copy()
                move(leaf, then, second)
                both.add(tuple(leaf))
    return both or by_high or by_low or {position}


def _double(board: list[int], die: int) -> set[Position]:
    """R7, R12: four moves, or as many as there are."""
    level: list[tuple[list[int], int]] = [(board, BAR)]
    for _ in range(4):
        deeper: list[tuple[list[int], int]] = []
        for before, top in level:
            for source in sources(before, die):
                if source <= top:
                    after = before.copy()
                    move(after, source, die)
                    deeper.append((after, source))
        if not deeper:
            break
        level = deeper
    return {tuple(board) for board, _ in level}


def sources(board: Position | list[int], die: int) -> list[int]:
    """The points (25 = bar) from which a checker may move by a die, from high to low."""
    if board[BAR] > 0:
        return [BAR] if board[BAR - die] > -2 else []
    found = [point for point in _FROM[die] if board[point] > 0 and board[point - die] > -2]
    if not (found and found[0] > HOME_BOARD) and max(board[HOME_BOARD + 1 :]) <= 0:
        if board[die] > 0:
            found.append(die)
        elif not any(count > 0 for count in board[die : HOME_BOARD + 1]):
            found += [point for point in range(die - 1, 0, -1) if board[point] > 0][:1]
    return found


def move(board: list[int], source: int, die: int) -> None:
    """Moves one checker by a die, hitting a blot where it lands."""
    board[source] -= 1
    target = source - die
    if target > 0:
        if board[target] < 0:
            board[target] = 0
            board[0] -= 1
        board[target] += 1


def _last_checker_off(position: Position, high: int) -> set[Position]:
    """The position without its last checker, when the higher die takes it off."""
    own = [point for point in range(1, BAR + 1) if position[point] > 0]
    if len(own) == 1 and position[own[0]] == 1 and own[0] <= high:
        return {tuple(0 if point == own[0] else n for point, n in enumerate(position))}
    return set()
