"""The games, one folder each; `names()` finds them, `find(name)` opens one."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from app.rulebook.api import Game
from app.rulebook.words import Problem


def names() -> tuple[str, ...]:
    """Folders of this package that hold a game, in order."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def find(name: str) -> Game[Any]:
    """The game of a folder: the class of its `game` module named as the folder, capitalised.

    Raises Problem when there is no such game.
    """
    if name not in names():
        raise Problem("rulebook.no_game", name=name, known=", ".join(names()))
    game: Game[Any] = getattr(import_module(f"app.games.{name}.game"), name.capitalize())()
    return game
