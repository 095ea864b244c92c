"""A match by its file: begun in a new one, or resumed from it."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from app.match.log import FileLog, read_log
from app.match.match import Match, Setup
from app.match.replay import resume
from app.rulebook.words import Problem
from app.wiring.boards import board_named
from app.wiring.games import game
from app.wiring.language import Voice
from app.wiring.places import matches_folder


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A match by hand as asked for on the command line: what is not said is asked in the window."""

    game_name: str
    board: str
    path: Path | None
    names: str


def open_match(
    voice: Voice, path: Path, game_name: str, board: str, names: tuple[str, str]
) -> Match[Any]:
    """The match of a file, resumed when the file exists, else begun in it."""
    if path.exists():
        torn = read_log(path).torn
        found = resume(path, game)
        if torn:
            voice.say("cli.play.torn", path=str(path))
        voice.say("cli.play.resumed", path=str(path))
        return found
    playing = game(game_name)
    setup = Setup(board=board_named(board), names=names, date=_today())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise Problem("cli.cannot_write", path=str(path.parent)) from None
    begun = Match.start(playing, setup, FileLog(path))
    voice.say("cli.play.new_match", path=str(path))
    return begun


def _today() -> str:
    """The day as the player's calendar has it."""
    return datetime.now().astimezone().date().isoformat()


def given_names(voice: Voice, names: str) -> tuple[str, str]:
    given = [name.strip() for name in names.split(",") if name.strip()]
    return (
        given[0] if given else voice.text("cli.play.home"),
        given[1] if len(given) > 1 else voice.text("cli.play.away"),
    )


def new_path(game_name: str) -> Path:
    """A file of its own for every match of a day."""
    folder, day = matches_folder(), _today()
    numbers = range(1, 10_000)
    return next(p for n in numbers if not (p := folder / f"{game_name}-{day}-{n}.jsonl").exists())
