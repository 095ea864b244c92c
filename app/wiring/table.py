"""`play`: a real match, by hand on the drawn board or followed by a camera and a box."""

from pathlib import Path

import typer

from app.rulebook.words import Problem
from app.wiring.boards import usual_board
from app.wiring.games import game
from app.wiring.language import Voice
from app.wiring.opening import (
    Wanted,
    check_house_rules,
    given_names,
    given_options,
    new_path,
    open_match,
)


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.play.help"))
    def play(
        game_name: str = typer.Option("taru", "--game", help=voice.text("cli.game")),
        board: str = typer.Option("", help=voice.text("cli.play.board")),
        match: Path | None = typer.Option(None, help=voice.text("cli.play.match")),
        names: str = typer.Option("", help=voice.text("cli.play.names")),
        mode: str = typer.Option("", help=voice.text("cli.play.mode")),
        option: list[str] = typer.Option([], "--option", help=voice.text("cli.play.option")),
        camera: str = typer.Option("", help=voice.text("cli.play.camera")),
        box: str = typer.Option("", help=voice.text("cli.play.box")),
        calibration: Path | None = typer.Option(None, help=voice.text("cli.look.calibration")),
        corners: str = typer.Option("", help=voice.text("cli.look.corners")),
    ) -> None:
        options = given_options(mode, option)
        game(game_name)
        board = board or usual_board(game_name)
        wanted = Wanted(game_name=game_name, board=board, path=match, names=names, options=options)
        check_house_rules(wanted)
        if not camera and (corners or calibration is not None):
            raise Problem("cli.play.no_camera")
        if not camera and not box:
            from app.wiring.by_hand import play_by_hand

            play_by_hand(voice, wanted)
        else:
            path = match or new_path(game_name)
            from app.wiring.live import follow

            follow(
                voice,
                path,
                lambda: open_match(voice, path, wanted, given_names(voice, names), options),
                eyes=(camera, board, calibration, corners),
                box=box,
            )
            if path.exists():
                voice.say("cli.play.saved", path=str(path))
            else:  # closed while the eye was being set up
                voice.say("cli.calibrate.not_kept")
