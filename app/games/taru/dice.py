"""The dice of a turn and the lazy ledger of its points (spec §3.2)."""

from dataclasses import dataclass, replace
from typing import Literal

Use = Literal["s", "t", "k", "d"]
"""What a die was committed to: strip, tackle, kick, drop."""


@dataclass(frozen=True, kw_only=True)
class Dice:
    """A roll: faces, what each die was committed to, the +3 of a tap, points spent so far.

    Points are colourless: a die stays whole as long as what was spent fits in the rest.
    """

    red: int
    green: int
    red_use: Use | None = None
    green_use: Use | None = None
    extra: int = 0
    spent: int = 0

    @property
    def free_red(self) -> int:
        return 0 if self.red_use else self.red

    @property
    def free_green(self) -> int:
        return 0 if self.green_use else self.green

    @property
    def points_left(self) -> int:
        return self.free_red + self.free_green + self.extra - self.spent

    @property
    def strip_open(self) -> bool:
        return self.red_use is None and self.spent <= self.free_green + self.extra

    @property
    def tackle_open(self) -> bool:
        return self.green_use is None and self.spent <= self.free_red + self.extra

    @property
    def double(self) -> bool:
        return self.red == self.green

    @property
    def double_six(self) -> bool:
        return self.red == self.green == 6

    def pay(self, points: int) -> "Dice":
        return replace(self, spent=self.spent + points)
