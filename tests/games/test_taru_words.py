"""Every sentence in both languages, with the same arguments, and none that nobody says."""

import re
from pathlib import Path
from string import Formatter

import app.games.taru
from app.games.taru.sections import ALL
from app.rulebook.words import Catalogue

FR = Catalogue("fr", "app.rulebook", "app.games.taru")
EN = Catalogue("en", "app.rulebook", "app.games.taru")
PACKAGE = Path(app.games.taru.__file__).parent
BOOK = (PACKAGE / "book.md").read_text("utf-8")


def _arguments(catalogue: Catalogue, key: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(catalogue.sentence(key)) if field}


def test_both_languages_hold_the_same_sentences() -> None:
    assert FR.names() == EN.names()


def test_both_languages_use_the_same_numbers() -> None:
    for key in FR.names():
        assert _arguments(FR, key) == _arguments(EN, key), key


def test_every_sentence_is_said_somewhere() -> None:
    source = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    words = set(re.findall(r"[a-z0-9_]+", source))
    composed = {"red_touched", "red_count", "green_touched", "green_count"}
    composed |= {"penalty_goal", "penalty_touch", "penalty_play", "bell_turn", "bell_match"}
    composed |= {"declare_pass", "declare_kick", "declare_mark", "H", "A", "square/10"}
    composed |= {"play_line_shields", "play_line_offside", "play_star_closed"}
    for key in (key for key in FR.names() if key.startswith("taru.")):
        name = key.rsplit(".", maxsplit=1)[1]
        assert name in words | composed, key


def test_the_book_restates_every_section() -> None:
    assert tuple(re.findall(r"^- \*\*(T\d+)\*\*", BOOK, re.MULTILINE)) == ALL
