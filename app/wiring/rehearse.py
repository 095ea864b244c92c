"""`demo` and `soak`: the simulated table, watched in a window or as fast as it goes."""

import os
import sys
from dataclasses import asdict
from pathlib import Path

import typer

from app.match.log import read_log
from app.rehearsal.demo import DemoOptions, DemoReport, run_demo
from app.rehearsal.soak import soak
from app.rehearsal.stage import BoxMaker
from app.rulebook.words import Problem
from app.wiring.boards import boards
from app.wiring.games import game, players
from app.wiring.language import Voice
from app.wiring.places import sheet_fonts
from firmware_bridge.simulator import SimulatedBox

SIMULATED, FIRMWARE = "sim://", "sim-firmware://"


def attach(cli: typer.Typer, voice: Voice) -> None:
    _attach_demo(cli, voice)
    _attach_soak(cli, voice)


def _attach_demo(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.demo.help"))
    def demo(
        game_name: str = typer.Option("taru", "--game", help=voice.text("cli.game")),
        seed: int = typer.Option(1, min=0, help=voice.text("cli.seed")),
        speed: float = typer.Option(2.0, min=0.1, max=100.0, help=voice.text("cli.demo.speed")),
        headless: bool = typer.Option(False, "--headless", help=voice.text("cli.demo.headless")),
        camera: str = typer.Option(SIMULATED, help=voice.text("cli.demo.camera")),
        box: str = typer.Option(SIMULATED, help=voice.text("cli.demo.box")),
        faults: str = typer.Option("", help=voice.text("cli.demo.faults")),
        turns: int = typer.Option(0, min=0, help=voice.text("cli.demo.turns")),
        out: Path = typer.Option(Path("taru-demo"), help=voice.text("cli.demo.out")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        if not camera.startswith(SIMULATED):
            raise Problem("cli.demo.only_simulated", url=camera)
        options = DemoOptions(
            faults=_listed(faults),
            turns=turns or None,
            lang=voice.lang,
            fonts=sheet_fonts(),
            box=box_maker(box),
        )
        playing = game(game_name)
        _ready(out)
        if headless or not _has_display():
            if not headless:
                voice.say("cli.no_display", out=str(out))
            report = run_demo(playing, boards(), seed=seed, out=out, options=options)
        else:
            from app.wiring.watching import watch

            seen = watch(voice.lang, playing, seed=seed, out=out, options=options, speed=speed)
            if seen is None:
                voice.say("cli.demo.closed")
                return
            report = seen
        _tell(voice, report, out, as_json=as_json)
        if not report.fine:
            raise typer.Exit(1)


def box_maker(url: str) -> BoxMaker:
    """What makes the box of a rehearsal. Raises Problem for any other address, LinkProblem where
    the emulator's tools are missing.
    """
    if url.startswith(FIRMWARE):
        from firmware_bridge.emulator import emulated_box

        return emulated_box()
    if not url.startswith(SIMULATED):
        raise Problem("cli.demo.only_simulated", url=url)
    return SimulatedBox


def _attach_soak(cli: typer.Typer, voice: Voice) -> None:
    @cli.command("soak", help=voice.text("cli.soak.help"))
    def soak_matches(
        matches: int = typer.Option(20, min=1, help=voice.text("cli.soak.matches")),
        seed: int = typer.Option(1, min=0, help=voice.text("cli.seed")),
        game_name: str = typer.Option("taru", "--game", help=voice.text("cli.game")),
        level: str = typer.Option("facts", help=voice.text("cli.soak.level")),
        faults: str = typer.Option("", help=voice.text("cli.demo.faults")),
        jobs: int = typer.Option(1, min=1, help=voice.text("cli.soak.jobs")),
        bots: str = typer.Option("", help=voice.text("cli.soak.bots")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        report = soak(
            game(game_name),
            boards(),
            matches=matches,
            seed=seed,
            jobs=jobs,
            level=level,
            faults=_listed(faults),
            bots=players(game_name, _listed(bots)) if bots else None,
        )
        voice.say(
            "cli.soak.done",
            matches=report.matches,
            turns=report.turns,
            rulings=report.rulings,
            wrong=report.wrong_rulings,
            missed=report.missed_events,
            crashes=report.crashes,
            seconds=report.seconds,
        )
        if bots:
            first, second, neither = report.won
            voice.say("cli.soak.won", bots=bots, first=first, second=second, neither=neither)
        for case in report.cases:
            voice.print(case)
        if as_json:
            voice.json(asdict(report))
        if not report.fine:
            raise typer.Exit(1)


def _ready(out: Path) -> None:
    """Make the folder. Raises Problem when it cannot be written, or when a real match lies there
    under the name of the one to come: only that of an earlier demonstration gives way.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise Problem("cli.cannot_write", path=str(out)) from None
    if not os.access(out, os.W_OK):
        raise Problem("cli.cannot_write", path=str(out))
    match = out / "match.jsonl"
    if match.exists() and not _of_a_demonstration(match):
        raise Problem("cli.demo.in_the_way", path=str(match))


def _of_a_demonstration(match: Path) -> bool:
    """A real match has a date; what cannot be read may be somebody's, and is left alone."""
    try:
        return not read_log(match).header.date
    except Problem:
        return False


def _tell(voice: Voice, report: DemoReport, out: Path, *, as_json: bool) -> None:
    home, away = report.score
    voice.say(
        "cli.demo.result",
        result=f"{home}–{away}",
        turns=report.turns,
        rulings=report.rulings,
        questions=report.questions,
        seconds=report.seconds,
    )
    if report.fine:
        voice.say("cli.demo.agree")
    else:
        voice.say("cli.demo.disagree", wrong=report.wrong_rulings, missed=report.missed_events)
    for case in report.cases:
        voice.print(case)
    left = sorted(path.name for path in out.iterdir()) if out.is_dir() else []
    voice.say("cli.demo.left", out=str(out), files=", ".join(left))
    if as_json:
        voice.json(asdict(report))


def _listed(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _has_display() -> bool:
    """Windows and macOS always have one; Linux says so (Wayland through XWayland)."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))
