"""`vigil`: minutes in which nothing is played, before the whole of the referee."""

import cv2
import numpy as np
import typer

from app.rehearsal.vigil import FPS, VigilReport, vigil
from app.rulebook.words import Problem
from app.wiring.boards import boards
from app.wiring.games import game
from app.wiring.language import Voice

SIZES = {"540p": (960, 540), "720p": (1280, 720), "1080p": (1920, 1080)}


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command("vigil", help=voice.text("cli.vigil.help"))
    def keep_vigil(
        minutes: float = typer.Option(10.0, min=0.1, help=voice.text("cli.vigil.minutes")),
        seed: int = typer.Option(1, min=0, help=voice.text("cli.seed")),
        size: str = typer.Option("720p", help=voice.text("cli.vigil.size")),
        game_name: str = typer.Option("taru", "--game", help=voice.text("cli.game")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        if size not in SIZES:
            raise Problem("cli.vigil.bad_size", given=size, known=", ".join(SIZES))
        cv2.setNumThreads(1)
        report = vigil(game(game_name), boards(), minutes=minutes, seed=seed, size=SIZES[size])
        figures = _figures(report)
        voice.say("cli.vigil.done", **figures)
        if as_json:
            voice.json(figures)
        if report.events:
            raise typer.Exit(1)


def _figures(report: VigilReport) -> dict[str, float | int]:
    known = np.array(report.known_ms or [0.0])
    return {
        "minutes": round(report.frames / FPS / 60, 2),
        "frames": report.frames,
        "events": report.events,
        "entries": report.entries,
        "questions": report.questions,
        "arranges": report.arranges,
        "flights": report.flights,
        "with_hands": report.with_hands,
        "times_left": len(report.known_ms),
        "known_ms_median": round(float(np.median(known)), 1),
        "known_ms_p95": round(float(np.quantile(known, 0.95)), 1),
        "known_ms_max": round(float(known.max()), 1),
        "never_known": report.never_known,
        "cpu_ms_mean": round(report.cpu_ms_mean, 2),
        "cores_at_30": round(report.cpu_ms_mean * FPS / 1e3, 3),
    }
