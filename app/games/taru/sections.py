"""The sections of the book judged in this edition."""


def _span(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"T{number}" for number in range(first, last + 1))


ALL: tuple[str, ...] = _span(1, 144)

SECTIONS: tuple[str, ...] = ALL
"""In the order of the book."""

SET = frozenset(SECTIONS)
LATER: tuple[str, ...] = tuple(section for section in ALL if section not in SET)

DEFINITIONS = frozenset(
    {
        "T1", "T3", "T5", "T11", "T23", "T24", "T29", "T30", "T31", "T38", "T39", "T42", "T47",
        "T56", "T61", "T64", "T69", "T71", "T72", "T77", "T79", "T84", "T90", "T91", "T94", "T95",
        "T96", "T97", "T98", "T103", "T104", "T109", "T118", "T121", "T124", "T125",
    }
)  # fmt: skip
"""Sections that define or permit: other sections' rulings rest on them, none need cite them."""

CALLED_BY_PEOPLE = frozenset({"T4", "T135"})
"""What no camera above the board can tell: a ball pushed rather than flicked, where the tee stands.
"""
