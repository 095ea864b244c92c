"""Which language to speak, and a voice that speaks it on the terminal."""

import json
from collections.abc import Mapping

from rich.console import Console

from app.games import names
from app.rulebook.words import LANGS, Catalogue, Lang, Phrase, Problem, phrase

SPEAKING = (
    *("app", "app.rulebook", "app.match", "app.ui", "app.rehearsal"),
    *(f"app.games.{name}" for name in names()),
    "firmware_bridge",
)
"""Packages with a `words` folder."""


def take_language(argv: list[str], environment: Mapping[str, str]) -> tuple[Lang, list[str]]:
    """The language asked for by `--lang` anywhere, else the system's, else French; and argv
    without the option. Raises Problem on a language nobody here speaks.
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
    if asked is not None:
        for lang in LANGS:
            if asked == lang:
                return lang, rest
        raise Problem("cli.unknown_language", given=asked)
    system = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)),
        "",
    )
    return ("en" if system.lower().startswith("en") else "fr"), rest


class Voice:
    """Says phrases on standard output in one language; complaints go to standard error."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self.catalogue = Catalogue(lang, *SPEAKING)
        self.console = Console(highlight=False)
        self.errors = Console(stderr=True, highlight=False)

    def text(self, key: str, **args: str | int | float | Phrase) -> str:
        return self.catalogue.say(phrase(key, **args))

    def say(self, key: str, **args: str | int | float | Phrase) -> None:
        self.console.print(self.text(key, **args), markup=False, soft_wrap=True)

    def print(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)

    def complain(self, sentence: str) -> None:
        self.errors.print(sentence, markup=False, soft_wrap=True)

    def json(self, record: Mapping[str, object]) -> None:
        """One JSON object on a line of its own: the last thing a `--json` command prints."""
        self.console.file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.console.file.flush()
