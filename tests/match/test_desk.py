"""A match by hand through the desk a window uses."""

from random import Random

from app.match.desk import HandDesk
from app.match.log import MemoryLog, parse_log
from app.match.match import Match, Setup
from app.match.table_view import Desk
from app.rulebook.facts import Flown
from app.rulebook.geometry import square
from app.rulebook.side import Side
from app.rulebook.words import Catalogue
from tests.match.toy import BOARD, Done, Slide, State, Toy


def begin() -> HandDesk[State]:
    chance = Random(3)
    return HandDesk(Match.start(Toy(), Setup(board=BOARD), MemoryLog()), chance)


def log_of(desk: HandDesk[State]) -> MemoryLog:
    log = desk.match._log
    assert isinstance(log, MemoryLog)
    return log


def test_a_turn_by_hand() -> None:
    desk: HandDesk[State] = begin()
    as_seen_by_a_window: Desk = desk
    first = as_seen_by_a_window.view()
    assert first is desk.view()
    assert first.bar == "ready"
    desk.roll()
    points = desk.match.state.points
    assert points is not None
    desk.roll()
    assert desk.match.state.points == points
    target = desk.targets("H1")[0]
    desk.take(target.play)
    view = desk.view()
    assert view.version > first.version
    assert view.last_move == (square("b2"), target.square)
    desk.take(Done())
    assert desk.view().standing.turn is Side.AWAY
    for lang in ("fr", "en"):
        assert Catalogue(lang, "app.match").say(desk.view().bar_text)


def test_a_refusal_is_explained_and_the_drawn_board_stays() -> None:
    desk = begin()
    desk.roll()
    desk.take(Slide(disc="A1", to=square("b5")))
    view = desk.view()
    assert view.explanation is not None
    assert view.explanation.rule == "R1"
    assert view.bar == "ready"
    assert view.arrange_text is None
    assert desk.why_not("A1", square("b5")) == ("R1", view.explanation.headline)
    desk.take(Done())
    assert desk.view().explanation is None


def test_undo_redo_and_strike_never_raise_and_draw_the_table_at_once() -> None:
    desk = begin()
    desk.undo()
    desk.redo()
    desk.strike(4)
    desk.roll()
    desk.take(desk.targets("H1")[0].play)
    desk.undo()
    assert desk.view().layout.where()["H1"] == square("b2")
    assert desk.view().can_redo
    assert desk.view().arrange_text is None
    desk.redo()
    desk.strike(2)
    assert [d.struck for d in desk.view().decisions] == [False, True]


def test_a_flicked_ball_is_read_and_asked_about_when_it_may_be_two_things() -> None:
    desk = begin()
    desk.roll()
    desk.take(Flown(by="H1", first_touch="H2"))
    view = desk.view()
    assert view.question is not None
    assert view.bar == "ask"
    desk.answer(7)
    assert desk.view().question is not None
    desk.answer(1)
    assert desk.view().question is None
    assert desk.match.state.ball == "H2"
    assert desk.match.state.points == 0


def test_everything_is_in_the_log_when_it_is_shown() -> None:
    desk = begin()
    desk.roll()
    desk.take(Done())
    recorded = parse_log(bytes(log_of(desk).data), "x")
    assert [line.kind for line in recorded.lines] == ["take", "take"]
    assert recorded.lines[-1].after == Toy().write(desk.match.state)
    desk.close()
