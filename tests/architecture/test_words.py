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
ALONE = ["calibration", "firmware_bridge", "vision"]
"""Packages with a catalogue of their own, read without the app."""

RAISED = re.compile(r'\b(?:Problem|phrase)\(\s*"([^"{]+)"')
RAISED_BY_THE_EYE = re.compile(r'\bEyeProblem\(\s*"([^"{]+)"')
IN_A_LANGUAGE = {"french", "english"}
"""Blanks that hold words are named after the language these are in."""


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


def test_every_sentence_of_the_eye_is_written() -> None:
    written = Catalogue("en", "calibration").names()
    raised = {
        key
        for package in ("app", "calibration", "vision")
        for path in (ROOT / package).rglob("*.py")
        for key in RAISED_BY_THE_EYE.findall(path.read_text("utf-8"))
    }
    assert len(raised) > 30
    assert raised <= written


@pytest.mark.parametrize("package", PACKAGES + ALONE)
def test_french_has_one_kind_of_apostrophe(package: str) -> None:
    french = Catalogue("fr", package)
    assert not {key for key in french.names() if re.search(r"\w'", french.sentence(key))}


@pytest.mark.parametrize("package", PACKAGES + ALONE)
def test_both_languages_hold_the_same_keys_and_arguments(package: str) -> None:
    french, english = Catalogue("fr", package), Catalogue("en", package)
    assert french.names() == english.names()
    differing = {
        key
        for key in french.names()
        if fields(french.sentence(key)) - IN_A_LANGUAGE
        != fields(english.sentence(key)) - IN_A_LANGUAGE
    }
    assert not differing
