"""One checker by one die: where it lands, what it hits (R5, R8, R17). In the mover's view."""

from app.games.backgammon.plays import Hop
from app.games.backgammon.position import OFF, Position


def moved(position: Position, hop: Hop) -> Position:
    """R8: the checker stands on its target; a blot there goes to its owner's side of the bar.
    R17: one borne off is out.
    """
    board = list(position)
    board[hop.source] -= 1
    if hop.target > OFF:
        if board[hop.target] < 0:
            board[OFF] += board[hop.target]
            board[hop.target] = 0
        board[hop.target] += 1
    return tuple(board)


def hits(position: Position, hop: Hop) -> bool:
    """R8: whether a blot stands where the checker lands."""
    return hop.target > OFF and position[hop.target] == -1


def landing(source: int, die: int) -> int:
    """R5: that many points on, counted down; past the last point it is off."""
    return max(source - die, OFF)
