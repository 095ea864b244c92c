"""The command line: one typer application in the user's language, and its exit codes."""

from collections.abc import Callable

import typer

from app.rulebook.words import Problem
from app.wiring.language import Voice
from calibration.command_line import WRONG_INPUT, code_of, ended
from calibration.help_pages import translate
from calibration.language import Language, take_language
from calibration.problem import EyeProblem
from firmware_bridge.errors import LinkProblem


def run(argv: list[str]) -> int:
    """Run one command; returns the exit code. Bad input ends in one sentence, never a traceback."""
    try:
        tongue, rest = take_language(argv)
    except EyeProblem as problem:
        return ended(problem, "fr", Voice("fr").complain)
    voice = Voice("en" if tongue is Language.ENGLISH else "fr")
    try:
        outcome = application(voice)(rest or ["--help"], standalone_mode=False)
    except Problem as problem:
        voice.complain(voice.catalogue.say(problem.phrase))
        return WRONG_INPUT
    except LinkProblem as problem:
        voice.complain(problem.sentence(voice.lang))
        return WRONG_INPUT
    except BaseException as error:  # noqa: BLE001 - what is not for the user is raised again
        return ended(error, voice.lang, voice.complain)
    return code_of(outcome, voice.lang, voice.complain)


def application(voice: Voice) -> typer.Typer:
    """All commands, their help in the voice's language."""
    from app.wiring import (
        book,
        calibrating,
        dice,
        doctor,
        exporting,
        flash,
        printing,
        reading,
        records,
        rehearse,
        table,
        vigil,
    )
    from app.wiring.bench import command as bench

    cli = typer.Typer(
        name="taru-table",
        help=voice.text("cli.help"),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
    )

    @cli.callback()
    def options(
        lang: str = typer.Option("", "--lang", metavar="fr|en", help=voice.text("cli.lang")),
    ) -> None:
        del lang  # taken from anywhere on the line before typer sees it; here for the help page

    attach: Callable[[typer.Typer, Voice], None]
    parts = (
        rehearse,
        table,
        reading,
        calibrating,
        printing,
        records,
        exporting,
        book,
        dice,
        flash,
        doctor,
        bench,
        vigil,
    )
    for attach in (part.attach for part in parts):
        attach(cli, voice)
    translate(cli, voice.lang)
    return cli
