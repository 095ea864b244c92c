"""The command line: one typer application in the user's language, and its exit codes."""

import os
from collections.abc import Callable

import typer

from app.rulebook.words import Problem
from app.wiring.help_pages import translate
from app.wiring.language import Voice, take_language
from calibration.problem import EyeProblem
from firmware_bridge.errors import LinkProblem

FINE, NOT_SO, WRONG_INPUT, STOPPED = 0, 1, 2, 130
"""Exit codes: fine; the thing checked is not so; wrong usage or input; stopped by Ctrl-C."""


def run(argv: list[str]) -> int:
    """Run one command; returns the exit code. Bad input ends in one sentence, never a traceback."""
    try:
        lang, rest = take_language(argv, os.environ)
    except Problem as problem:
        return _complain(Voice("fr"), problem)
    voice = Voice(lang)
    try:
        outcome = application(voice)(rest or ["--help"], standalone_mode=False)
    except BaseException as error:  # noqa: BLE001 - what is not for the user is raised again
        return _ending(voice, error)
    return _stopped(voice) if outcome == STOPPED else outcome if isinstance(outcome, int) else FINE


def _ending(voice: Voice, error: BaseException) -> int:
    """The sentence and the exit code of a command that did not come to its end."""
    match error:
        case Problem() | EyeProblem() | LinkProblem():
            return _complain(voice, error)
        case KeyboardInterrupt() | typer.Abort():
            return _stopped(voice)
        case BrokenPipeError():
            return _unread()
        case SystemExit(__context__=BrokenPipeError()):  # so rich and typer leave
            return _unread()
        case OSError():
            return _refused(voice, error)
        case Exception() if hasattr(error, "format_message"):
            return _misused(voice, error)
    raise error


def _stopped(voice: Voice) -> int:
    voice.complain(voice.text("cli.stopped"))
    return STOPPED


def _unread() -> int:
    """Nobody reads on: what is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return FINE


def _refused(voice: Voice, error: OSError) -> int:
    """The disk, or what standard output is led to, takes no more."""
    if error.filename is None:
        _unread()
    voice.complain(voice.text("cli.refused", path=str(error.filename or "stdout")))
    return WRONG_INPUT


def _complain(voice: Voice, problem: Problem | EyeProblem | LinkProblem) -> int:
    if isinstance(problem, Problem):
        voice.complain(voice.catalogue.say(problem.phrase))
    else:
        voice.complain(problem.sentence(voice.lang))
    return WRONG_INPUT


def _misused(voice: Voice, error: Exception) -> int:
    """A command that is a branch, alone on its line, has shown its help page; others are wrong."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return FINE
    voice.complain(_usage(voice, error))
    return WRONG_INPUT


def _usage(voice: Voice, error: Exception) -> str:
    """What is wrong with the command as typed, from what typer tells of it."""
    param = getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    if option is not None:
        known = type(error).__name__ != "NoSuchOption"
        return voice.text("cli.no_value" if known else "cli.no_such_option", option=str(option))
    if param is not None:
        name = getattr(param, "opts", None) or [str(getattr(param, "name", ""))]
        missing = type(error).__name__ == "MissingParameter"
        shown = name[0] if str(name[0]).startswith("-") else str(name[0]).upper()
        return voice.text("cli.missing" if missing else "cli.bad_value", name=shown)
    return voice.text("cli.usage")


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
    translate(cli, voice)
    return cli
