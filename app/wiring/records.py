"""Commands on records: replay a match, run worked scenarios, check a board file."""

from dataclasses import asdict
from pathlib import Path

import typer

from app.match.replay import replay
from app.rulebook.chronicle import Reader
from app.rulebook.words import Problem
from app.wiring.boards import boards, read_board
from app.wiring.games import game, record_reader, scenario_runner
from app.wiring.language import Voice


def attach(cli: typer.Typer, voice: Voice) -> None:
    _attach_replay(cli, voice)
    _attach_scenarios(cli, voice)
    _attach_board(cli, voice)


def _attach_replay(cli: typer.Typer, voice: Voice) -> None:
    @cli.command("replay", help=voice.text("cli.replay.help"))
    def replay_match(
        match: Path = typer.Argument(..., help=voice.text("cli.replay.match")),
        check: bool = typer.Option(False, "--check", help=voice.text("cli.replay.check")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        reader = record_reader(match.suffix.removeprefix("."))
        if reader is not None:
            _replay_record(voice, reader, match, as_json=as_json)
            return
        report = replay(match, game)
        difference = report.first_difference
        if as_json:
            voice.json(
                {
                    "entries": report.entries,
                    "rulings": report.rulings,
                    "first_difference": None if difference is None else asdict(difference),
                }
            )
        else:
            voice.say("cli.replay.done", entries=report.entries, rulings=report.rulings)
        if report.torn:
            voice.say("cli.play.torn", path=str(match))
        if check and difference is not None:
            voice.complain(
                voice.text(
                    "cli.replay.differs",
                    line=difference.line,
                    recorded=difference.recorded,
                    found=difference.found,
                )
            )
            raise typer.Exit(1)


def _replay_record(voice: Voice, reader: Reader, path: Path, *, as_json: bool) -> None:
    """A record of another kind is judged anew act by act, and refused where it breaks a rule."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise Problem("cli.replay.unreadable", path=str(path)) from None
    told = reader(text, boards())
    rulings = sum(len(entry.rulings) for entry in told.entries)
    position = game(told.game).write(told.end)
    if as_json:
        voice.json({"entries": len(told.entries), "rulings": rulings, "position": position})
        return
    voice.say("cli.replay.record", entries=len(told.entries), rulings=rulings, position=position)


def _attach_scenarios(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.scenarios.help"))
    def scenarios(
        file: Path = typer.Argument(..., help=voice.text("cli.scenarios.file")),
        game_name: str = typer.Option("taru", "--game", help=voice.text("cli.game")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        report = scenario_runner(game_name)(file, boards())
        for name, expected, got in report.failing:
            voice.say("cli.scenarios.failing", name=name, expected=expected, got=got)
        voice.say("cli.scenarios.done", passed=report.passed, failed=len(report.failing))
        if report.skipped:
            voice.say("cli.scenarios.skipped", count=len(report.skipped))
        if as_json:
            voice.json(
                {
                    "passed": report.passed,
                    "failed": len(report.failing),
                    "failing": [name for name, _, _ in report.failing],
                    "skipped": len(report.skipped),
                }
            )
        if report.failing:
            raise typer.Exit(1)


def _attach_board(cli: typer.Typer, voice: Voice) -> None:
    board = typer.Typer(help=voice.text("cli.board.help"), no_args_is_help=True)
    cli.add_typer(board, name="board")

    @board.callback()
    def of_boards() -> None:
        """Keep `check` a command of its own while it is the only one."""

    @board.command(help=voice.text("cli.board.check_help"))
    def check(file: Path = typer.Argument(..., help=voice.text("cli.board.file"))) -> None:
        found = read_board(file)
        voice.say(
            "cli.board.fine",
            name=found.id,
            files=found.files,
            ranks=found.ranks,
            mm=found.square_mm,
        )
