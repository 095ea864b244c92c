"""`export`: a match in a format other programs read, or as its match sheet."""

from pathlib import Path

import typer

from app.match.export.chronicle import chronicle
from app.match.export.sheet import write_sheet
from app.match.replay import replay
from app.rulebook.words import Problem
from app.wiring.games import game, record_formats
from app.wiring.language import Voice
from app.wiring.places import sheet_fonts

SHEET = "pdf"


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command("export", help=voice.text("cli.export.help"))
    def export(
        match: Path = typer.Argument(..., help=voice.text("cli.export.match")),
        wanted: str = typer.Option(..., "--format", help=voice.text("cli.export.format")),
        out: Path | None = typer.Option(None, help=voice.text("cli.export.out")),
    ) -> None:
        played = replay(match, game).match
        formats = record_formats(played.game.name)
        if wanted != SHEET and wanted not in formats:
            known = ", ".join((*sorted(formats), SHEET))
            raise Problem("cli.export.unknown", given=wanted, game=played.game.name, known=known)
        path = out if out is not None else match.with_suffix(f".{wanted}")
        if path.exists() and path.samefile(match):
            raise Problem("cli.export.itself", path=str(path))
        try:
            if wanted == SHEET:
                write_sheet(played, voice.catalogue, sheet_fonts(), path)
            else:
                text = formats[wanted](chronicle(played), voice.catalogue)
                path.write_text(text, "utf-8", newline="\n")
        except OSError:
            raise Problem("cli.cannot_write", path=str(path)) from None
        voice.say("cli.export.done", path=str(path))
