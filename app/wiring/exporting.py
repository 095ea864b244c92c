"""`export`: a match in a format other programs read, or as its match sheet."""

from pathlib import Path
from typing import Any

import typer

from app.match.export.chronicle import chronicle
from app.match.export.sheet import write_sheet
from app.match.export.tables import TABLES
from app.match.match import Match
from app.match.replay import replay
from app.rulebook.words import Problem
from app.wiring.games import game, record_formats
from app.wiring.language import Voice
from app.wiring.places import sheet_fonts

SHEET = "pdf"


def _written(played: Match[Any], wanted: str, voice: Voice) -> str:
    told = chronicle(played)
    if wanted in TABLES:
        return TABLES[wanted](told, played.game, voice.catalogue)
    return record_formats(played.game.name)[wanted](told, voice.catalogue)


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command("export", help=voice.text("cli.export.help"))
    def export(
        match: Path = typer.Argument(..., help=voice.text("cli.export.match")),
        wanted: str = typer.Option(..., "--format", help=voice.text("cli.export.format")),
        out: Path | None = typer.Option(None, help=voice.text("cli.export.out")),
    ) -> None:
        played = replay(match, game).match
        formats = record_formats(played.game.name)
        if wanted not in (SHEET, *TABLES, *formats):
            known = ", ".join((*sorted(formats), *TABLES, SHEET))
            raise Problem("cli.export.unknown", given=wanted, game=played.game.name, known=known)
        path = out if out is not None else match.with_suffix(f".{wanted}")
        if path.exists() and path.samefile(match):
            raise Problem("cli.export.itself", path=str(path))
        try:
            if wanted == SHEET:
                write_sheet(played, voice.catalogue, sheet_fonts(), path)
            else:
                path.write_text(_written(played, wanted, voice), "utf-8", newline="\n")
        except OSError:
            raise Problem("cli.cannot_write", path=str(path)) from None
        voice.say("cli.export.done", path=str(path))
