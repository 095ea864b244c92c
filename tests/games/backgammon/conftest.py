"""Backgammon: the game, its board, positions made at random, and records beside the checkout."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from app.games.backgammon.game import Backgammon
from app.games.backgammon.plays import Hop, Move
from app.games.backgammon.position import BAR, MEN, POINTS, Position
from app.games.backgammon.state import State
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle, Entry
from app.rulebook.facts import DiceRolled, Event
from app.wiring.boards import boards

SHARED = Path(__file__).parents[4] / "shared" / "data" / "backgammon"
GAME = Backgammon()
BOARD = boards()["backgammon"]


@pytest.fixture(scope="session")
def game() -> Backgammon:
    return GAME


@pytest.fixture(scope="session")
def board() -> Board:
    return BOARD


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """A file of records beside the checkout; the test is left aside where there is none."""

    def find(name: str) -> Path:
        if not (SHARED / name).exists():
            pytest.skip(f"the records {name} do not lie beside this checkout")
        return SHARED / name

    return find


@pytest.fixture(scope="session")
def play() -> Callable[..., State]:
    """Events judged one after the other; none is refused."""

    def judge_all(state: State, *events: Event) -> State:
        for event in events:
            ruling = GAME.judge(state, event)[-1]
            assert not ruling.refused, (GAME.write(state), event, ruling.rule)
            state = ruling.state
        return state

    return judge_all


@pytest.fixture
def start(game: Backgammon, board: Board) -> Callable[..., State]:
    """A match with these options, before the opening throw."""

    def begin(**options: object) -> State:
        return game.start(board, {name: str(value) for name, value in options.items()})

    return begin


@pytest.fixture
def on_roll(start: Callable[..., State], play: Callable[..., State]) -> Callable[..., State]:
    """Away to throw, after Home's 3-1."""

    def begin(**options: object) -> State:
        state = play(start(**options), roll(3, 1))
        return play(state, Move(hops=(Hop(8, 5), Hop(6, 5))))

    return begin


@pytest.fixture
def told(game: Backgammon, board: Board) -> Callable[..., Chronicle[State]]:
    """The chronicle of events."""

    def chronicle(
        *events: Event, names: tuple[str, str] = ("Ann", "Ben"), **options: str
    ) -> Chronicle[State]:
        state = start = game.start(board, options)
        entries: list[Entry[State]] = []
        for event in events:
            rulings = game.judge(state, event)
            entries.append(Entry(n=len(entries) + 1, event=event, before=state, rulings=rulings))
            state = rulings[-1].state
        return Chronicle(
            game="backgammon", board=board, start=start, entries=tuple(entries), names=names,
            date="2026-11-30", options=options,
        )  # fmt: skip

    return chronicle


def any_position(chance: Random) -> Position:
    """Checkers of both sides thrown on the board, many or few, near or far."""
    board = [0] * (BAR + 1)
    for sign in (1, -1):
        reach = chance.choice((6, 9, 18, POINTS))
        for _ in range(chance.randint(1, MEN)):
            point = chance.randint(1, reach)
            at = point if sign > 0 else BAR - point
            if board[at] * sign >= 0:
                board[at] += sign
        if chance.random() < 0.3:
            free = MEN - sum(n * sign for n in board if n * sign > 0)
            board[BAR if sign > 0 else 0] += sign * chance.randint(0, min(3, free))
    if not any(count > 0 for count in board):
        board[BAR] = 1
    return tuple(board)


@pytest.fixture(scope="session")
def random_position() -> Callable[[Random], Position]:
    return any_position


def roll(first: int, second: int) -> DiceRolled:
    return DiceRolled(faces=(first, second))
