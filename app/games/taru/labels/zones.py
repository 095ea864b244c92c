"""Where on the board a square lies, told from the numbers of the board file (spec §2)."""

from app.games.taru.labels.table import Table
from app.rulebook.geometry import Square
from app.rulebook.side import Side


def depth(table: Table, side: Side, square: Square) -> int:
    """The rank of a square counted from a side's own end, 1 at its dead-ball line."""
    return square.rank if side is Side.HOME else table.ranks + 1 - square.rank


def in_own_goal(table: Table, side: Side, square: Square) -> bool:
    return depth(table, side, square) <= table.in_goal


def in_own_22(table: Table, side: Side, square: Square) -> bool:
    """Between a side's try line and its 22 line, the in-goal left out (A20)."""
    return table.in_goal < depth(table, side, square) <= table.in_goal + table.zone22


def in_either_goal(table: Table, square: Square) -> bool:
    return any(in_own_goal(table, side, square) for side in Side)


def beyond_halfway(table: Table, side: Side, square: Square) -> bool:
    return depth(table, side, square) > table.ranks // 2


def restart_spot(table: Table, side: Side) -> Square:
    """The centre square just behind a side's 22 line (T51)."""
    deep = table.in_goal + table.zone22
    rank = deep if side is Side.HOME else table.ranks + 1 - deep
    return Square((table.files + 1) // 2, rank)


def lineout_spot(table: Table, square: Square) -> Square:
    """A spot in a 22 or an in-goal moves to the first square outside that 22 (T119)."""
    deep = table.in_goal + table.zone22
    rank = min(max(square.rank, deep + 1), table.ranks - deep)
    return Square(square.file, rank)
