"""Every game's book: each section in both languages, in order, and found by its number."""

from typing import Any

import pytest

from app import games
from app.rulebook.api import Game
from app.rulebook.book import find_passage, passages
from app.rulebook.words import LANGS, Catalogue, Problem


@pytest.fixture(params=games.names())
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return games.find(request.param)


def test_the_book_tells_every_section_in_both_languages(game: Game[Any]) -> None:
    french, english = (passages(game.book.package, lang) for lang in LANGS)
    sections = [passage.section for passage in french]
    assert sections == [passage.section for passage in english]
    assert set(game.book.sections) <= set(sections)
    assert len(set(sections)) == len(sections)
    for one, other in zip(french, english, strict=True):
        assert one.text != other.text
        assert one.text[-1] in ".…", one
        assert other.text[-1] in ".…", other
        assert bool(one.title) == bool(other.title)
        assert one.chapter


def test_a_section_is_found_by_name_or_number(game: Game[Any]) -> None:
    last = game.book.sections[-1]
    for asked in (last, last.lower(), f" {last[1:]} "):
        assert find_passage(game.book, asked, "fr").section == last
    for asked in ("T9999", "", "gruyère"):
        with pytest.raises(Problem):
            find_passage(game.book, asked, "en")


def test_definitions_and_calls_of_people_are_sections_of_the_book(game: Game[Any]) -> None:
    marked = game.book.definitions | game.book.called_by_people
    assert marked <= set(game.book.sections)
    assert not game.book.definitions & game.book.called_by_people


def test_every_house_rule_changes_a_section_and_is_said(game: Game[Any]) -> None:
    told = {passage.section for passage in passages(game.book.package, "fr")}
    for lang in LANGS:
        catalogue = Catalogue(lang, game.words)
        for rule in game.house_rules:
            assert rule.section in told
            stem = f"{game.name}.house.{rule.name}"
            assert catalogue.sentence(f"{stem}.name")
            for value in rule.values:
                if value not in ("true", "false") and not rule.number:
                    assert catalogue.sentence(f"{stem}.{value}")
