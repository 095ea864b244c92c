"""`python -m vision`: the eye on its own, measured against pictures whose truth is known."""

import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from calibration.problem import EyeProblem
from vision.evaluate import Calibration, Totals, dump_line, scene_files, score_picture

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="The eye on its own: how well it reads pictures.  L’œil seul : comment il lit les images.",
)
evaluate_app = typer.Typer(no_args_is_help=True, help="Measure / mesurer.")
app.add_typer(evaluate_app, name="evaluate")


class CalibrationChoice(StrEnum):
    GIVEN = "given"
    CORNERS = "corners"


class Language(StrEnum):
    FRENCH = "fr"
    ENGLISH = "en"


@app.callback()
def _root() -> None:
    """Keeps `evaluate` a sub-command."""


def system_language() -> Language:
    """The system's language, French when it is neither of ours."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((name for name in names if name), "")
    return Language.ENGLISH if name.lower().startswith("en") else Language.FRENCH


MISUSED = (
    "Cette commande ne se comprend pas. Ajoutez --help pour voir ce qu’elle attend.",
    "This command cannot be understood. Add --help to see what it expects.",
)
LABELS: dict[str, tuple[str, str]] = {
    "pictures": ("images", "pictures"),
    "discs": ("pièces", "discs"),
    "recall": ("pièces trouvées", "discs found"),
    "precision": ("trouvailles justes", "finds that are discs"),
    "team_accuracy": ("équipe juste", "team right"),
    "square_accuracy": ("case juste", "square right"),
    "boards_right": ("plateaux entièrement justes", "boards wholly right"),
    "error_mm_median": ("erreur médiane (mm)", "median error (mm)"),
    "error_mm_p95": ("erreur, 95 % sous (mm)", "error, 95 % below (mm)"),
    "error_mm_max": ("erreur maximale (mm)", "largest error (mm)"),
    "ball_accuracy": ("ballon trouvé", "ball found"),
    "carrier_accuracy": ("porteur juste", "carrier right"),
    "ball_error_mm_median": ("erreur médiane du ballon (mm)", "median error of the ball (mm)"),
    "stacks_found": ("piles reconnues", "stacks found"),
    "registered": ("plateaux calés", "boards registered"),
    "cpu_ms_median": ("calcul par image (ms)", "computing per picture (ms)"),
}


@evaluate_app.command("pictures")
def pictures(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="NAME.jpg + NAME.json")],
    calibration: Annotated[CalibrationChoice, typer.Option()] = CalibrationChoice.GIVEN,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="last line: one JSON object")] = False,
    dump: Annotated[Path | None, typer.Option(help="everything found, JSON lines")] = None,
    lang: Annotated[Language | None, typer.Option(help="fr | en")] = None,
) -> None:
    """Read pictures of a table whose truth is known and say how well it went.

    Example: python -m vision evaluate pictures renders --calibration corners --json
    """
    tongue = lang or system_language()
    try:
        totals = _score(folder, calibration.value, dump)
    except EyeProblem as problem:
        typer.echo(problem.sentence(tongue.value), err=True)
        raise typer.Exit(2) from problem
    figures = totals.figures()
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        _show(figures, tongue)


def _score(folder: Path, calibration: str, dump: Path | None) -> Totals:
    totals = Totals()
    lines = []
    console = Console(stderr=True)
    how: Calibration = "corners" if calibration == "corners" else "given"
    for truth in track(scene_files(folder), description="", console=console, transient=True):
        score = score_picture(truth, how)
        totals.scores.append(score)
        lines.append(json.dumps(dump_line(score)))
    if dump is not None:
        try:
            dump.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        except OSError as refused:
            raise EyeProblem("dump.refused", path=dump) from refused
    return totals


def _show(figures: dict[str, float | int | None], tongue: Language) -> None:
    table = Table(show_header=False, box=None)
    for key, value in figures.items():
        french, english = LABELS[key]
        label = french if tongue is Language.FRENCH else english
        text = "–" if value is None else f"{value:g}" if isinstance(value, int) else f"{value:.4f}"
        table.add_row(label, text)
    Console().print(table)


def main() -> None:
    """Runs the command line; a command written wrongly ends in one sentence, exit code 2."""
    try:
        outcome = app(standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        sys.exit(_misused(sys.argv[1:], type(error).__name__))
    sys.exit(outcome if isinstance(outcome, int) else 0)


def _misused(argv: list[str], kind: str) -> int:
    if kind == "NoArgsIsHelpError":
        return 0
    chosen = next((lang for lang in Language if f"--lang {lang}" in " ".join(argv)), None)
    french = (chosen or system_language()) is Language.FRENCH
    typer.echo(MISUSED[0 if french else 1], err=True)
    return 2


if __name__ == "__main__":
    main()
