"""The language sentences are said in."""

import os
from contextvars import ContextVar
from enum import StrEnum

from calibration.problem import EyeProblem


class Language(StrEnum):
    FRENCH = "fr"
    ENGLISH = "en"


ASKED: ContextVar[Language | None] = ContextVar("language", default=None)
"""The language of the command that runs, where one was asked for."""


def language() -> Language:
    """The language asked for, else the system's."""
    return ASKED.get() or system_language()


def system_language() -> Language:
    """The system's language, French when it is neither of ours."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((name for name in names if name), "")
    return Language.ENGLISH if name.lower().startswith("en") else Language.FRENCH


def take_language(argv: list[str]) -> tuple[Language, list[str]]:
    """The language asked for by `--lang` anywhere on the line, else the system's; and the line
    without that option. EyeProblem for a language nobody here speaks.
    """
    rest: list[str] = []
    asked: str | None = None
    words = iter(argv)
    for word in words:
        if word == "--lang":
            asked = next(words, "")
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
        else:
            rest.append(word)
    if asked is None:
        return system_language(), rest
    if asked not in list(Language):
        raise EyeProblem("usage.unknown_language", given=asked)
    return Language(asked), rest
