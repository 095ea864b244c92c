# ruff: noqa: ARG002  a toy answers most questions without looking
"""A toy game, small enough to see through: two discs walk up a board, one square at a time."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest

from app.rulebook.acts import LayOut, Slide
from app.rulebook.api import (
    Arrange,
    Awaits,
    Book,
    Bot,
    Chance,
    Change,
    Choice,
    Intent,
    Label,
    Physics,
    Reading,
    Ruling,
    Target,
)
from app.rulebook.board import Board
from app.rulebook.facts import Event, Flown, Play
from app.rulebook.geometry import Square, square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side
from app.rulebook.standing import Standing
from app.rulebook.words import Phrase, phrase


@dataclass(frozen=True, kw_only=True)
class Step(Play):
    disc: DiscId
    to: Square


@dataclass(frozen=True, kw_only=True)
class Place(Play):
    pass


@dataclass(frozen=True, kw_only=True)
class State:
    ranks: int
    home: int = 0
    away: int = 0
    turn: Side = Side.HOME

    def at(self, side: Side) -> Square:
        return Square(1, self.home) if side is Side.HOME else Square(3, self.away)

    @property
    def winner(self) -> Side | None:
        return next((s for s in Side if self.at(s).rank == self.ranks), None)


def toy_layout(state: State) -> Layout:
    if not state.home:
        return Layout(towers=(), ball=None)
    towers = ((state.at(Side.HOME), ("H1",)), (state.at(Side.AWAY), ("A1",)))
    return Layout(towers=tuple(sorted(towers)), ball="H1")


class ToyBot:
    def choose(self, state: State, chance: Chance) -> Intent:
        if not state.home:
            after = dataclasses.replace(state, home=1, away=1)
            return self._intent(Place(), after, LayOut(layout=toy_layout(after)))
        del chance
        here = state.at(state.turn)
        return self._step(state, here.towards(0, 1))

    def _step(self, state: State, to: Square) -> Intent:
        after = stepped(state, to.rank)
        disc = f"{state.turn}1"
        return self._intent(Step(disc=disc, to=to), after, Slide(disc=disc, path=(to,)))

    def _intent(self, event: Event, after: State, act: LayOut | Slide) -> Intent:
        score = (5 * (after.winner is Side.HOME), 5 * (after.winner is Side.AWAY))
        label = Label(
            legal=True,
            sections=("M1", "M3"),
            layout=toy_layout(after),
            to_act=after.turn,
            score=score,
        )
        return Intent(event=event, acts=(act,), label=label)

    def break_rule(self, state: State, section: str, chance: Chance) -> Intent | None:
        del chance
        if not state.home or state.at(state.turn).rank + 2 > state.ranks:
            return None
        disc, to = f"{state.turn}1", state.at(state.turn).towards(0, 2)
        label = Label(
            legal=False,
            sections=(section,),
            layout=toy_layout(state),
            to_act=state.turn,
            score=(0, 0),
        )
        acts = (Slide(disc=disc, path=(to.towards(0, -1), to)),)
        return Intent(event=Step(disc=disc, to=to), acts=acts, label=label)

    def breakable(self) -> tuple[str, ...]:
        return ("M2",)

    def visible_sections(self) -> tuple[str, ...]:
        return self.breakable()

    def label_flick(self, state: State, flown: Flown) -> Label:
        raise AssertionError("nobody flicks in the toy")

    def label_of(self, state: State, event: Event) -> Label:
        raise AssertionError("the toy has no dice")


def stepped(state: State, rank: int) -> State:
    if state.turn is Side.HOME:
        return dataclasses.replace(state, home=rank, turn=Side.AWAY)
    return dataclasses.replace(state, away=rank, turn=Side.HOME)


class Toy:
    """`lax` lets a step of two squares pass; `blind` reads nothing."""

    name = "toy"
    book = Book(name="toy", sections=("M1", "M2", "M3"), package="app.rulebook")
    physics = Physics()
    words = "app.rulebook"
    events: Mapping[str, type[Event]] = {"Step": Step, "Place": Place}

    def __init__(self, *, lax: bool = False, blind: bool = False) -> None:
        self.lax, self.blind = lax, blind

    def check_board(self, board: Board) -> None:
        pass

    def start(self, board: Board, options: Mapping[str, str] | None = None) -> State:
        del options
        return State(ranks=board.ranks)

    def awaits(self, state: State) -> Awaits:
        kind = "nothing" if state.winner else "play"
        return Awaits(
            kind="place" if not state.home else kind,  # type: ignore[arg-type]
            side=state.turn,
            prompt=phrase("toy"),
            phase="walk",
            choices=(Choice(label=phrase("toy"), play=Place()),),
        )

    def standing(self, state: State) -> Standing:
        score = (5 * (state.winner is Side.HOME), 5 * (state.winner is Side.AWAY))
        return Standing(score=score, turn=state.turn, winner=state.winner)

    def plays(self, state: State) -> Iterable[Play]:
        yield Step(disc=f"{state.turn}1", to=state.at(state.turn).towards(0, 1))

    def targets(self, state: State, disc: DiscId) -> tuple[Target, ...]:
        return ()

    def judge(self, state: State, event: Event) -> tuple[Ruling[State], ...]:
        if isinstance(event, Place):
            after = dataclasses.replace(state, home=1, away=1)
            return (Ruling(rule="M1", headline=phrase("toy"), state=after),)
        assert isinstance(event, Step)
        steps = event.to.rank - state.at(state.turn).rank
        if steps != 1 and not self.lax:
            back = Arrange(why=phrase("toy"), target=toy_layout(state))
            return (
                Ruling(rule="M2", headline=phrase("toy"), state=state, refused=True, arrange=back),
            )
        return (Ruling(rule="M1", headline=phrase("toy"), state=stepped(state, event.to.rank)),)

    def read(self, state: State, change: Change) -> tuple[Reading, ...]:
        if self.blind and state.home:
            return ()
        if not state.home:
            return (Reading(plays=(Place(),)),)
        before = change.before.where()
        moved = [
            (f"{side}1", sq)
            for sq, tower in change.after.towers
            for side in tower
            if before[f"{side}1"] != sq
        ]
        plays = tuple(Step(disc=disc, to=sq) for disc, sq in moved)
        return (Reading(plays=plays),) if plays else ()

    def why_not(self, state: State, disc: DiscId, square: Square) -> Ruling[State] | None:
        return None

    def layout(self, state: State) -> Layout:
        return toy_layout(state)

    def write(self, state: State) -> str:
        return f"{state.ranks} {state.home} {state.away} {state.turn}"

    def parse(self, text: str, boards: Mapping[str, Board]) -> State:
        ranks, home, away, turn = text.split()
        return State(ranks=int(ranks), home=int(home), away=int(away), turn=Side(turn))

    def describe(self, event: Event) -> Phrase:
        return phrase("toy")

    def bot(self) -> Bot[State]:
        return ToyBot()


TOY_BOARD = Board(
    id="toy",
    game="toy",
    files=7,
    ranks=9,
    square_mm=40,
    disc_mm=30,
    disc_height_mm=6,
    ball_mm=(22, 15),
)
assert TOY_BOARD.holds(square("g9"))


@pytest.fixture(name="toy")
def fixture_toy() -> type[Toy]:
    return Toy


@pytest.fixture(name="toy_boards")
def fixture_toy_boards() -> dict[str, Board]:
    return {"toy": TOY_BOARD}
