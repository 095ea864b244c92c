"""The referee over a scripted table: what is committed, when, and what is asked."""

from dataclasses import replace
from pathlib import Path

from app.match.live import LiveDesk
from app.match.perception.flight import FlightSeen
from app.match.policy import OBSERVER
from app.match.replay import replay
from app.match.showing import Showing
from app.rulebook.geometry import square
from app.rulebook.side import Side
from firmware_bridge.messages import Button
from tests.match.rig import Rig
from tests.match.toy import BOARD, Toy


def rolled(red: int = 3, green: int = 2, rig: Rig | None = None) -> Rig:
    rig = rig or Rig()
    rig.wait(1)
    rig.roll(red, green)
    rig.wait(1)
    return rig


def test_a_roll_a_slide_and_the_key_make_a_turn() -> None:
    rig = rolled()
    assert rig.match.state.points == 5
    assert rig.acknowledged == [(7, 1, 2, 0)]
    rig.by_hand(("b2", "b4"))
    assert rig.where("H1") == square("b2")
    rig.wait(0.5)
    assert rig.where("H1") == square("b4")
    rig.press(Button.HOME_BIG)
    rig.wait(0.5)
    assert rig.match.state.turn is Side.AWAY
    assert rig.lights == [Side.HOME, Side.AWAY]
    assert rig.session.counters.questions == 0
    assert max(rig.session.counters.waited_s) < 0.4


def test_nothing_is_committed_under_a_hand_and_the_key_waits_for_the_table() -> None:
    rig = rolled()
    rig.table.hand = True
    rig.wait(0.3)
    rig.table.slide("b2", "b4")
    rig.press(Button.HOME_BIG)
    rig.wait(1.5)
    assert rig.where("H1") == square("b2")
    assert rig.match.state.points == 5
    rig.table.hand = False
    rig.wait(0.6)
    kinds = [type(step.event).__name__ for step in rig.match.entries]
    assert kinds == ["DiceRolled", "Slide", "ButtonPressed"]


def test_nothing_is_judged_while_the_view_is_being_found_again() -> None:
    rig = rolled()
    rig.table.paused = True
    rig.table.slide("b2", "b4")
    rig.press(Button.HOME_BIG)
    rig.wait(2)
    assert Showing().view(rig.session).bar == "aim"
    assert rig.where("H1") == square("b2")
    assert rig.match.state.turn is Side.HOME
    rig.table.paused = False
    rig.wait(1)
    kinds = [type(step.event).__name__ for step in rig.match.entries]
    assert kinds == ["DiceRolled", "Slide", "ButtonPressed"]


def test_nothing_is_judged_while_the_camera_is_away_and_nothing_of_it_is_lost() -> None:
    rig = rolled()
    rig.blind = True
    rig.wait(1)
    rig.table.slide("b2", "b4")
    rig.press(Button.HOME_BIG)
    rig.wait(2)
    assert Showing().view(rig.session).senses.eye == "lost"
    assert rig.match.state.turn is Side.HOME
    rig.blind = False
    rig.wait(1)
    kinds = [type(step.event).__name__ for step in rig.match.entries]
    assert kinds == ["DiceRolled", "Slide", "ButtonPressed"]


def test_an_illegal_slide_is_refused_and_put_back_before_anything_else_is_read() -> None:
    rig = rolled(1, 1)
    rig.by_hand(("b2", "b5"))
    rig.wait(0.6)
    view = Showing().view(rig.session)
    assert view.bar == "arrange"
    assert [(g.disc, g.to, g.came_from) for g in view.ghosts[:1]] == [
        ("H1", square("b2"), square("b5"))
    ]
    assert view.explanation is not None
    assert view.explanation.rule == "R3"
    entries = len(rig.match.decisions)
    rig.by_hand(("b5", "b3"))
    rig.wait(3)
    assert len(rig.match.decisions) == entries
    rig.by_hand(("b3", "b2"))
    rig.wait(0.6)
    assert rig.arranging()
    rig.wait(1.2)
    assert not rig.arranging()
    rig.by_hand(("b2", "b4"))
    rig.wait(0.6)
    assert rig.where("H1") == square("b4")


def test_an_observer_notes_a_refusal_once_and_asks_for_nothing() -> None:
    rig = rolled(1, 1, Rig(OBSERVER))
    rig.by_hand(("b2", "b5"))
    rig.wait(3)
    assert [d.refused for d in rig.match.decisions] == [False, True]
    assert not rig.arranging()


def test_a_change_nothing_explains_is_put_back() -> None:
    rig = rolled()
    rig.by_hand(("b2", "b3"), ("d6", "d5"))
    rig.wait(2)
    assert len(rig.match.entries) == 1
    assert rig.arranging()
    assert rig.session.counters.unexplained == 1


