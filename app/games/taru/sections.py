"""The sections of the book judged in this edition."""


def _span(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"T{number}" for number in range(first, last + 1))


ALL: tuple[str, ...] = _span(1, 144)

SECTIONS: tuple[str, ...] = (
    *_span(1, 6),
    *_span(12, 30),
    *_span(32, 43),
    *_span(66, 72),
    *_span(78, 86),
    *_span(95, 101),
    *_span(103, 104),
    "T106",
    *_span(120, 127),
    *_span(129, 131),
    *_span(134, 136),
    *_span(141, 144),
)
"""In the order of the book. T125 stands without the choice of touch."""

SET = frozenset(SECTIONS)
LATER: tuple[str, ...] = tuple(section for section in ALL if section not in SET)
