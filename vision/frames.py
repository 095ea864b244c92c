"""Frames: a stamped picture, and where a stream of them comes from."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True, eq=False)
class Frame:
    """A BGR picture (H×W×3) taken at `at` seconds on the monotonic clock."""

    at: float
    image: Image
    index: int = 0


class Frames(Protocol):
    """A source of frames; `read` gives the next one, or None when the stream is over."""

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...
