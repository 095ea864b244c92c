"""The two sides of a table."""

from enum import StrEnum


class Side(StrEnum):
    """Home sits at y = 0 and attacks towards +y; Away faces it."""

    HOME = "H"
    AWAY = "A"

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME

    @property
    def forward(self) -> int:
        """Sign of the rank change that is forward for this side."""
        return 1 if self is Side.HOME else -1

    @property
    def order(self) -> int:
        """0 for Home, 1 for Away: the order of scores."""
        return 0 if self is Side.HOME else 1
