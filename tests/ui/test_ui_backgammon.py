"""Backgammon by hand in the same window: dice, checkers, cube, why not, undo, score."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import games
from app.games.backgammon.pitch import squares_of
from app.games.backgammon.plays import Hop, Move
from app.match.desk import HandDesk
from app.match.log import MemoryLog
from app.match.match import Match, Setup
from app.rulebook.facts import DiceRolled
from app.rulebook.words import LANGS, Lang
from app.wiring.boards import boards, usual_board

pytestmark = pytest.mark.window
Seat = Callable[..., Any]
WORDS = ("app.match", "app.rulebook", "app.games.backgammon")


def desk(*faces: tuple[int, int]) -> HandDesk[Any]:
    """A match to three points; these throws, and Home's 3-1 played after the first."""
    setup = Setup(
        board=boards()[usual_board("backgammon")],
        names=("Chêne", "Noyer"),
        options={"match_length": "3"},
    )
    match = Match.start(games.find("backgammon"), setup, MemoryLog())
    found = HandDesk(match, Random(3))
    for number, thrown in enumerate(faces):
        found.take(DiceRolled(faces=thrown))
        if number == 0 and len(faces) > 1:
            found.take(Move(hops=(Hop(8, 5), Hop(6, 5))))
    return found


def point(number: int, place: int = 0) -> str:
    """A square of a point in Home's numbers: the first, or another."""
    return squares_of(number)[place].name


def button(hands: Any, says: str) -> Any:
    return next(b for b in hands.screen.choices.buttons if says in b.text)


@pytest.mark.parametrize("lang", LANGS)
def test_a_turn_by_taps(seat: Seat, lang: Lang) -> None:
    hands = seat(desk((3, 1)), lang, words=WORDS)
    hands.tap(point(8))
    assert {t.play.hops[-1].target for t in hands.screen.fingers.targets} == {5, 7, 4}
    hands.tap(point(5, 3))
    state = hands.desk.match.state
    assert (state.mine[5], state.left) == (1, (1,))
    hands.tap(point(6, 2))
    hands.tap(point(5))
    assert hands.desk.match.state.turn == "A"
    assert "8/5 6/5" in hands.screen.decisions.rows[0].children[-1].text


def test_any_spot_of_a_point_takes_the_checker_that_moves(seat: Seat) -> None:
    hands = seat(desk((3, 1)), words=WORDS)
    hands.tap(point(13))
    top = hands.desk.match.state.towers[13][-1]
    assert hands.screen.fingers.selected == top
    hands.drag(point(13, 4), point(10, 4))
    assert hands.desk.match.state.towers[10] == (top,)


def test_dice_of_the_app_open_the_game(seat: Seat) -> None:
    hands = seat(desk(), words=WORDS)
    while hands.desk.view().awaits.rolls:
        hands.press(hands.screen.dock.roll)
    assert hands.desk.view().awaits.kind == "play"
    faces = [die.face for die in hands.desk.view().standing.dice]
    assert faces[0] > faces[1]


def test_a_double_taken_and_the_next_dropped(seat: Seat) -> None:
    at = desk((3, 1), (6, 2))
    at.take(Move(hops=(Hop(24, 18), Hop(13, 11))))
    hands = seat(at, "en", words=WORDS)
    hands.press(button(hands, "Double to 2"))
    assert hands.desk.view().standing.tokens[0].text == "2"
    hands.press(button(hands, "Take"))
    assert hands.desk.match.state.cube.owner == "A"
    at.take(DiceRolled(faces=(2, 1)))
    at.take(Move(hops=(Hop(13, 11), Hop(6, 5))))
    hands.pump()
    hands.press(button(hands, "Double to 4"))
    hands.press(button(hands, "Drop"))
    assert hands.screen.scores.away.score.text == "2"
    hands.press(button(hands, "Game 2"))
    assert hands.desk.view().awaits.kind == "roll"


def test_why_not_says_section_and_numbers(seat: Seat) -> None:
    hands = seat(desk((3, 1), (5, 4)), "en", words=WORDS)
    own = 25 - 24  # Away's own 24 point
    hands.tap(point(own))
    hands.hold(point(25 - 20, 1))
    card = hands.screen.aside
    assert card is not None
    said = " ".join(child.text for child in card.walk() if getattr(child, "text", ""))
    assert "held by 2" in said
    assert "R5" in said


def test_undo_brings_a_checker_back(seat: Seat) -> None:
    hands = seat(desk((3, 1)), words=WORDS)
    hands.tap(point(24))
    hands.tap(point(23))
    assert hands.desk.match.state.mine[24] == 1
    hands.press(hands.screen.bar.undo)
    assert hands.desk.match.state.mine[24] == 2


def test_a_double_shows_four_dice_and_a_whole_frame_is_drawn(seat: Seat, tmp_path: Path) -> None:
    hands = seat(desk((3, 1), (5, 5)), words=WORDS)
    assert len(hands.screen.dock.tray.faces) == 4
    assert hands.screen.scores.home.note.text == "163 points à parcourir"
    hands.draw()
    picture = tmp_path / "table.png"
    hands.screen.export_to_png(str(picture))
    assert picture.stat().st_size > 10_000
