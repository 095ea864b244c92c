"""The games by name, and the runners of their worked scenarios."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from app import games
from app.rulebook.api import Game
from app.rulebook.board import Board
from app.rulebook.words import Problem


def game(name: str) -> Game[Any]:
    """The game of that name. Raises Problem when there is none."""
    if name not in games.names():
        raise Problem("cli.unknown_game", given=name, known=", ".join(games.names()))
    return games.find(name)


class ScenarioReport(Protocol):
    """Outcome of a scenario file: passed, (id, expected, got) of the failing, ids left aside."""

    @property
    def passed(self) -> int: ...

    @property
    def failing(self) -> tuple[tuple[str, str, str], ...]: ...

    @property
    def skipped(self) -> tuple[str, ...]: ...


def scenario_runner(name: str) -> Callable[[Path, Mapping[str, Board]], ScenarioReport]:
    """What runs a file of worked scenarios of that game."""
    game(name)
    run: Callable[[Path, Mapping[str, Board]], ScenarioReport]
    run = import_module(f"app.games.{name}.scenarios").run_path
    return run
