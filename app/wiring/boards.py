"""Boards: those shipped, and those a player described."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path

from platformdirs import user_data_path

from app import games
from app.rulebook.board import Board, read_table
from app.rulebook.board_file import text_field
from app.rulebook.words import Problem


def shipped_boards() -> Path:
    """`app/boards` of an installed wheel, `hardware/boards` of a checkout."""
    with as_file(files("app")) as package:
        inside = package / "boards"
        return inside if inside.is_dir() else package.parent / "hardware" / "boards"


def own_boards() -> Path:
    """Where boards that players describe themselves live."""
    return user_data_path("taru-table") / "boards"


def read_board(path: Path) -> Board:
    """A checked board. Raises Problem with the one sentence that says what is wrong."""
    table = read_table(path)
    named = table.get("game")
    if isinstance(named, str) and named not in games.names():
        raise Problem("cli.unknown_game", given=named, known=", ".join(games.names()))
    load: Callable[[Mapping[str, object]], Board]
    load = import_module(f"app.games.{text_field(table, 'game')}.pitch").load_board
    return load(table)


def boards() -> dict[str, Board]:
    """All boards by id; a player's own wins over a shipped one. Damaged own files are passed over
    here (`board check` says what is wrong with them).
    """
    found = [read_board(path) for path in sorted(shipped_boards().glob("*.toml"))]
    for path in sorted(own_boards().glob("*.toml")):
        try:
            found.append(read_board(path))
        except Problem:
            continue
    return {board.id: board for board in found}


def usual_board(game_name: str) -> str:
    """The board of a game that is taken when none is named: `std`, else its first. Raises Problem
    when it has none.
    """
    own = sorted(board.id for board in boards().values() if board.game == game_name)
    if not own:
        raise Problem("cli.unknown_board", given=game_name, known=", ".join(sorted(boards())))
    return "std" if "std" in own else own[0]


def board_named(name: str) -> Board:
    """A board by its id or its file. Raises Problem when there is neither."""
    known = boards()
    if name in known:
        return known[name]
    if name.endswith(".toml") or Path(name).exists():
        return read_board(Path(name))
    raise Problem("cli.unknown_board", given=name, known=", ".join(sorted(known)))
