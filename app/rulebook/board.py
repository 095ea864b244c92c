"""A table as data, read from TOML: sizes, squares, pieces. Its game checks what it must satisfy."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.rulebook.geometry import Square
from app.rulebook.words import Problem


@dataclass(frozen=True, kw_only=True)
class BoardLine:
    """A line painted on the felt, between two points in mm, by name (`try_line.H`, `halfway`)."""

    name: str
    a: tuple[float, float]
    b: tuple[float, float]
    dashed: bool = False


@dataclass(frozen=True, kw_only=True)
class BoardShape:
    """A painted or inlaid area: its corners in mm, in order, and how it looks (`light`, `dark`,
    `bar`, `tray`).
    """

    look: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True)
class BoardLabel:
    """Words painted beside the felt or on it, centred on a point in mm."""

    text: str
    at: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Board:
    """A table. `numbers` and `lists` are what the game's own file section says (Taru: in_goal,
    field, zone22, drop_corridor); `lines`, `zones`, `shapes` and `labels` are filled in by the
    game's pitch. A board without labels bears the names of its files and ranks, and one without
    shapes its ruled squares. `ball_mm` is (0, 0) where there is no ball.
    """

    id: str
    game: str
    files: int
    ranks: int
    square_mm: float
    disc_mm: float
    disc_height_mm: float
    ball_mm: tuple[float, float] = (0.0, 0.0)
    discs_numbered: bool = False
    numbers: Mapping[str, int] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: tuple[BoardLine, ...] = ()
    zones: Mapping[str, frozenset[Square]] = field(default_factory=dict)
    shapes: tuple[BoardShape, ...] = ()
    labels: tuple[BoardLabel, ...] = ()

    @property
    def width_mm(self) -> float:
        return self.files * self.square_mm

    @property
    def length_mm(self) -> float:
        return self.ranks * self.square_mm

    def holds(self, square: Square) -> bool:
        return 1 <= square.file <= self.files and 1 <= square.rank <= self.ranks

    def centre_of(self, square: Square) -> tuple[float, float]:
        """Centre in mm of the table frame."""
        return ((square.file - 0.5) * self.square_mm, (square.rank - 0.5) * self.square_mm)

    def square_at(self, x_mm: float, y_mm: float) -> Square | None:
        """The square under a point; None beside the felt."""
        found = Square(int(x_mm // self.square_mm) + 1, int(y_mm // self.square_mm) + 1)
        return found if self.holds(found) else None


def read_table(path: Path) -> dict[str, object]:
    """A board file as a mapping. Raises Problem when it is missing or not TOML."""
    try:
        text = path.read_text("utf-8-sig")  # some editors put a mark before the first letter
    except FileNotFoundError:
        raise Problem("board.missing", path=str(path)) from None
    except (OSError, UnicodeDecodeError):
        raise Problem("board.unreadable", path=str(path)) from None
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else len(text.splitlines())
        raise Problem("board.not_toml", path=str(path), line=number) from error
