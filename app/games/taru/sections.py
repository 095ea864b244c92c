"""The sections of the book judged in this edition."""


def _span(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"T{number}" for number in range(first, last + 1))


ALL: tuple[str, ...] = _span(1, 144)

SECTIONS: tuple[str, ...] = (
    *_span(1, 43),
    *_span(59, 104),
    "T106",
    "T109",
    *_span(120, 127),
    *_span(129, 131),
    *_span(133, 136),
    *_span(141, 144),
)
"""In the order of the book. T125 stands without the choice of touch."""

SET = frozenset(SECTIONS)
LATER: tuple[str, ...] = tuple(section for section in ALL if section not in SET)

DEFINITIONS = frozenset(
    {
        "T1", "T3", "T4", "T5", "T23", "T24", "T31", "T34", "T38", "T39", "T42", "T61", "T64",
        "T71", "T72", "T77", "T79", "T84", "T90", "T91", "T94", "T95", "T96", "T97", "T98",
        "T103", "T104", "T109", "T121", "T124", "T125",
    }
)  # fmt: skip
"""Sections that define or permit: other sections' rulings rest on them, none cites them alone."""
