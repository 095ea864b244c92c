"""A square walked over the table with the arrow keys: a finger for those who play by keyboard."""

from app.rulebook.board import Board
from app.rulebook.facts import Edge
from app.rulebook.geometry import Square
from app.ui.fingers import Touched


class Cursor:
    """Hidden until an arrow is pressed. It may step one square off the felt, to an edge."""

    def __init__(self) -> None:
        self.square: Square | None = None

    def hide(self) -> None:
        self.square = None

    def step(self, board: Board, right: int, up: int, start: Square | None) -> None:
        """Steps as the drawn board lies: ranks run to the right, files downwards. It appears at
        `start`, or in the middle.
        """
        if self.square is None:
            self.square = start or Square((board.files + 1) // 2, (board.ranks + 1) // 2)
            return
        file = min(max(self.square.file - up, 0), board.files + 1)
        rank = min(max(self.square.rank + right, 0), board.ranks + 1)
        off_both = file in (0, board.files + 1) and rank in (0, board.ranks + 1)
        self.square = self.square if off_both else Square(file, rank)

    def touched(self, board: Board) -> Touched | None:
        """What a finger on the cursor would touch."""
        if self.square is None:
            return None
        edges: dict[Edge, bool] = {
            "W": self.square.file < 1,
            "E": self.square.file > board.files,
            "S": self.square.rank < 1,
            "N": self.square.rank > board.ranks,
        }
        edge = next((e for e, off in edges.items() if off), None)
        inside = Square(
            min(max(self.square.file, 1), board.files), min(max(self.square.rank, 1), board.ranks)
        )
        x, y = board.centre_of(self.square)
        x, y = min(max(x, 0.0), board.width_mm), min(max(y, 0.0), board.length_mm)
        return Touched(square=inside, x_mm=x, y_mm=y, edge=edge)
