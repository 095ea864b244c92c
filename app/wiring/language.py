"""A voice that speaks one language on the terminal."""

import json
from collections.abc import Mapping

from rich.console import Console

from app.games import names
from app.rulebook.words import Catalogue, Lang, Phrase, phrase

SPEAKING = (
    *("app", "app.rulebook", "app.match", "app.ui", "app.rehearsal"),
    *(f"app.games.{name}" for name in names()),
    "firmware_bridge",
)
"""Packages with a `words` folder."""


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
        """One JSON object on a line of its own: the last thing a `--json` command prints. File
        names that are no text are escaped, so that they can be told from others.
        """
        text = json.dumps(record, ensure_ascii=False)
        odd = any("\ud800" <= sign <= "\udfff" for sign in text)
        text = json.dumps(record) if odd else text
        self.console.file.write(text + "\n")
        self.console.file.flush()
