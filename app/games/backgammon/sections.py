"""The sections of the book."""

SECTIONS: tuple[str, ...] = tuple(f"R{number}" for number in range(1, 22))

DEFINITIONS = frozenset({"R3", "R16"})
"""R3 says what the cube shows and R16 permits: other sections' rulings rest on them."""
