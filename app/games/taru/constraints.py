"""What every Taru board must satisfy (G1–G12) for the rules to make sense."""

from app.rulebook.board import Board
from app.rulebook.words import Problem

TEAM = 15
_NUMBERS = ("in_goal", "field", "zone22")
LONGEST_NAME = 99
"""Square names have two digits of rank at most."""


def check_board(board: Board) -> None:
    """Raises Problem naming the first constraint the board breaks, with its numbers.

    Two need no test of their own: G8 (two ranks between the 22 lines) follows from G4 and G6, G10
    (line-out ranks have both neighbours) from G6 and G9.
    """
    for field, told in (*((n, board.numbers) for n in _NUMBERS), ("drop_corridor", board.lists)):
        if field not in told:
            raise Problem("board.no_field", field=field)
    _check_width(board)
    _check_length(board)
    _check_room(board)
    _check_corridor(board)
    _check_pieces(board)


def _refuse_if(broken: bool, constraint: str, **numbers: str | int | float) -> None:  # noqa: FBT001
    if broken:
        raise Problem(f"taru.board.{constraint}", id=str(numbers.pop("id")), **numbers)


def _check_width(board: Board) -> None:
    """G1 one central file; G2 a whole line plus a carrier is at most a team; G3 room to run."""
    files = board.files
    _refuse_if(files % 2 == 0, "g1", id=board.id, files=files)
    _refuse_if(files + 1 > TEAM, "g2", id=board.id, files=files)
    _refuse_if(files < 7, "g3", id=board.id, files=files)


def _check_length(board: Board) -> None:
    """G4 halfway is a line; G5 nine straight squares; G6 the 22 lies inside its half."""
    field, zone = board.numbers["field"], board.numbers["zone22"]
    _refuse_if(field % 2 != 0, "g4", id=board.id, field=field)
    _refuse_if(field < 9, "g5", id=board.id, field=field)
    _refuse_if(not 1 <= zone < field / 2, "g6", id=board.id, zone22=zone, field=field)


def _check_room(board: Board) -> None:
    """G7 a team fits below its 22; G9 an in-goal to score in."""
    files = board.files
    zone, in_goal = board.numbers["zone22"], board.numbers["in_goal"]
    _refuse_if(files * zone < TEAM, "g7", id=board.id, room=files * zone)
    _refuse_if(in_goal < 1, "g9", id=board.id, in_goal=in_goal)
    _refuse_if(board.ranks > LONGEST_NAME, "too_long", id=board.id, ranks=board.ranks)


def _check_corridor(board: Board) -> None:
    """G11 the drop corridor is symmetrical about the central file."""
    named = board.lists["drop_corridor"]
    files = {ord(name) - ord("a") + 1 for name in named if len(name) == 1}
    mirrored = {board.files + 1 - file for file in files}
    broken = not files or len(files) != len(named) or files != mirrored
    inside = all(1 <= file <= board.files for file in files)
    _refuse_if(broken or not inside, "g11", id=board.id, corridor=", ".join(named))


def _check_pieces(board: Board) -> None:
    """G12 the ball rests on a disc, a disc in a square."""
    ball = max(board.ball_mm)
    fits = 0 < ball <= board.disc_mm < board.square_mm
    numbers = {"ball": ball, "disc": board.disc_mm, "square": board.square_mm}
    _refuse_if(not fits, "g12", id=board.id, **numbers)
