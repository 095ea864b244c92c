"""A match by its file: begun in a new one, or resumed from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    options: Mapping[str, str] = field(default_factory=dict)


def check_house_rules(wanted: Wanted) -> None:
    """Raises Problem on house rules the game does not know, or that come too late: a match that is
    resumed keeps its own. Said before a window, a camera or a file is opened.
    """
    if wanted.path is not None and wanted.path.exists():
        if wanted.options:
            raise Problem("cli.play.rules_stand", path=str(wanted.path))
        return
    game(wanted.game_name).start(board_named(wanted.board), wanted.options)


def open_match(
    voice: Voice, path: Path, wanted: Wanted, names: tuple[str, str], options: Mapping[str, str]
) -> Match[Any]:
    """The match of a file, resumed when the file exists, else begun in it."""
    if path.exists():
        torn = read_log(path).torn
        found = resume(path, game)
        if torn:
            voice.say("cli.play.torn", path=str(path))
        voice.say("cli.play.resumed", path=str(path))
        return found
    playing = game(wanted.game_name)
    setup = Setup(
        board=board_named(wanted.board), options=dict(options), names=names, date=_today()
    )
    playing.start(setup.board, setup.options)  # what does not fit is said before a file is made
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


def given_options(mode: str, options: Sequence[str]) -> dict[str, str]:
    """`--mode` and every `--option name=value`. Raises Problem on one that is not of that form."""
    given = {"mode": mode} if mode else {}
    for option in options:
        name, equals, value = option.partition("=")
        if not (name and equals and value):
            raise Problem("cli.play.bad_option", given=option)
        given[name] = value
    return given


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
