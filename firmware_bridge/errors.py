"""What can be wrong between the host and the box, and the sentence that says what to do."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

Lang = Literal["fr", "en"]
ProblemReason = Literal[
    "clock",
    "absent",
    "busy",
    "permission",
    "io",
    "url",
    "none",
    "wrong-device",
    "silent",
    "no-emulator",
]
AlertReason = Literal[
    "gap", "power-loss", "lost", "other-box", "stale", "version", "wrong-device", "silent",
    "listening", "clock",
]  # fmt: skip


@cache
def catalogue(lang: Lang) -> dict[str, dict[str, str]]:
    """All that this package says on its own: table → key → sentence, its arguments in braces."""
    text = (files("firmware_bridge") / "words" / f"{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


def say(table: str, key: str, lang: Lang, **args: str | int) -> str:
    """A sentence, filled in; KeyError when there is none."""
    return catalogue(lang)[table][key].format(**args)


def sentence(reason: str, lang: Lang, **args: str | int) -> str:
    """What is wrong, and what to do about it."""
    return say("box", reason, lang, **args)


class LinkProblem(Exception):
    """The box cannot be reached. `reason` is a key of the catalogue, `args` fill the sentence."""

    def __init__(self, reason: ProblemReason, **details: str | int) -> None:
        super().__init__(reason)
        self.reason: ProblemReason = reason
        self.details = details

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: Lang) -> str:
        return sentence(self.reason, lang, **self.details)
