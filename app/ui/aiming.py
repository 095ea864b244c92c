"""What the step that sets the eye up shows and asks: plain values, and who finds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from app.rulebook.words import Phrase

Points = NDArray[np.float64]
"""N×2 px of the camera's picture, y downwards."""
Picture = NDArray[np.uint8]
HomeSide = Literal["left", "top", "right", "bottom"]
OPPOSITE: dict[HomeSide, HomeSide] = {
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}


@dataclass(frozen=True, kw_only=True, eq=False)
class Region:
    """A ninth of the felt: where its middle lies in the picture, and how far its lines are from
    their places (mm, None when none is seen).
    """

    middle_px: tuple[float, float]
    residual_mm: float | None


@dataclass(frozen=True, kw_only=True, eq=False)
class Fit:
    """A camera found over the table. `corners_px`: Home's left, Home's right, Away's left, Away's
    right; `lines_px`: the outline of the felt, then its ruled lines, as the picture should show
    them; `home` is the side of the picture where Home sits, by guess unless `home_known`.
    """

    corners_px: Points
    lines_px: Sequence[Points]
    regions: Sequence[Region]
    residual_mm: float
    home: HomeSide
    home_known: bool


class Aiming(Protocol):
    """Who finds the camera. Searching takes a while and is done on another thread."""

    def picture(self) -> Picture | None:
        """The newest picture (BGR); None while there is none."""
        ...

    def search(self, corners_px: Points | None) -> None:
        """Begin to look, from four touched corners or by the picture alone."""
        ...

    @property
    def has_kept(self) -> bool:
        """Whether something is kept of this camera from before."""
        ...

    def search_kept(self) -> None:
        """Begin to look for the table where it was kept to be."""
        ...

    @property
    def outcome(self) -> Fit | Phrase | None:
        """What was found, or why nothing was; None while it is being looked for."""
        ...

    def turned(self, fit: Fit) -> Fit:
        """The same with Home at the other end, known from now on."""
        ...

    def keep(self, fit: Fit) -> None:
        """Use it from now on, and another time."""
        ...
