"""What holds for every game: found by its folder, walked at random from start to finish."""

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest

from app import games
from app.rulebook.api import Change, Game
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event, Flown, PostsPassed
from app.rulebook.words import LANGS, Catalogue
from app.wiring.boards import boards as shipped

STEPS = 250


@pytest.fixture(scope="module")
def boards() -> Mapping[str, Board]:
    return shipped()


@pytest.fixture(params=games.names())
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return games.find(request.param)


def board_of(game: Game[Any], boards: Mapping[str, Board]) -> Board:
    return next(board for board in boards.values() if board.game == game.name)


def fact_for(game: Game[Any], state: Any, board: Board, chance: Random) -> Event | None:
    """What the world could answer when the game waits for it; None when people are to act."""
    awaits = game.awaits(state)
    if awaits.rolls:
        faces = (chance.randrange(6) + 1, chance.randrange(6) + 1)
        return DiceRolled(faces=faces, side=awaits.rolls[0] if len(awaits.rolls) > 1 else None)
    if awaits.kind == "posts":
        return PostsPassed(good=chance.random() < 0.5)
    if awaits.kind == "flick":
        zone = sorted(chance.choice(sorted(board.zones.values(), key=sorted)))
        layout = game.layout(state)
        flown = Flown(by=awaits.flick_from[0], rest=(chance.choice(zone),))
        change = Change(before=layout, after=layout.seen(), flights=(flown,))
        readings = game.read(state, change)
        return readings[0].plays[0] if readings and readings[0].plays else None
    return None


def act_in(game: Game[Any], state: Any, board: Board, chance: Random) -> Event:
    fact = fact_for(game, state, board, chance)
    if fact is not None:
        return fact
    declared = [choice.play for choice in game.awaits(state).choices]
    plays: list[Event] = [*game.plays(state)]
    return chance.choice(declared if (declared and chance.random() < 0.3) or not plays else plays)


def walk(game: Game[Any], board: Board, seed: int) -> list[tuple[Any, Event]]:
    """States of a random match, each with the act that was made in it."""
    chance, state = Random(seed), game.start(board)
    steps: list[tuple[Any, Event]] = []
    while len(steps) < STEPS and game.awaits(state).kind != "nothing":
        event = act_in(game, state, board, chance)
        steps.append((state, event))
        state = game.judge(state, event)[-1].state
    return steps


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_walk_is_judged_and_written(
    game: Game[Any], boards: Mapping[str, Board], seed: int
) -> None:
    board = board_of(game, boards)
    for state, event in walk(game, board, seed):
        text = game.write(state)
        assert game.write(game.parse(text, {board.id: board})) == text
        rulings = game.judge(state, event)
        assert rulings
        assert all(ruling.rule in game.book.sections for ruling in rulings)
        assert not rulings[-1].refused, (text, event, rulings[-1].headline)


@pytest.mark.parametrize("seed", [4])
def test_every_play_offered_is_accepted(
    game: Game[Any], boards: Mapping[str, Board], seed: int
) -> None:
    for state, _ in walk(game, board_of(game, boards), seed)[::7]:
        for play in islice(game.plays(state), 200):
            assert not game.judge(state, play)[-1].refused, (game.write(state), play)


@pytest.mark.parametrize("seed", [5])
def test_what_is_not_offered_is_refused_with_a_section_and_changes_nothing(
    game: Game[Any], boards: Mapping[str, Board], seed: int
) -> None:
    steps = walk(game, board_of(game, boards), seed)
    strangers = [event for _, event in steps][::5]
    refused = 0
    for state, _ in steps[::9]:
        offered = {*game.plays(state)}
        for event in strangers:
            ruling = game.judge(state, event)[-1]
            if ruling.refused:
                refused += 1
                assert ruling.rule in game.book.sections
                assert game.write(ruling.state) == game.write(state)
                assert event not in offered
    assert refused


def test_everything_said_can_be_said_in_both_languages(
    game: Game[Any], boards: Mapping[str, Board]
) -> None:
    for lang in LANGS:
        catalogue = Catalogue(lang, "app.rulebook", game.words)
        for state, event in walk(game, board_of(game, boards), 6):
            said = [game.awaits(state).prompt, game.describe(event)]
            said += [ruling.headline for ruling in game.judge(state, event)]
            assert all(catalogue.say(phrase).strip() for phrase in said)


def test_every_act_is_in_the_vocabulary_of_the_log(
    game: Game[Any], boards: Mapping[str, Board]
) -> None:
    for _, event in walk(game, board_of(game, boards), 7):
        assert game.events[type(event).__name__] is type(event)


def test_every_house_rule_has_its_words(game: Game[Any]) -> None:
    for lang in LANGS:
        catalogue = Catalogue(lang, game.words)
        for rule in game.house_rules:
            stem = f"{game.name}.house.{rule.name}"
            said = {"name", *(value for value in rule.values if value not in ("true", "false"))}
            unsaid = [
                f"{stem}.{word}" for word in said if f"{stem}.{word}" not in catalogue.names()
            ]
            assert rule.number or unsaid == []
            assert rule.section in game.book.sections


def test_every_house_rule_may_be_chosen(game: Game[Any], boards: Mapping[str, Board]) -> None:
    board = board_of(game, boards)
    for rule in game.house_rules:
        for value in rule.values:
            state = game.start(board, {rule.name: value})
            assert game.write(game.parse(game.write(state), {board.id: board})) == game.write(state)
