"""The board without a game: what the eye, the drift check and the synthetic camera know of it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RuledLine:
    """One heavy line painted on the felt, from a to b in table mm; thin grid lines are implied."""

    a: tuple[float, float]
    b: tuple[float, float]
    dashed: bool = False


@dataclass(frozen=True, kw_only=True)
class Surface:
    """A playing surface in the table frame (mm, origin at the a1 corner, x across, y along).

    `files` × `ranks` squares of `square_mm`; discs and ball as sold with the board.
    """

    files: int
    ranks: int
    square_mm: float
    disc_mm: float
    disc_height_mm: float
    ball_mm: tuple[float, float]
    lines: tuple[RuledLine, ...] = ()

    @property
    def width_mm(self) -> float:
        return self.files * self.square_mm

    @property
    def length_mm(self) -> float:
        return self.ranks * self.square_mm

    @property
    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """The four felt corners (0,0) (W,0) (W,L) (0,L)."""
        w, length = self.width_mm, self.length_mm
        return ((0.0, 0.0), (w, 0.0), (w, length), (0.0, length))

    def square_at(self, x_mm: float, y_mm: float) -> tuple[int, int] | None:
        """The square (file, rank), both counted from 1, under a point; None beside the felt."""
        file, rank = int(x_mm // self.square_mm) + 1, int(y_mm // self.square_mm) + 1
        return (file, rank) if 1 <= file <= self.files and 1 <= rank <= self.ranks else None

    def centre_of(self, file: int, rank: int) -> tuple[float, float]:
        """Centre in mm of a square given by file and rank from 1."""
        return ((file - 0.5) * self.square_mm, (rank - 0.5) * self.square_mm)
