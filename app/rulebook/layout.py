"""What lies where: by name (the state's view) and anonymously (what an eye can tell)."""

from dataclasses import dataclass

from app.rulebook.geometry import Square
from app.rulebook.side import Side

DiscId = str
"""`H9`: the side's letter and the disc's number. Numbers are internal; discs look alike."""


def side_of(disc: DiscId) -> Side:
    return Side(disc[0])


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Discs by square, bottom of a stack first, squares in order; and the ball:
    a disc that carries it, the square it lies on, or None when it is off the felt.
    """

    towers: tuple[tuple[Square, tuple[DiscId, ...]], ...]
    ball: DiscId | Square | None

    def where(self) -> dict[DiscId, Square]:
        return {disc: square for square, tower in self.towers for disc in tower}

    def seen(self) -> "Seen":
        """The same table as an eye would see it."""
        where = self.where()
        carried = isinstance(self.ball, str)
        return Seen(
            towers=tuple((sq, tuple(side_of(d) for d in tower)) for sq, tower in self.towers),
            ball=where[self.ball] if isinstance(self.ball, str) else self.ball,
            carried=carried,
        )


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where something was measured: mm in the table frame, σ in mm."""

    x_mm: float
    y_mm: float
    sigma_mm: float


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A settled table without names: sides by square (bottom first, squares in order), the ball's
    square and whether it sits on a disc there. `spots` measures each square's top disc (and the
    ball under key None); `unsure` are squares whose occupant lies within 3σ of a ruled line,
    `either_side` those where it is hard to see whose the top disc is.
    Equality is of the table alone, never of the measurements.
    """

    towers: tuple[tuple[Square, tuple[Side, ...]], ...]
    ball: Square | None
    carried: bool = False
    spots: tuple[tuple[Square | None, Spot], ...] = ()
    unsure: tuple[Square, ...] = ()
    either_side: tuple[Square, ...] = ()

    def same_table(self, other: "Seen") -> bool:
        return (self.towers, self.ball, self.carried) == (other.towers, other.ball, other.carried)
