"""Sentences as keys with arguments, and the catalogues that say them in French and English."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")
Argument = str | int | float
_JOINED = (("à", "au"), ("À", "Au"), ("de", "du"))


@dataclass(frozen=True)
class Phrase:
    """A sentence not yet in any language: a catalogue key and the arguments it is filled with.

    An argument that is itself a Phrase is said first, in the same language.
    """

    key: str
    args: tuple[tuple[str, "Argument | Phrase"], ...] = ()


def phrase(key: str, **args: "Argument | Phrase") -> Phrase:
    return Phrase(key, tuple(args.items()))


class Catalogue:
    """The sentences of one language, from one or several `words/<lang>.toml` files.

    `say` fills a phrase in; a key nobody wrote is a programming error (KeyError), never shown.
    """

    def __init__(self, lang: Lang, *packages: str) -> None:
        self.lang = lang
        self._sentences: dict[str, str] = {}
        for package in packages:
            text = (files(package) / "words" / f"{lang}.toml").read_text("utf-8")
            self._sentences.update(_flat(tomllib.loads(text)))

    def names(self) -> frozenset[str]:
        return frozenset(self._sentences)

    def sentence(self, key: str) -> str:
        """The sentence as written, its arguments still in braces."""
        return self._sentences[key]

    def say(self, phrase: Phrase) -> str:
        args = {
            name: self.say(value) if isinstance(value, Phrase) else self._number(value)
            for name, value in phrase.args
        }
        sentence = self._sentences[phrase.key]
        return (self._joined(sentence, args) if self.lang == "fr" else sentence).format(**args)

    @staticmethod
    def _joined(sentence: str, args: Mapping[str, str | int]) -> str:
        """With French `à` and `de` drawn together with an argument that begins with `le`."""
        for name, value in args.items():
            if isinstance(value, str) and value.startswith("le "):
                for apart, joined in _JOINED:
                    rest = value.removeprefix("le ").replace("{", "{{").replace("}", "}}")
                    whole = f"{joined} {rest}".replace("\\", r"\\")
                    sentence = re.sub(rf"\b{apart} {{{name}}}", whole, sentence)
        return sentence

    def _number(self, value: Argument) -> str | int:
        """Floats with one decimal, and a comma in French."""
        if isinstance(value, float):
            shown = f"{value:.1f}"
            return shown.replace(".", ",") if self.lang == "fr" else shown
        return value


def _flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = str(value)
    return flat


class Problem(Exception):
    """Bad input: what is wrong and what to do, as a phrase for the person. Exit code 2."""

    def __init__(self, key: str, **args: "Argument | Phrase") -> None:
        super().__init__(key, args)
        self.phrase = phrase(key, **args)
