"""Where a point of the table lies in the window: on the drawn board, or in the camera's picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from app.rulebook.board import Board

Points = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class LivePicture:
    """A camera picture as plain values: BGR rows downwards, and where the table's points lie in it.
    `to_image` takes N×3 mm in the table frame and gives N×2 px of the picture. Every new frame is
    a new array: one that is shown already is not sent to the graphics card again.
    """

    bgr: NDArray[np.uint8]
    to_image: Callable[[Points], Points]


class Projection(Protocol):
    """Table frame (mm) to window (px, y up), and back for points of the felt. A disc's face shows
    `face` disc heights above its foot: a drawn one lies flat.
    """

    face: ClassVar[float]

    def to_window(self, xyz_mm: ArrayLike) -> Points:
        """N×3 mm to N×2 px."""
        ...

    def to_table(self, px: tuple[float, float]) -> tuple[float, float]:
        """The point of the felt (mm) under a point of the window."""
        ...

    def scale_at(self, x_mm: float, y_mm: float) -> float:
        """Pixels of the window per mm around a point of the felt."""
        ...


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """The drawn board: the length runs to the right, file a lies at the top (Home's left).

    `left`, `bottom`: the felt's lower left corner in px; `scale`: px per mm. What stands high is
    drawn a little higher up and to the right, so that stacks show.
    """

    face: ClassVar[float] = 0.0

    board: Board
    left: float
    bottom: float
    scale: float

    def to_window(self, xyz_mm: ArrayLike) -> Points:
        x, y, z = np.asarray(xyz_mm, dtype=np.float64).reshape(-1, 3).T
        across = self.left + (y + 0.6 * z) * self.scale
        up = self.bottom + (self.board.width_mm - x + 1.35 * z) * self.scale
        return np.column_stack([across, up])

    def to_table(self, px: tuple[float, float]) -> tuple[float, float]:
        return (
            self.board.width_mm - (px[1] - self.bottom) / self.scale,
            (px[0] - self.left) / self.scale,
        )

    def scale_at(self, x_mm: float, y_mm: float) -> float:  # noqa: ARG002  the same everywhere
        return self.scale


@dataclass(frozen=True, kw_only=True)
class Filmed:
    """The camera's picture, `height_px` high, shown at `scale` with its lower left corner at
    (`left`, `bottom`) px of the window.
    """

    face: ClassVar[float] = 1.0

    board: Board
    to_image: Callable[[Points], Points]
    height_px: int
    left: float
    bottom: float
    scale: float

    def to_window(self, xyz_mm: ArrayLike) -> Points:
        image = self.to_image(np.asarray(xyz_mm, dtype=np.float64).reshape(-1, 3))
        flipped = np.column_stack([image[:, 0], self.height_px - image[:, 1]])
        return np.asarray(flipped * self.scale + (self.left, self.bottom))

    def to_table(self, px: tuple[float, float]) -> tuple[float, float]:
        """Newton steps from the middle of the felt: the picture may be bent by its lens."""
        at = np.array([self.board.width_mm / 2, self.board.length_mm / 2])
        for _ in range(8):
            probe = np.array([[*at, 0.0], [at[0] + 1, at[1], 0.0], [at[0], at[1] + 1, 0.0]])
            here, by_x, by_y = self.to_window(probe)
            jacobian = np.column_stack([by_x - here, by_y - here])
            at = at + np.linalg.lstsq(jacobian, np.asarray(px) - here, rcond=None)[0]
        return (float(at[0]), float(at[1]))

    def scale_at(self, x_mm: float, y_mm: float) -> float:
        a, b = self.to_window([[x_mm - 5, y_mm, 0], [x_mm + 5, y_mm, 0]])
        return float(np.hypot(*(b - a))) / 10


def fit_drawn(board: Board, area: tuple[float, float, float, float], margin: float) -> Drawn:
    """The largest drawn board in an area (x, y, width, height in px) that leaves a margin of
    `margin` squares all round for the wooden frame.
    """
    x, y, width, height = area
    frame = 2 * margin * board.square_mm
    scale = min(width / (board.length_mm + frame), height / (board.width_mm + frame))
    return Drawn(
        board=board,
        left=x + (width - board.length_mm * scale) / 2,
        bottom=y + (height - board.width_mm * scale) / 2,
        scale=scale,
    )


def fit_filmed(
    board: Board, picture: LivePicture, area: tuple[float, float, float, float]
) -> Filmed:
    """The whole picture, as large as the area (x, y, width, height in px) allows."""
    x, y, width, height = area
    rows, columns = picture.bgr.shape[:2]
    scale = min(width / columns, height / rows)
    return Filmed(
        board=board,
        to_image=picture.to_image,
        height_px=rows,
        left=x + (width - columns * scale) / 2,
        bottom=y + (height - rows * scale) / 2,
        scale=scale,
    )
