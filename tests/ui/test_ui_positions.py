"""Positions in which a newcomer looks for the way on: every way is in sight, in words."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.graphics import SmoothEllipse

from app import games
from app.match.desk import HandDesk
from app.match.log import Header, seal
from app.match.replay import resume
from app.rulebook.geometry import square
from app.rulebook.words import LANGS, Lang
from app.ui.pen import Pen, price
from app.wiring.boards import boards

pytestmark = pytest.mark.window
Seat = Callable[..., Any]
WORDS = ("app.match", "app.rulebook", "app.games.taru")

MAUL = "std H:1g10,2g9,3g8,4g7,5g6,6g5,7g4 A:1g11,6g21,7a20 B:H1 T:H/open D:6.6 P:0-0"
SIX = "std H:1g10,4e10 A:1g15,6g21 B:H1 T:H/open D:6.4 P:0-0"
MARK = "std H:1c4,2f8 A:1f10,2h20 B:H1 T:H/await_roll P:0-0 F:mark=H1"
GAP = (
    "std H:1h11,2f8 A:1g11,2h10,6g20 B:H1 T:H/intercept_window D:2.3-1 P:0-0 M:H1 "
    "I:A/g10-h11r/A1,A2/5"
)
LINE = "std H:1-13a12,14f8,15g8 A:1a20,14c21 B:H14 T:H/open D:2.1 P:0-0"

SIXES = "std H:1c18,2f8 A:1f17,2h20 B:A1 T:H/double_six D:6.6 P:0-0"
THROW = "std H:1g10,2f8,3h8,4b5 A:1g13,2h15,6g20 B:- T:H/lineout_setup L:a12/H P:0-0"


@pytest.fixture
def at(seat: Seat, tmp_path: Path) -> Callable[..., Any]:
    """A window at a position of Taru, by hand."""

    def sit(position: str, lang: Lang = "fr", size: tuple[int, int] = (1280, 800)) -> Any:
        path = tmp_path / "match.jsonl"
        header = Header(
            game="taru", board=boards()["std"], names=("Chêne", "Noyer"), start=position
        )
        path.write_bytes(seal(header))
        return seat(HandDesk(resume(path, games.find), Random(5)), lang, size, words=WORDS)

    return sit


def touch(hands: Any, name: str) -> None:
    """A short touch, however slow the machine is: never a long press."""
    hands.screen.fingers.tap(hands.screen.board.touched(hands.point_of(name)))
    hands.screen.show()
    hands.pump()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
def test_every_size_of_a_maul_can_be_chosen(at: Callable[..., Any], size: tuple[int, int]) -> None:
    hands = at(MAUL, "fr", size)
    touch(hands, "g10")
    touch(hands, "g11")
    card = hands.screen.aside
    texts = [button.text.replace("\N{NO-BREAK SPACE}", " ") for button in card.buttons]
    assert texts == [f"Cocotte à {n} · {n} points" for n in range(2, 8)]
    assert card.height <= hands.screen.board.height
    hands.key(30)
    hands.wait(lambda: not hands.screen.fingers.choosing)
    assert hands.desk.view().layout.where()["H1"] == square("g11")


def test_one_ring_a_square_with_the_least_cost(at: Callable[..., Any]) -> None:
    hands = at(MAUL)
    touch(hands, "g10")
    targets = hands.screen.fingers.targets
    pen = Pen(hands.desk.view(), hands.screen.board.projection)
    there = [t for t in targets if t.square == square("g11")]
    assert len(there) > 1
    one = [p for p in pen.targets(there[:1]) if isinstance(p, SmoothEllipse)]
    all_ = [p for p in pen.targets(there) if isinstance(p, SmoothEllipse)]
    assert len(one) == len(all_)
    assert (price([2, 3]), price([4]), price([2, 2])) == ("2+", "4", "2")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("position", [SIX, MARK])
def test_a_flick_that_is_announced_has_one_button(
    at: Callable[..., Any], position: str, lang: Lang
) -> None:
    hands = at(position, lang)
    assert any(choice.flick for choice in hands.desk.view().awaits.choices)
    assert hands.screen.dock.flick.parent is None


def test_without_a_six_a_long_pass_has_its_button(at: Callable[..., Any]) -> None:
    hands = at(SIX.replace("6.4", "5.4"))
    assert not any(choice.flick for choice in hands.desk.view().awaits.choices)
    assert hands.screen.dock.flick.parent is not None


@pytest.mark.parametrize(("lang", "said"), [("fr", "Noyer lance"), ("en", "Noyer rolls")])
def test_the_dice_of_an_interception_are_its_callers(
    at: Callable[..., Any], lang: Lang, said: str
) -> None:
    hands = at(GAP, lang)
    assert hands.screen.dock.roll.text == said


@pytest.mark.parametrize("lang", LANGS)
def test_a_turn_that_cannot_end_says_what_to_do(at: Callable[..., Any], lang: Lang) -> None:
    hands = at(LINE, lang)
    waiting = hands.desk.view().awaits
    assert (waiting.choices, waiting.prompt.key) == ((), "taru.prompt.play_line_shields")
    assert hands.screen.dock.prompt.fits()
    assert "total" in hands.screen.dock.prompt.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
@pytest.mark.parametrize("position", [SIXES, THROW])
def test_long_duties_are_not_cut(
    at: Callable[..., Any], position: str, size: tuple[int, int], lang: Lang
) -> None:
    hands = at(position, lang, size)
    assert hands.screen.dock.prompt.fits()
    assert hands.screen.dock.hint.fits()


def test_a_kick_at_the_posts_says_to_tell_what_came_of_it(at: Callable[..., Any]) -> None:
    hands = at("std H:1g16 A:1g20 T:H/drop D:6d.2 B:- Z:H1 P:0-0")
    view = hands.desk.view()
    assert hands.screen.dock.hint.text
    seen = replace(view, senses=replace(view.senses, posts="ok"))
    hands.screen.dock.show(seen, hands.screen.fingers, hands.screen.speech)
    assert not hands.screen.dock.hint.text