def test_a_flick_read_two_ways_is_one_question_answered_by_index() -> None:
    rig = rolled()
    rig.table.moving = True
    rig.wait(0.4)
    rig.table.ball = "c3"
    x, y = BOARD.centre_of(square("b2"))
    flight = FlightSeen(
        release_at=rig.now, from_mm=(x, y), first_touch_mm=BOARD.centre_of(square("c2"))
    )
    rig.table.flights.append(flight)
    rig.table.moving = False
    rig.wait(1)
    assert rig.asking()
    assert Showing().view(rig.session).bar == "ask"
    rig.wait(5)
    assert rig.session.counters.questions == 1
    desk = LiveDesk(rig.session, chance=Dice())
    desk.answer(0)
    rig.wait(0.3)
    assert rig.match.state.ball == "H2"
    assert rig.match.state.points == 5
    assert rig.arranging()
    rig.table.ball = "c2"
    rig.wait(2.5)
    assert not rig.arranging()


class Dice:
    def randrange(self, stop: int, /) -> int:
        return stop - 1

    def random(self) -> float:
        return 0.0


def test_a_second_roll_while_points_remain_is_asked_about() -> None:
    rig = rolled()
    rig.roll(6, 6)
    rig.wait(0.5)
    assert rig.asking()
    assert rig.match.state.points == 5
    assert len(rig.acknowledged) == 1
    rig.session.answer(1)
    assert rig.match.state.points == 5
    assert len(rig.acknowledged) == 2
    rig.roll(6, 5)
    rig.wait(0.5)
    rig.session.answer(0)
    assert (rig.match.state.turn, rig.match.state.points) == (Side.AWAY, 11)


def test_a_roll_that_arrives_late_is_put_before_the_play_it_paid_for() -> None:
    rig = Rig()
    rig.wait(1)
    stamp = rig.now
    rig.wait(0.5)
    rig.by_hand(("b2", "b4"))
    rig.wait(0.6)
    assert rig.match.decisions[-1].refused
    rig.roll(2, 2, at=stamp)
    rig.wait(0.5)
    assert rig.where("H1") == square("b4")
    rig.wait(1.5)
    assert not rig.arranging()
    assert rig.session.counters.questions == 0


def test_a_roll_without_a_stamp_is_never_put_into_the_past() -> None:
    rig = Rig()
    rig.wait(1)
    rig.by_hand(("b2", "b4"))
    rig.wait(0.6)
    rig.roll(2, 2, at=None)
    rig.wait(0.5)
    assert rig.where("H1") == square("b2")
    assert rig.match.state.points == 4


def test_a_strip_shows_as_a_stack_and_the_covered_disc_is_not_lost() -> None:
    rig = rolled(1, 1)
    rig.press(Button.HOME_BIG)
    rig.wait(0.5)
    rig.roll(4, 2)
    rig.wait(0.5)
    rig.by_hand(("b6", "b2"))
    rig.wait(1.5)
    assert dict(rig.match.state.towers)[square("b2")] == ("H1", "A1")
    assert rig.match.state.ball == "A1"
    assert not rig.arranging()


def test_tidying_up_makes_no_events() -> None:
    rig = rolled()
    many = {f"{file}{rank}": "H" for file in "abcde" for rank in (1, 2)}
    state = rig.match.state
    towers = tuple((square(name), (f"H{n}",)) for n, name in enumerate(many, 1))
    rig.match._timeline.correct(replace(state, towers=towers))
    rig.match.version += 1
    rig.table.towers, rig.table.ball = many, "a1"
    rig.wait(0.1)
    entries = len(rig.match.entries)
    rig.table.hand = True
    rig.wait(1)
    rig.table.towers, rig.table.ball = {"a1": "H", "a2": "H"}, None
    rig.table.hand = False
    rig.wait(3)
    assert len(rig.match.entries) == entries
    assert not rig.arranging()
    assert Showing().view(rig.session).bar == "tidy"


def test_a_desk_over_a_session_undoes_and_the_table_follows() -> None:
    rig = rolled()
    rig.by_hand(("b2", "b4"))
    rig.wait(1)
    desk = LiveDesk(rig.session, chance=Dice())
    desk.undo()
    rig.wait(0.3)
    desk.publish()
    assert desk.view().arrange_text is not None
    assert desk.view().can_redo
    rig.by_hand(("b4", "b2"))
    rig.wait(2)
    assert not rig.arranging()
    desk.redo()
    rig.wait(0.3)
    assert rig.where("H1") == square("b4")
    assert desk.why_not("H2", square("c6")) is not None
    assert {t.square for t in desk.targets("H2")} >= {square("c3")}


def test_the_same_script_gives_the_same_bytes_and_replays(tmp_path: Path) -> None:
    def script() -> bytes:
        rig = rolled()
        rig.by_hand(("b2", "b4"))
        rig.wait(1)
        rig.press(Button.HOME_BIG)
        rig.wait(1)
        rig.roll(5, 6)
        rig.wait(1)
        rig.by_hand(("b6", "b4"))
        rig.wait(2)
        return bytes(rig.log.data)

    first = script()
    assert first == script()
    (tmp_path / "a.jsonl").write_bytes(first)
    report = replay(tmp_path / "a.jsonl", lambda _: Toy())
    assert report.first_difference is None
    assert report.entries == 5
