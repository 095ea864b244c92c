"""Typed reading of a board file's fields: a wrong one is named in one sentence."""

from collections.abc import Mapping
from math import isfinite

from app.rulebook.words import Problem

Table = Mapping[str, object]
LONGEST_MM = 5000.0


def text_field(table: Table, name: str) -> str:
    value = _field(table, name)
    if not isinstance(value, str) or not value or any(c.isspace() for c in value):
        raise Problem("board.not_text", field=name)
    return value


def whole_field(table: Table, name: str) -> int:
    value = _field(table, name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Problem("board.not_whole", field=name)
    return value


def length_field(table: Table, name: str) -> float:
    """A length in mm, above zero and not beyond what a table can have."""
    return _length(_field(table, name), name)


def lengths_field(table: Table, name: str) -> tuple[float, float]:
    """Two lengths in mm."""
    value = _field(table, name)
    if not isinstance(value, list) or len(value) != 2:
        raise Problem("board.not_two_lengths", field=name)
    return (_length(value[0], name), _length(value[1], name))


def names_field(table: Table, name: str) -> tuple[str, ...]:
    value = _field(table, name)
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise Problem("board.not_names", field=name)
    return tuple(value)


def flag_field(table: Table, name: str) -> bool:
    """A yes or no that may be left out (no)."""
    value = table.get(name, False)
    if not isinstance(value, bool):
        raise Problem("board.not_flag", field=name)
    return value


def refuse_unknown(table: Table, known: frozenset[str]) -> None:
    for name in table:
        if name not in known:
            raise Problem("board.unknown_field", field=name)


def _field(table: Table, name: str) -> object:
    if name not in table:
        raise Problem("board.no_field", field=name)
    return table[name]


def _length(value: object, name: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise Problem("board.not_length", field=name)
    if not isfinite(value) or not 0 < value <= LONGEST_MM:
        raise Problem("board.not_length", field=name)
    return float(value)
