"""`book`: the rule book of a game in the terminal, whole or one section; and its house rules."""

from collections.abc import Iterator
from typing import Any

import typer

from app.match.numbers import first_of
from app.rulebook.api import Book, Game
from app.rulebook.book import Passage, find_passage, passages
from app.wiring.games import game
from app.wiring.language import Voice


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.book.help"))
    def book(
        section: str = typer.Argument("", help=voice.text("cli.book.section")),
        game_name: str = typer.Option("taru", "--game", help=voice.text("cli.game")),
        house: bool = typer.Option(False, "--house", help=voice.text("cli.book.house")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        playing = game(game_name)
        told = passages(playing.book.package, voice.lang)
        if section:
            told = (find_passage(playing.book, section, voice.lang),)
        if house:
            _tell_house(voice, playing, told)
        else:
            _tell(voice, playing, told, alone=bool(section))
        if as_json:
            voice.json({"sections": [_record(playing.book, passage) for passage in told]})


def _tell(voice: Voice, playing: Game[Any], told: tuple[Passage, ...], *, alone: bool) -> None:
    chapter = ""
    for passage in told:
        if passage.chapter != chapter:
            chapter = passage.chapter
            voice.print(chapter if alone else f"\n{chapter.upper()}\n")
        title = f" {passage.title}." if passage.title else ""
        voice.print(f"{passage.section}{title} {passage.text}")
    if alone:
        mark = mark_of(playing.book, told[0].section)
        if mark:
            voice.say(f"book.{mark}")
        _tell_house(voice, playing, told)


def _tell_house(voice: Voice, playing: Game[Any], told: tuple[Passage, ...]) -> None:
    for line in house_lines(voice, playing, {passage.section for passage in told}):
        voice.print(line)


def house_lines(voice: Voice, playing: Game[Any], sections: set[str]) -> Iterator[str]:
    """Every house rule that touches some sections: `knight_pass=false|true`, and what it means."""
    for rule in playing.house_rules:
        if rule.section in sections:
            stem = f"{playing.name}.house.{rule.name}"
            values = "|".join(rule.values) + ("|…" if rule.number else "")
            name = first_of(voice.catalogue, f"{stem}.name")
            yield f"{rule.section}  {rule.name}={values}  {name}"


def mark_of(book: Book, section: str) -> str:
    """How a section that no ruling cites alone is marked; empty for the others."""
    if section in book.called_by_people:
        return "called_by_people"
    return "definition" if section in book.definitions else ""


def _record(book: Book, passage: Passage) -> dict[str, str]:
    return {
        "section": passage.section,
        "chapter": passage.chapter,
        "title": passage.title,
        "text": passage.text,
        "mark": mark_of(book, passage.section),
    }
