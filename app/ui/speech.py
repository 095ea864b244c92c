"""The window's language: sentences, numbers and the names of sides, switched while it runs."""

import re
from collections.abc import Sequence

from app.match.numbers import first_of, measure_text, number_text
from app.rulebook.api import Measure
from app.rulebook.words import LANGS, Argument, Catalogue, Lang, Phrase, phrase

_HIGH = re.compile(r" (?=[:;?!»])|(?<=«) ")


class Speech:
    """Says phrases in the language of the moment. `packages` are those whose words/ are spoken."""

    def __init__(self, lang: Lang, packages: Sequence[str]) -> None:
        self._packages = ("app.ui", *(p for p in packages if p != "app.ui"))
        self.catalogue = Catalogue(lang, *self._packages)
        self.names: tuple[str, str] = ("", "")
        """What the sides are called in this match; empty: as the catalogue calls them."""

    @property
    def lang(self) -> Lang:
        return self.catalogue.lang

    def switch(self) -> None:
        """The next language."""
        other = LANGS[(LANGS.index(self.lang) + 1) % len(LANGS)]
        self.catalogue = Catalogue(other, *self._packages)

    def say(self, said: Phrase | str, **args: str | int | float) -> str:
        """A phrase, or a key with its arguments. No French line begins with a sign that belongs to
        the word before it.
        """
        whole = phrase(said, **args) if isinstance(said, str) else said
        text = self.catalogue.say(
            Phrase(whole.key, tuple((k, self._named(v)) for k, v in whole.args))
        )
        return _HIGH.sub("\N{NO-BREAK SPACE}", text) if self.lang == "fr" else text

    def _named(self, value: Argument | Phrase) -> Argument | Phrase:
        """A side inside a sentence (`….side.H`) by its name in this match."""
        if not isinstance(value, Phrase):
            return value
        stem, _, letter = value.key.rpartition(".")
        if stem.endswith("side") and letter in ("H", "A") and self.names[letter == "A"]:
            return self.names[letter == "A"]
        return Phrase(value.key, tuple((k, self._named(v)) for k, v in value.args))

    def first_of(self, *keys: str) -> str:
        """The first key that the catalogue knows; else the last part of the last key."""
        return first_of(self.catalogue, *keys)

    def number(self, value: float) -> str:
        """At most one decimal, with a comma in French."""
        return number_text(self.lang, value)

    def measure(self, measure: Measure) -> str:
        """`trajet : 4 cases, ±0,6 (seuil 3)`."""
        return measure_text(self.catalogue, measure)
