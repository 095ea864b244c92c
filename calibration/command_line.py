"""A command line in the user's language: what it ends in is an exit code, and where its input is
bad one sentence, never a traceback.
"""

import errno
import os
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import typer

from calibration.help_pages import shown, translate, wrong_value
from calibration.language import ASKED, take_language
from calibration.problem import EyeProblem
from calibration.words import say, sentence

FINE, WRONG_INPUT, STOPPED = 0, 2, 130
"""Exit codes: fine; wrong usage or input; stopped by Ctrl-C. A command gives 1 itself."""
LONG = 40
"""So much is shown of a name that is too long for a file."""


def main(cli: typer.Typer, package: str) -> None:
    """Runs `python -m package` and ends the process."""
    any_letters()
    sys.exit(run(cli, package, sys.argv[1:]))


def any_letters() -> None:
    """A terminal of a few letters gets those, and a name that is no text is told all the same."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def run(cli: typer.Typer, package: str, argv: list[str]) -> int:
    """Runs a command of an application whose help texts are keys of the package's catalogue;
    returns the exit code.
    """
    try:
        tongue, rest = take_language(argv)
    except EyeProblem as problem:
        _complain(problem.sentence("fr"))
        return WRONG_INPUT
    translate(cli, tongue.value, partial(sentence, package, tongue.value))
    before = ASKED.set(tongue)
    try:
        outcome = cli(rest or ["--help"], standalone_mode=False, prog_name=f"python -m {package}")
    except BaseException as error:  # noqa: BLE001 - what is not for the user is raised again
        return ended(error, tongue.value, _complain)
    finally:
        ASKED.reset(before)
    return code_of(outcome, tongue.value, _complain)


def _complain(sentence: str) -> None:
    typer.echo(sentence, err=True)


def code_of(outcome: object, lang: str, complain: Callable[[str], None]) -> int:
    """The exit code of a command that came to its end, or that typer stopped by itself."""
    if outcome == STOPPED:
        complain(say("usage.stopped", lang))
    return outcome if isinstance(outcome, int) else FINE


def ended(error: BaseException, lang: str, complain: Callable[[str], None]) -> int:
    """The sentence and the exit code of a command that did not come to its end. Raises again what
    is not for the user.
    """
    match error:
        case EyeProblem():
            complain(error.sentence(lang))
            return WRONG_INPUT
        case KeyboardInterrupt() | typer.Abort():
            return code_of(STOPPED, lang, complain)
        case BrokenPipeError() | SystemExit(__context__=BrokenPipeError()):  # rich, typer leave so
            return _unread()
        case OSError():
            complain(_refused(error, lang))
            return WRONG_INPUT
        case Exception() if type(error).__name__ == "NoArgsIsHelpError":
            return FINE  # a branch, alone on its line, has shown its help page
        case Exception() if hasattr(error, "format_message"):
            complain(misused(error, lang))
            return WRONG_INPUT
    raise error


def _unread() -> int:
    """Nobody reads on: what is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return FINE


def _refused(error: OSError, lang: str) -> str:
    """The disk, or what standard output is led to, takes no more; or a name is none."""
    if error.filename is None:
        _unread()
    name = str(error.filename or "stdout")
    if error.errno == errno.ENAMETOOLONG:
        return say("usage.long_name", lang, name=f"{Path(name).name[:LONG]}…")
    return say("usage.refused", lang, path=name)


def misused(error: Exception, lang: str) -> str:
    """What is wrong with the command as typed, from what typer tells of it."""
    kind, param = type(error).__name__, getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    if option is not None:
        key = "no_value" if kind != "NoSuchOption" else "no_such_option"
        key = "takes_no_value" if _is_flag(error, option) else key
        return say(f"usage.{key}", lang, option=option)
    if param is not None:
        if kind == "MissingParameter":
            return say("usage.missing", lang, name=shown(param))
        return wrong_value(param).sentence(lang)
    return say("usage.unclear", lang)


def _is_flag(error: Any, option: str) -> bool:
    params = error.ctx.command.params if getattr(error, "ctx", None) else ()
    return any(option in param.opts and getattr(param, "is_flag", False) for param in params)
