"""Every sentence exists in French and in English, with the same arguments."""

import re
import string
from pathlib import Path

import pytest

from app.rulebook.words import Catalogue

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    ".".join(folder.parent.relative_to(ROOT).parts) for folder in (ROOT / "app").rglob("words")
)

RAISED = re.compile(r'\b(?:Problem|phrase)\(\s*"([^"{]+)"')


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_some_packages_speak() -> None:
    assert PACKAGES


def test_every_sentence_raised_is_written() -> None:
    written = Catalogue("en", *PACKAGES).names()
    raised = {
        key
        for path in (ROOT / "app").rglob("*.py")
        for key in RAISED.findall(path.read_text("utf-8"))
    }
    assert len(raised) > 100
    assert raised <= written


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_hold_the_same_keys_and_arguments(package: str) -> None:
    french, english = Catalogue("fr", package), Catalogue("en", package)
    assert french.names() == english.names()
    differing = {
        key
        for key in french.names()
        if fields(french.sentence(key)) != fields(english.sentence(key))
    }
    assert not differing
