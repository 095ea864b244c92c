import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from app.games.taru.game import Taru
from app.games.taru.pitch import load_board
from app.games.taru.plays import Place, Ready
from app.games.taru.readings.flicked import flicks_of
from app.games.taru.state import Phase, State
from app.games.taru.usual_formation import usual_formation
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event, Exit, Flown, PostsPassed
from app.rulebook.geometry import Square
from app.rulebook.side import Side

ROOT = Path(__file__).parents[2]


def read_boards() -> dict[str, Board]:
    files = sorted((ROOT / "hardware/boards").glob("taru-*.toml"))
    found = (load_board(tomllib.loads(path.read_text("utf-8"))) for path in files)
    return {board.id: board for board in found}


BOARDS = read_boards()
GAME = Taru()


@pytest.fixture(scope="session")
def boards() -> dict[str, Board]:
    return BOARDS


@pytest.fixture(scope="session")
def taru() -> Taru:
    return GAME


@pytest.fixture(scope="session")
def all_scenarios() -> list[dict[str, object]]:
    """Every worked scenario of our own."""
    files = sorted(Path(__file__).parent.glob("taru_*.jsonl"))
    return [record for file in files for record in _records(file.name)]


def _records(name: str) -> list[dict[str, object]]:
    lines = (Path(__file__).parent / name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


class Walker:
    """Chooses a random event that the position waits for; flicks end anywhere."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def event(self, state: State) -> Event:
        match state.phase:
            case Phase.SETUP:
                return self._set_up(state)
            case Phase.LINEOUT_SETUP:
                return self._form_up(state)
            case Phase.CONVERSION | Phase.PENALTY_KICK | Phase.DROP:
                return PostsPassed(good=self.chance.random() < 0.6)
            case _:
                return self._fact(state) or self._play(state)

    def _fact(self, state: State) -> Event | None:
        """A flick or a roll, where one is waited for."""
        due = GAME.awaits(state)
        if due.kind == "flick" or (due.flick_from and self.chance.random() < 0.15):
            return self._flick(state)
        if not due.rolls:
            return None
        face = self.chance.randint(1, 6)
        double = self.chance.random() < 0.3
        return DiceRolled(faces=(face, face if double else self.chance.randint(1, 6)))

    def _play(self, state: State) -> Event:
        plays = list(GAME.plays(state))
        contacts = [
            play
            for play in plays
            if type(play).__name__ in ("Strip", "Tackle")
            or (state.loose is not None and getattr(play, "path", (None,))[-1] == state.loose)
        ]
        if contacts and self.chance.random() < 0.5:
            return self.chance.choice(contacts)
        forward = [
            play
            for play in plays
            if type(play).__name__ == "Move" and getattr(play, "disc", "") == state.carrier
        ]
        if forward and self.chance.random() < 0.3:
            return max(forward, key=lambda p: getattr(p, "path")[-1].rank * state.turn.forward)  # noqa: B009
        return self.chance.choice(plays)

    def _flick(self, state: State) -> Event:
        flown = self._flown(state, GAME.awaits(state).flick_from)
        return self.chance.choice(flicks_of(state, flown))

    def _form_up(self, state: State) -> Event:
        side = next(side for side in Side if side not in state.ready)
        return usual_formation(state, side) or Ready(side=side)

    def _set_up(self, state: State) -> Event:
        side = next(side for side in Side if side not in state.ready)
        in_hand = sorted(disc for disc in state.in_hand if disc[0] == side)
        if not in_hand:
            return Ready(side=side)
        area = sorted(state.pitch.set_up[side])
        centre = [square for square in area if square.file == state.pitch.centre_file]
        first = self.chance.choice(centre)
        others = self.chance.sample([s for s in area if s != first], len(in_hand) - 1)
        return Place(side=side, squares=tuple(zip(in_hand, [first, *others], strict=True)))

    def _flown(self, state: State, flick_from: tuple[str, ...]) -> Flown:
        by = self.chance.choice(flick_from)
        board = state.pitch.board
        square = Square(self.chance.randint(1, board.files), self.chance.randint(1, board.ranks))
        fate = self.chance.random()
        if fate < 0.5:
            return Flown(by=by, first_touch=self.chance.choice(sorted(set(state.squares) - {by})))
        if fate < 0.65:
            return Flown(by=by, exit=self._exit(square, board), bounced=self.chance.random() < 0.5)
        beside = square.towards(1, 0) if square.file < board.files else square
        rest = (square, beside) if fate < 0.8 and beside != square else (square,)
        return Flown(by=by, rest=rest)

    def _exit(self, square: Square, board: Board) -> Exit:
        edges = (
            Exit(edge="W", square=Square(1, square.rank)),
            Exit(edge="E", square=Square(board.files, square.rank)),
            Exit(edge="N", square=Square(square.file, board.ranks)),
            Exit(edge="S", square=Square(square.file, 1)),
        )
        return self.chance.choice(edges)


@pytest.fixture(scope="session")
def walker() -> type[Walker]:
    return Walker
