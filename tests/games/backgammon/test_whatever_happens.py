"""Whatever is played, in whatever state: plays are accepted, all else is refused with a section."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.backgammon.bots.bot import BackgammonBot, RandomBot
from app.games.backgammon.bots.mischief import BREAKABLE
from app.games.backgammon.ends import ends
from app.games.backgammon.game import Backgammon
from app.games.backgammon.legal import plays
from app.games.backgammon.plays import (
    Accept,
    Beaver,
    Correct,
    Done,
    Double,
    Drop,
    Hop,
    Leave,
    Move,
    NextGame,
    Reject,
    Resign,
    Settle,
    Take,
    TakeBack,
)
from app.games.backgammon.position import against, on_board, possible
from app.games.backgammon.rules.turn_end import legal_ends
from app.games.backgammon.sections import DEFINITIONS, SECTIONS
from app.games.backgammon.state import Phase, State
from app.rehearsal.soak import soak
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event
from app.rulebook.side import Side
from app.rulebook.words import LANGS, Catalogue
from app.wiring.boards import boards
from tests.games.backgammon.matches import played_match

GAME = Backgammon()
BOARD = boards()["backgammon"]
OPTIONS = [
    {"match_length": "5", "crawford": "true"},
    {"jacoby": "true", "beavers": "true", "automatic_doubles": "2"},
    {"illegal": "condone", "last_checker_direct": "accept"},
]
STATES: list[State] = [
    entry.before
    for number, options in enumerate(OPTIONS)
    for entry in played_match(BOARD, options, number).entries
]
WORDS = {lang: Catalogue(lang, "app.rulebook", "app.match", GAME.words) for lang in LANGS}

sides = st.sampled_from(Side)
points = st.integers(-3, 30)
positions = st.lists(st.integers(-16, 16), max_size=27).map(tuple)
events = st.one_of(
    st.builds(Move, hops=st.lists(st.builds(Hop, points, points), max_size=4).map(tuple)),
    st.builds(Leave, position=positions),
    st.builds(DiceRolled, faces=st.lists(st.integers(0, 7), max_size=3).map(tuple)),
    st.sampled_from([TakeBack(), Done(), NextGame(), Settle()]),
    st.builds(Resign, side=sides, times=st.integers(-1, 5)),
    *(
        st.builds(kind, side=sides)
        for kind in (Double, Take, Drop, Beaver, Accept, Reject, Correct)
    ),
)


def holds(state: State) -> None:
    assert possible(state.home)
    assert sum(len(tower) for tower in state.towers) == 30
    assert GAME.parse(GAME.write(state), {BOARD.id: BOARD}) == state
    layout = GAME.layout(state)
    assert len(layout.where()) == 30
    for count in state.home[1:25]:
        assert -15 <= count <= 15


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(STATES), events)
def test_no_event_is_too_strange(state: State, event: Event) -> None:
    ruling = GAME.judge(state, event)[-1]
    assert ruling.rule in SECTIONS
    for catalogue in WORDS.values():
        assert catalogue.say(ruling.headline)
        assert catalogue.say(GAME.describe(event))
    if ruling.refused:
        assert GAME.write(ruling.state) == GAME.write(state)
    else:
        holds(ruling.state)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(STATES), st.integers(0, 10**6))
def test_what_is_offered_is_accepted(state: State, seed: int) -> None:
    chance = Random(seed)
    offered = list(plays(state))
    if offered:
        rulings = GAME.judge(state, chance.choice(offered))
        assert not rulings[-1].refused
        holds(rulings[-1].state)


@settings(deadline=None, max_examples=200)
@given(st.sampled_from([s for s in STATES if s.phase is Phase.TO_MOVE]), st.integers(0, 10**6))
def test_an_end_with_one_checker_elsewhere_is_legal_only_if_it_is_another_end(
    state: State, seed: int
) -> None:
    chance = Random(seed)
    end = list(chance.choice(sorted(legal_ends(state))))
    own = [point for point, count in enumerate(end) if count > 0]
    if not own:
        return
    end[chance.choice(own)] -= 1
    target = chance.choice([point for point in range(1, 25) if end[point] >= 0])
    end[target] += 1
    mutated = tuple(end)
    strict = replace(state, options=replace(state.options, illegal="correct"))
    ruling = GAME.judge(strict, Leave(position=mutated))[-1]
    assert ruling.refused is (mutated not in legal_ends(strict))
    if ruling.refused:
        assert ruling.rule in SECTIONS


def test_every_move_keeps_the_other_sides_checkers() -> None:
    for state in STATES:
        if state.phase is Phase.TO_MOVE:
            for end in ends(state.mine, (3, 1)):
                assert against(end) == against(state.mine)
                assert on_board(end) <= on_board(state.mine)


@pytest.mark.parametrize("bot", [BackgammonBot(), RandomBot()])
def test_a_bot_breaks_just_the_section_it_means_to(bot: BackgammonBot) -> None:
    chance = Random(1)
    broken = set()
    for state in STATES[::3]:
        for section in BREAKABLE:
            intent = bot.break_rule(state, section, chance)
            if intent is None or intent.event is None or intent.label is None:
                continue
            strict = replace(state, options=replace(state.options, illegal="correct"))
            ruling = GAME.judge(strict, intent.event)[-1]
            assert ruling.refused
            assert ruling.rule in intent.label.sections, (GAME.write(state), intent.event)
            broken.add(section)
    assert len(broken) >= len(BREAKABLE) - 3, set(BREAKABLE) - broken


def test_a_careful_bot_wins_more_than_a_hasty_one(board: Board) -> None:
    """Single games, each side careful in half of them."""
    won = 0
    for seed in range(12):
        chance, careful = Random(seed), Side.HOME if seed % 2 else Side.AWAY
        bots = {careful: BackgammonBot(), careful.other: RandomBot()}
        state = GAME.start(board, {"match_length": "1"})
        while state.phase is not Phase.FINISHED:
            event: Event = DiceRolled(faces=(chance.randint(1, 6), chance.randint(1, 6)))
            if state.phase is Phase.TO_MOVE:
                intended = bots[state.turn].choose(state, chance).event
                assert intended is not None
                event = intended
            state = GAME.judge(state, event)[-1].state
        won += state.winner is careful
    assert won >= 9


def test_a_soak_finds_nothing() -> None:
    report = soak(GAME, boards(), matches=2, seed=3)
    assert report.fine, report.cases
    assert report.refusals


def test_the_book_has_every_section_and_every_section_is_cited() -> None:
    from importlib.resources import files  # noqa: PLC0415  one test reads the book

    folder = files("app.games.backgammon")
    book = folder.joinpath("book.md").read_text("utf-8")
    for section in SECTIONS:
        line = next(line for line in book.splitlines() if line.startswith(f"- **{section}** "))
        french, slash, english = line.partition(" / ")
        assert slash
        assert french.strip().endswith(".")
        assert english.strip().endswith(".")
    rules = "".join(
        path.read_text("utf-8") for path in folder.joinpath("rules").iterdir() if path.is_file()
    )
    for section in SECTIONS:
        if section not in DEFINITIONS:
            assert f'"{section}"' in rules, section
