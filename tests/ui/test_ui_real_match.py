"""Turns of a real match, by hand, through the window: touches in, rulings out."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from app import games
from app.match.desk import HandDesk
from app.match.log import MemoryLog
from app.match.match import Match, Setup
from app.rulebook.facts import Flown
from app.rulebook.layout import side_of
from app.rulebook.words import LANGS, Lang
from app.ui.controls import Text
from app.wiring.boards import boards

pytestmark = pytest.mark.window
Seat = Callable[..., Any]
WORDS = ("app.match", "app.rulebook", "app.games.taru")


def desk(seed: int = 5) -> HandDesk[Any]:
    setup = Setup(board=boards()["std"], names=("Chêne", "Noyer"))
    chance = Random(seed)
    return HandDesk(Match.start(games.find("taru"), setup, MemoryLog()), chance)


def set_up(hands: Any) -> None:
    """Both usual layouts, both ready, both opening rolls, until somebody kicks off."""
    for _ in range(4):
        hands.press(hands.screen.choices.buttons[0])
    while hands.desk.view().awaits.rolls:
        hands.press(hands.screen.dock.roll)


def kick_off_onto_an_opponent(hands: Any) -> None:
    by = hands.desk.view().awaits.flick_from[0]
    where = hands.desk.view().layout.where()
    hands.tap(where[by].name)
    other = next(d for d in sorted(where) if side_of(d) is not side_of(by))
    hands.tap(where[other].name)
    assert hands.desk.view().layout.ball == other


@pytest.mark.parametrize("lang", LANGS)
def test_a_match_from_set_up_to_the_second_turn(seat: Seat, lang: Lang) -> None:
    hands = seat(desk(), lang, words=WORDS)
    set_up(hands)
    assert hands.desk.view().awaits.kind == "flick"
    kick_off_onto_an_opponent(hands)
    view = hands.desk.view()
    carrier, start = view.layout.ball, view.layout.where()[view.layout.ball]
    hands.tap(start.name)
    forward = side_of(carrier).forward
    moves = [t for t in hands.screen.fingers.targets if t.kind == "move"]
    best = max(moves, key=lambda t: t.square.rank * forward)
    hands.tap(best.square.name)
    assert hands.desk.view().layout.where()[carrier] == best.square
    headline = hands.screen.decisions.rows[0].children[-1].text
    assert best.square.name in headline
    hands.press(hands.screen.choices.buttons[0])
    assert hands.desk.view().awaits.rolls
    assert hands.desk.view().standing.turn is side_of(carrier).other


def test_undo_by_key_brings_the_disc_back(seat: Seat) -> None:
    hands = seat(desk(), words=WORDS)
    hands.press(hands.screen.choices.buttons[0])
    placed = len(hands.desk.view().layout.towers)
    hands.key(42)
    assert (placed, len(hands.desk.view().layout.towers)) == (15, 0)
    hands.key(42, "shift")
    assert len(hands.desk.view().layout.towers) == 15


def test_discs_are_laid_and_moved_one_by_one(seat: Seat) -> None:
    hands = seat(desk(), words=WORDS)
    hands.tap("g6")
    hands.tap("g19")
    hands.drag("g6", "c4")
    names = {square.name for square in hands.desk.view().layout.where().values()}
    assert names == {"c4", "g19"}


def test_an_illegal_square_is_explained_with_its_section(seat: Seat) -> None:
    hands = seat(desk(), words=WORDS)
    set_up(hands)
    kick_off_onto_an_opponent(hands)
    view = hands.desk.view()
    start = view.layout.where()[view.layout.ball]
    hands.tap(start.name)
    legal = {t.square for t in hands.screen.fingers.targets}
    far = next(
        s
        for s in (type(start)(f, r) for f in (1, 13) for r in (12, 13))
        if s not in legal and hands.screen.fingers.top_at(s) is None
    )
    hands.hold(far.name)
    assert hands.screen.fingers.why is not None
    assert hands.screen.fingers.why[0].startswith("T")


def test_sides_are_called_by_their_names(seat: Seat) -> None:
    hands = seat(desk(), words=WORDS)
    assert hands.screen.choices.buttons[0].text.startswith("Chêne")


def act(table: HandDesk[Any], chance: Random) -> None:
    """Anything that is open now."""
    view = table.view()
    if view.question is not None:
        table.answer(chance.randrange(len(view.question.answers)))
    elif view.awaits.rolls:
        table.roll()
    elif view.awaits.kind == "flick":
        by = chance.choice(view.awaits.flick_from)
        others = [d for d in view.layout.where() if side_of(d) is not side_of(by)]
        touched = chance.choice(others)
        table.take(Flown(by=by, first_touch=touched, contacts=(touched,)))
    else:
        _play(table, chance)


def _play(table: HandDesk[Any], chance: Random) -> None:
    view = table.view()
    open_ = [t.play for d in view.layout.where() for t in table.targets(d) if t.kind != "place"]
    contacts = [p for p in open_ if type(p).__name__ in ("Strip", "Tackle", "HandPass")]
    plays = contacts or open_
    if plays and chance.random() < 0.8:
        table.take(chance.choice(plays))
    elif view.awaits.choices:
        table.take(chance.choice(view.awaits.choices).play)


@pytest.mark.parametrize(("lang", "seed"), [("fr", 1), ("en", 2)])
def test_everything_a_match_says_can_be_said_and_read(seat: Seat, lang: Lang, seed: int) -> None:
    table, chance = desk(seed), Random(seed)
    hands = seat(table, lang, (1024, 640), words=WORDS)
    for step in range(120):
        act(table, chance)
        hands.pump(1)
        if step % 6 == 0:
            hands.pump(3)
            texts = [w for w in hands.screen.walk(restrict=True) if isinstance(w, Text)]
            assert not [w.text for w in texts if w.text and not w.fits()]
    assert len(table.view().decisions) > 60
