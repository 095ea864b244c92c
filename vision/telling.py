"""What the eye's own commands print: figures by name in two languages, refusals."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from calibration.language import Language, language
from calibration.problem import EyeProblem

T = TypeVar("T")


AsJson = Annotated[bool, typer.Option("--json", help="options.json")]
Lang = Annotated[Language | None, typer.Option(help="options.lang")]

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
    "ball_within_2_mm": ("ballon libre à 2 mm près", "loose ball within 2 mm"),
    "stacks_found": ("piles reconnues", "stacks found"),
    "stacks_invented": ("piles inventées", "stacks invented"),
    "registered": ("plateaux calés", "boards registered"),
    "corner_error_mm_p95": ("coins du tapis, 95 % sous (mm)", "felt corners, 95 % below (mm)"),
    "clips": ("films", "clips"),
    "flicks": ("pichenettes", "flicks"),
    "first_touch_right": ("première pièce touchée juste", "first disc touched right"),
    "first_touch_wrong": ("première pièce touchée fausse", "first disc touched wrong"),
    "first_touch_asked": ("première pièce touchée demandée", "first disc touched asked"),
    "wrong_open": ("… tir libre", "… flicked anywhere"),
    "wrong_hit": ("… tir sur une pièce", "… flicked at a disc"),
    "wrong_graze": ("… pièce frôlée ou effleurée", "… disc grazed or just missed"),
    "wrong_reach": ("… arrêt devant une pièce", "… rest before a disc"),
    "wrong_out": ("… sortie", "… flicked out"),
    "wrong_chip": ("… ballon levé par-dessus une pièce", "… chipped over a disc"),
    "order_right": ("contacts et leur ordre justes", "contacts and their order right"),
    "from_right": ("départ juste", "start right"),
    "exit_right": ("sortie juste", "exit right"),
    "rest_right": ("arrêt juste", "rest right"),
    "exit_error_mm_p95": ("sortie, 95 % sous (mm)", "exit, 95 % below (mm)"),
    "exit_error_squares_p95": ("sortie, 95 % sous (cases)", "exit, 95 % below (squares)"),
    "rest_error_mm_p95": ("arrêt, 95 % sous (mm)", "rest, 95 % below (mm)"),
    "release_error_s_p95": ("instant du tir, 95 % sous (s)", "release, 95 % below (s)"),
    "touch_error_s_p95": ("instant du contact, 95 % sous (s)", "touch, 95 % below (s)"),
    "untold": ("pichenettes non vues", "flicks not told"),
    "ball_recall": ("ballon vu", "ball seen"),
    "false_events": ("événements inventés", "events invented"),
    "frames": ("images", "frames"),
    "full_reads": ("lectures entières", "full readings"),
    "paused_frames": ("vue perdue (images)", "view lost (frames)"),
    "flights": ("vols du ballon", "flights of the ball"),
    "seconds": ("durée (s)", "length (s)"),
    "bumps": ("chocs", "bumps"),
    "good": ("bonnes vues", "good views"),
    "good_taken": ("bonnes vues calibrées juste", "good views registered rightly"),
    "good_taken_wrongly": ("bonnes vues calibrées faux", "good views registered wrongly"),
    "cut": ("vues coupées", "views cut by the picture"),
    "cut_taken_wrongly": ("coupées, calibrées faux", "cut, registered wrongly"),
    "cut_said": ("coupées, dites coupées", "cut, told to be cut"),
    "board": ("vues d’un autre plateau", "views of another board"),
    "board_taken_wrongly": ("autre plateau accepté", "another board accepted"),
    "board_said": ("autre plateau dit autre", "another board, told to be another"),
    "moved": ("caméras bougées", "cameras moved"),
    "moved_taken_wrongly": ("bougées, calibrées faux", "moved, registered wrongly"),
    "moved_found": ("bougées, retrouvées", "moved, found again"),
    "cpu_s_median": ("CPU par image, médiane (s)", "CPU per picture, median (s)"),
    "reregistered": ("vues retrouvées", "views found again"),
    "views_wrong": ("vues crues à tort", "views wrongly believed"),
    "residual_mm_p95": ("écart restant, 95 % sous (mm)", "residual, 95 % below (mm)"),
    "events": ("événements inventés", "events invented"),
    "noticed_s_p95": ("choc remarqué, 95 % en moins de (s)", "noticed, 95 % within (s)"),
    "found_s_median": ("retrouvée, médiane (s)", "found again, median (s)"),
    "found_s_p95": ("retrouvée, 95 % en moins de (s)", "found again, 95 % within (s)"),
    "films": ("films", "films"),
    "bad_light": ("en mauvaise lumière", "in bad light"),
    "bad_light_missed": ("mauvaise lumière non dite", "bad light not told"),
    "false_alarms": ("fausses alertes", "false alarms"),
    "gone": ("pièces disparues à tort", "discs told gone"),
    "invented": ("pièces inventées", "discs invented"),
    "team_wrong": ("équipes fausses", "teams wrong"),
    "identity_wrong": ("identités fausses, sans le dire", "identities wrong, and not said"),
    "identity_doubted": ("échanges possibles signalés", "possible exchanges told"),
    "doubted_needlessly": ("signalés sans raison", "told without need"),
    "ball_wrong": ("ballon mal lu", "ball read wrongly"),
    "hands_seen": ("images avec une main", "frames with a hand"),
    "hands_invented": ("images avec une main inventée", "frames with a hand invented"),
    "hands_late": ("mains vues trop tard", "hands seen too late"),
    "entries": ("mains entrées", "hands that came in"),
    "visits": ("visites de mains", "visits of hands"),
    "never_known": ("tables jamais connues", "layouts never known"),
    "known_ms_median": ("table connue, médiane (ms)", "layout known, median (ms)"),
    "known_ms_p95": ("table connue, 95 % en moins de (ms)", "layout known, 95 % within (ms)"),
    "known_ms_max": ("table connue, au plus tard (ms)", "layout known, at the latest (ms)"),
    "cpu_ms_mean": ("calcul par image, moyenne (ms)", "computing per frame, mean (ms)"),
    "cores_at_30": ("cœurs à 30 images/s", "cores at 30 frames/s"),
    "tell_ms_mean": ("calcul d’un vol, moyenne (ms)", "telling a flight, mean (ms)"),
    "tell_ms_max": ("calcul d’un vol, au plus (ms)", "telling a flight, at most (ms)"),
    "cpu_ms_median": ("calcul par image (ms)", "computing per picture (ms)"),
}


@contextmanager
def speaking(lang: Language | None) -> Iterator[Language]:
    """The user's language; bad input ends in one sentence and exit code 2."""
    tongue = lang or language()
    try:
        yield tongue
    except EyeProblem as problem:
        typer.echo(problem.sentence(tongue.value), err=True)
        raise typer.Exit(2) from problem


def counted(items: Iterable[T], most: int | None, keep: Callable[[T], None]) -> list[T]:
    """All the items, each kept as it comes; a bar on the terminal meanwhile, which is gone however
    this ends.
    """
    taken, console = [], Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=most)
        for item in items:
            keep(item)
            taken.append(item)
            progress.advance(bar)
    return taken


def tell(figures: Mapping[str, float | int | None], tongue: Language, *, as_json: bool) -> None:
    """The figures as a table, or as one JSON object on the last line."""
    if as_json:
        typer.echo(json.dumps(figures))
        return
    table = Table(show_header=False, box=None)
    for key, value in figures.items():
        french, english = LABELS[key]
        label = french if tongue is Language.FRENCH else english
        text = "–" if value is None else f"{value:g}" if isinstance(value, int) else f"{value:.4f}"
        table.add_row(label, text)
    Console().print(table)
