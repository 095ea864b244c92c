"""Sentences by key, in French and in English: `words/<lang>.toml` of a package."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def catalogue(package: str, lang: str) -> dict[str, dict[str, str]]:
    """All that a package says: table → key → sentence, its arguments in braces."""
    text = (files(package) / "words" / f"{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)


def sentence(package: str, lang: str, key: str) -> str:
    """The sentence `table.key` as written; KeyError when nobody wrote it."""
    table, _, name = key.partition(".")
    return catalogue(package, lang)[table][name]


def say(key: str, lang: str, /, **args: object) -> str:
    """A sentence of this package, filled in."""
    return sentence("calibration", lang, key).format(**args)
