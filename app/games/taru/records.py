"""The record formats of Taru (spec §8.2)."""

from collections.abc import Mapping

from app.games.taru.tgn.read import read_record
from app.games.taru.tgn.write import write_record
from app.rulebook.chronicle import Reader, Writer

FORMATS: Mapping[str, Writer] = {"tgn": lambda chronicle, _: write_record(chronicle)}
READERS: Mapping[str, Reader] = {"tgn": read_record}
