"""The games by name, and the runners of their worked scenarios."""

import json
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import GenericAlias
from typing import Any, Protocol, get_args

from app import games
from app.rulebook.api import Bot, Game
from app.rulebook.board import Board
from app.rulebook.chronicle import Reader, Writer
from app.rulebook.words import Problem

Kind = type | tuple[type, ...] | GenericAlias


def game(name: str) -> Game[Any]:
    """The game of that name. Raises Problem when there is none."""
    if name not in games.names():
        raise Problem("cli.unknown_game", given=name, known=", ".join(games.names()))
    return games.find(name)


def record_formats(name: str) -> Mapping[str, Writer]:
    """The record formats that game can write, by name; none when it has no module `records`."""
    game(name)
    module = f"app.games.{name}.records"
    if find_spec(module) is None:
        return {}
    formats: Mapping[str, Writer] = import_module(module).FORMATS
    return formats


def record_reader(form: str) -> Reader | None:
    """What reads a record of that format (`tgn`), whichever game knows it."""
    for name in games.names():
        module = f"app.games.{name}.records"
        readers = getattr(import_module(module), "READERS", {}) if find_spec(module) else {}
        if form in readers:
            reader: Reader = readers[form]
            return reader
    return None


def players(name: str, kinds: tuple[str, ...]) -> tuple[Bot[Any], Bot[Any]]:
    """Two bots of a game by their names. Raises Problem unless two known ones are named."""
    game(name)
    known: Mapping[str, Callable[[], Bot[Any]]] = getattr(
        import_module(f"app.games.{name}.bots"), "BOTS", {}
    )
    if len(kinds) != 2 or not set(kinds) <= set(known):
        raise Problem("cli.soak.unknown_bots", given=",".join(kinds), known=", ".join(known) or "–")
    first, second = (known[kind]() for kind in kinds)
    return first, second


class ScenarioReport(Protocol):
    """Outcome of a scenario file: passed, (id, expected, got) of the failing, ids left aside."""

    @property
    def passed(self) -> int: ...

    @property
    def failing(self) -> tuple[tuple[str, str, str], ...]: ...

    @property
    def skipped(self) -> tuple[str, ...]: ...


def scenario_runner(name: str) -> Callable[[Path, Mapping[str, Board]], ScenarioReport]:
    """What runs a file of worked scenarios of that game. It raises Problem on a file that is
    missing or holds anything but scenarios.
    """
    game(name)
    scenarios = import_module(f"app.games.{name}.scenarios")
    run: Callable[[Iterable[str], Mapping[str, Board]], ScenarioReport] = scenarios.run_file
    fields: Mapping[str, Kind] = scenarios.FIELDS

    def run_path(path: Path, boards: Mapping[str, Board]) -> ScenarioReport:
        return run(_records(path, fields), boards)

    return run_path


def _records(path: Path, fields: Mapping[str, Kind]) -> list[str]:
    """The scenarios of a file, JSON lines or one JSON list, as one JSON object a line."""
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise Problem("cli.scenarios.missing", path=str(path)) from None
    except (OSError, UnicodeDecodeError):
        raise Problem("cli.scenarios.unreadable", path=str(path)) from None
    records = _list(text, path) if text.lstrip().startswith("[") else _lines(text, path)
    if not records:
        raise Problem("cli.scenarios.none", path=str(path))
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict):
            raise Problem("cli.scenarios.broken", path=str(path), line=number)
        wrong = _first_wrong(record, {"id": (str, int), **fields})
        if wrong is not None:
            raise Problem("cli.scenarios.field", path=str(path), line=number, field=wrong)
    return [json.dumps(record) for record in records]


def _first_wrong(record: Mapping[str, object], fields: Mapping[str, Kind]) -> str | None:
    """The first field that is absent or of another kind; a list holds what `list[…]` says, else
    objects.
    """
    for name, kind in fields.items():
        value = record.get(name)
        of_list = isinstance(kind, GenericAlias)
        inner = get_args(kind) if of_list else (dict,)
        fits = isinstance(value, list if isinstance(kind, GenericAlias) else kind)
        whole = not isinstance(value, list) or all(isinstance(entry, inner) for entry in value)
        if isinstance(value, bool) or not fits or not whole:
            return name
    return None


def _list(text: str, path: Path) -> list[object]:
    try:
        return list(json.loads(text))
    except (ValueError, RecursionError):
        raise Problem("cli.scenarios.broken", path=str(path), line=1) from None


def _lines(text: str, path: Path) -> list[object]:
    records: list[object] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            records += [json.loads(line)] if line.strip() else []
        except (ValueError, RecursionError):
            raise Problem("cli.scenarios.broken", path=str(path), line=number) from None
    return records
