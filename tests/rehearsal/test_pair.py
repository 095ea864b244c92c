from collections.abc import Callable, Mapping
from typing import cast

from app.rehearsal.soak import soak
from app.rehearsal.truth import difference
from app.rulebook.api import Bot, Game, Label, Ruling
from app.rulebook.board import Board
from app.rulebook.words import phrase
from tests.rehearsal.conftest import State, ToyBot

Boards = Mapping[str, Board]
Make = Callable[..., Game[State]]


def test_two_bots_change_sides_after_every_match(toy: Make, toy_boards: Boards) -> None:
    """Home's disc walks first and arrives first: each bot wins the matches in which it is Home."""
    pair: tuple[Bot[State], Bot[State]] = (ToyBot(), ToyBot())
    report = soak(toy(), toy_boards, matches=6, seed=1, bots=pair)
    assert report.fine
    assert report.won == (3, 3, 0)


def test_a_field_of_the_notation_that_differs_is_told(toy: Make, toy_boards: Boards) -> None:
    game = toy()
    written = cast("Game[State]", Written(game))
    state = game.start(next(iter(toy_boards.values())))
    ruling = Ruling(rule="M1", headline=phrase("x"), state=state)

    def told(*fields: str) -> str | None:
        label = Label(
            legal=True,
            sections=("M1",),
            layout=None,
            to_act=None,
            score=game.standing(state).score,
            fields=fields,
        )
        return difference(written, label, (ruling,), state)

    assert told("T:H/open", "F:passes") is None
    assert told("F:exempt=H2,passes") is None
    assert "T:A/open" in (told("T:A/open") or "")
    assert "N:H" in (told("N:H") or "")


class Written:
    """The toy with a notation of its own."""

    def __init__(self, game: Game[State]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def write(self, state: State) -> str:
        del state
        return "std T:H/open F:exempt=H2,passes P:0-0"
