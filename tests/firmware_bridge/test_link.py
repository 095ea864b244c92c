"""The link: who is greeted, what is acknowledged when, what is said when things go wrong."""

from random import Random
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.dice import commitment_to, face_of
from firmware_bridge.errors import SENTENCES
from firmware_bridge.link import Link, LinkState
from firmware_bridge.messages import (
    BeamEvent,
    Button,
    ButtonEvent,
    Commitment,
    DieEvent,
    End,
    Heartbeat,
    Hello,
    OpenSession,
    Sync,
    UnknownEvent,
)
from firmware_bridge.protocol import Decoder, Speaker, encode
from firmware_bridge.simulator import SimulatedBox

if TYPE_CHECKING:
    from tests.firmware_bridge.conftest import Bench

NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"


def test_what_hands_do_arrives_once_and_in_order(bench: "Bench") -> None:
    faces = bench.box.press_dice(bench.now)
    bench.box.press(bench.now, Button.AWAY_BIG)
    bench.box.break_beam(bench.now + 0.5, 4, 3000)
    bench.run(3)
    red, green, down, up, beam = (logged.event for logged in bench.log)
    assert isinstance(red, DieEvent)
    assert isinstance(green, DieEvent)
    assert (red.die, red.face, green.die, green.face) == ("R", faces and faces[0], "G", green.face)
    assert faces == (red.face, green.face)
    assert isinstance(down, ButtonEvent)
    assert isinstance(up, ButtonEvent)
    assert (down.button, down.pressed, up.pressed) == (Button.AWAY_BIG, True, False)
    assert down.button.end is End.AWAY
    assert isinstance(beam, BeamEvent)
    assert (beam.beam, beam.duration_us) == (4, 3000)
    assert bench.kept == 0
    assert bench.alerts == []


def test_the_time_of_an_event_is_the_hosts(bench: "Bench") -> None:
    pressed_at = bench.now + 0.4
    bench.box.break_beam(pressed_at, 1, 5000)
    bench.run(1)
    (logged,) = bench.log
    assert logged.at == pytest.approx(pressed_at, abs=0.02)
    assert logged.heard_at >= pressed_at


def test_nothing_is_acknowledged_before_it_is_safe(bench: "Bench") -> None:
    bench.commits = False
    bench.box.press_dice(bench.now)
    facts = bench.run(10)
    assert len(facts) == 2  # sent again and again by the box, delivered once
    assert bench.line.link.counts["repeats"] > 5
    assert bench.kept == 2
    first = facts[0]
    assert first.cursor is not None
    bench.line.link.acknowledge(first.cursor)
    bench.run(1)
    assert bench.kept == 1


def test_after_a_crash_only_what_was_not_safe_comes_again(bench: "Bench") -> None:
    bench.box.press(bench.now, Button.HOME_SMALL)
    bench.run(1)
    bench.commits = False
    bench.box.press_dice(bench.now)
    seen = bench.run(1)
    bench.commits = True
    bench.restart_app()
    bench.run(3)
    assert [logged.event for logged in bench.log] == bench.box.accepted
    assert [fact.event for fact in seen if isinstance(fact, BoxEvent)] == bench.box.accepted[2:]
    assert bench.kept == 0
    assert bench.alerts == []


def test_a_safe_event_whose_acknowledgement_was_lost_is_acknowledged_again(
    bench: "Bench",
) -> None:
    bench.commits = False
    bench.box.press_dice(bench.now)
    facts = bench.run(1)
    bench.cursor = facts[-1].cursor  # the log has it; the app dies before the box hears
    bench.commits = True
    bench.restart_app()
    bench.run(3)
    assert bench.log == []
    assert bench.kept == 0


@pytest.mark.parametrize("fault", ["drop_bytes", "flip_bit", "reset_board", "unplug", "late"])
@pytest.mark.parametrize("seed", [3, 4])
def test_crashes_at_any_moment_under_any_fault(
    new_bench: type["Bench"], fault: str, seed: int
) -> None:
    bench = new_bench(fault, seed=seed)
    rng = Random(seed)  # noqa: S311 - reproducible on purpose
    for _ in range(40):
        bench.commits = True
        bench.run(rng.uniform(0.0, 3.0))
        bench.box.press(bench.now, rng.choice(list(Button)))
        bench.run(rng.uniform(0.0, 0.3))
        bench.commits = rng.random() < 0.5
        bench.run(rng.uniform(0.0, 0.2))
        bench.restart_app()
    bench.commits = True
    bench.until(lambda: bench.kept == 0)
    bench.run(1)
    happened = [(event.id, type(event)) for event in bench.box.accepted]
    assert [(logged.cursor.id, type(logged.event)) for logged in bench.log] == happened
    assert len(happened) > 60
    assert set(bench.reasons) <= {"stale", "silent", "wrong-device"}


@pytest.mark.parametrize("stranger", [NMEA, b"ok T:21.0\n", b"\x00\xff" * 20, b"$H,1*0000\n"])
def test_a_stranger_is_never_written_to(stranger: bytes) -> None:
    link = Link()
    facts: list[BoxEvent | Alert] = []
    for tick in range(3000):
        facts += link.receive(tick / 100, stranger if tick % 20 == 0 else b"")
        assert link.to_send(tick / 100) == b""
    assert [fact.reason for fact in facts if isinstance(fact, Alert)] == ["wrong-device"]


def test_a_silent_port_is_told_once_and_still_listened_to(new_bench: type["Bench"]) -> None:
    link = Link()
    alerts = [fact for tick in range(800) for fact in link.receive(tick / 100, b"")]
    assert [alert.reason for alert in alerts if isinstance(alert, Alert)] == ["silent"]
    assert link.to_send(8.0) == b""
    link.closed()
    bench = new_bench()
    bench.connect(link)
    bench.run(3)
    assert bench.state() is LinkState.UP


def test_a_loop_back_is_a_stranger() -> None:
    link = Link()
    words = encode(OpenSession(max_protocol=1, session=0)) + encode(Sync(number=1))
    facts = [fact for tick in range(400) for fact in link.receive(tick / 100, words)]
    assert [getattr(fact, "reason", None) for fact in facts] == ["wrong-device"]
    assert link.to_send(4.0) == b""


def test_the_light_comes_back_after_a_reset(bench: "Bench") -> None:
    bench.line.link.light(End.AWAY)
    bench.run(0.5)
    assert bench.light() is End.AWAY
    bench.box.reset(bench.now, bench.now + 1.5)
    assert bench.light() is None
    bench.run(5)
    assert bench.light() is End.AWAY
    bench.line.link.light(None)
    bench.run(0.5)
    assert bench.box.lights == 0


def test_only_the_newest_wish_for_the_light_is_sent(bench: "Bench") -> None:
    for end in (End.HOME, End.AWAY, End.HOME, None, End.AWAY):
        bench.line.link.light(end)
    bench.run(0.5)
    assert bench.light() is End.AWAY


def test_a_sound_is_made_once_though_its_answer_is_lost(bench: "Bench") -> None:
    bench.run(0.5)
    bench.line.link.buzz(3)
    bench.lose(b"$R")
    bench.run(2.0)
    assert bench.state() is LinkState.UP
    bench.run(1.0)  # five times in vain: the session is given up, the sound with it
    assert bench.reasons == ["stale"]
    bench.lose(b"$nothing")
    bench.run(8)
    assert bench.box.sounds == [3]
    assert bench.line.link.counts["retries"] >= 4
    assert bench.state() is LinkState.UP


def test_what_is_safe_is_acknowledged_at_once(bench: "Bench") -> None:
    bench.box.press_dice(bench.now)
    bench.run(0.05)
    assert len(bench.log) == 2
    assert bench.kept == 0


def test_a_lost_acknowledgement_is_said_again(bench: "Bench") -> None:
    bench.lose(b"$a", times=2)
    bench.box.press_dice(bench.now)
    bench.run(0.1)
    assert bench.kept == 2
    bench.run(2)
    assert bench.kept == 0
    assert len(bench.log) == 2


def test_a_lost_event_is_asked_for_before_the_box_would_repeat_it(bench: "Bench") -> None:
    bench.lose(b"$E", times=1)
    bench.box.press_dice(bench.now)
    bench.run(0.1)
    assert [logged.cursor.id for logged in bench.log] == [1, 2]
    assert bench.line.link.counts["gaps"] == 1


def test_a_hurt_command_is_repeated_without_waiting(bench: "Bench") -> None:
    bench.run(0.5)
    receive = bench.box.receive
    hurt: list[bytes] = []

    def damage(now: float, data: bytes) -> None:
        if data.startswith(b"$c") and not hurt:
            hurt.append(data)
            data = data.replace(b"LED", b"LEE")
        receive(now, data)

    bench.box.receive = damage  # type: ignore[method-assign]
    bench.line.link.light(End.HOME)
    bench.run(0.08)
    assert hurt
    assert bench.light() is End.HOME


def test_a_box_that_lost_the_session_is_greeted_when_it_says_so(bench: "Bench") -> None:
    bench.until(lambda: bench.box._device._beat_at - bench.now > 0.9)
    bench.box._device._session = None
    bench.line.link.light(End.HOME)
    bench.run(0.3)
    assert bench.light() is End.HOME


def test_a_box_that_beats_but_never_answers_is_not_ours() -> None:
    link = Link()
    beat = Heartbeat(at_us=1, inputs=0, queue=0, lost=0, receive_errors=0, in_session=False)
    facts: list[BoxEvent | Alert] = []
    sent = b""
    for tick in range(1000):
        facts += link.receive(tick / 100, encode(beat) if tick % 100 == 0 else b"")
        sent += link.to_send(tick / 100)
    assert [getattr(fact, "reason", None) for fact in facts] == ["wrong-device"]
    assert 8 <= sent.count(b"$h,") < 25
    assert sent.count(b"$") == sent.count(b"$h,")


def test_the_share_in_a_roll_is_given_once(bench: "Bench") -> None:
    bench.run(0.5)
    bench.line.close()  # the box still holds the nonces; the promises are made again
    bench.run(4)
    assert bench.state() is LinkState.UP
    assert bench.line.link.counts["refused"] == 0


def test_rolls_follow_from_what_both_sides_committed_to(bench: "Bench") -> None:
    said: list[bytes] = []
    send = bench.box.send

    def spy(now: float) -> bytes:
        said.append(send(now))
        return said[-1]

    bench.box.send = spy  # type: ignore[method-assign]
    bench.box.press_dice(bench.now)
    bench.run(1)
    bench.box.press_dice(bench.now)
    bench.run(1)
    heard = Decoder().feed(b"".join(said))
    promised = {(m.die, m.roll): m.commitment for m in heard if isinstance(m, Commitment)}
    rolls = [logged.event for logged in bench.log if isinstance(logged.event, DieEvent)]
    assert len(rolls) == 4
    for roll in rolls[2:]:
        assert promised[roll.die, roll.roll] == commitment_to(roll.die, roll.roll, roll.secret)
    for roll in rolls:
        assert roll.face == face_of(roll.die, roll.roll, roll.secret, roll.nonce)
        assert roll.nonce != bytes(4)


def test_forced_faces(bench: "Bench") -> None:
    bench.box.force(6, 1)
    assert bench.box.press_dice(bench.now) == (6, 1)
    bench.run(1)
    assert [getattr(logged.event, "face", None) for logged in bench.log] == [6, 1]


def test_rolls_without_a_host_are_kept_and_marked(new_bench: type["Bench"]) -> None:
    box = SimulatedBox(5)
    box.send(990.0)
    box.press_dice(995.0)
    bench = new_bench(box=box)
    bench.run(4)
    assert [getattr(logged.event, "nonce", None) for logged in bench.log] == [bytes(4)] * 2


def test_a_reset_loses_stamps_not_events(bench: "Bench") -> None:
    bench.commits = False
    bench.box.press_dice(bench.now)
    bench.box.reset(bench.now, bench.now + 1.5)
    bench.commits = True
    bench.run(5)
    assert [(logged.event.at_us, logged.at) for logged in bench.log] == [(None, None)] * 2
    assert bench.alerts == []
    bench.box.press(bench.now, Button.HOME_BIG)
    bench.run(1)
    assert bench.log[2].at == pytest.approx(bench.log[2].heard_at, abs=0.02)


def test_a_power_cut_is_told_with_the_last_event_known(bench: "Bench") -> None:
    bench.box.press_dice(bench.now)
    bench.run(1)
    bench.box.cut_power(bench.now, bench.now + 1.5)
    bench.run(5)
    (alert,) = bench.alerts
    assert (alert.reason, alert.details) == ("power-loss", {"after": 2})
    assert "2" in alert.sentence("fr")
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert [logged.cursor.id for logged in bench.log] == [1, 2, 1, 2]
    assert bench.log[-1].cursor.epoch != bench.log[0].cursor.epoch


def test_overflow_under_way_is_told_by_the_heartbeat(bench: "Bench") -> None:
    bench.commits = False
    for _ in range(9):
        bench.box.press_dice(bench.now)
        bench.run(0.5)
    assert bench.reasons == ["lost"]


def test_losses_from_before_the_first_meeting_are_not_told(new_bench: type["Bench"]) -> None:
    box = SimulatedBox(5)
    for tick in range(10):
        box.press_dice(990.0 + tick)
    bench = new_bench(box=box)
    bench.run(4)
    assert box.refused == 4
    assert len(bench.log) == 16
    assert bench.alerts == []


def test_overflow_is_told_once_even_across_a_restart(new_bench: type["Bench"]) -> None:
    bench = new_bench()
    bench.run(3)
    bench.line.close()
    for _ in range(10):
        bench.now += 0.5
        bench.box.press_dice(bench.now)
    bench.run(6)
    assert bench.box.refused == 4
    assert [(alert.reason, alert.details["count"]) for alert in bench.alerts] == [("lost", 4)]
    assert len(bench.log) == 16
    bench.restart_app()
    bench.run(6)
    assert len(bench.alerts) == 1


def test_events_taken_by_another_program_are_a_gap(bench: "Bench") -> None:
    before = None
    for _ in range(3):
        bench.box.press_dice(bench.now)
        bench.run(1)
        before = before or bench.cursor
    bench.cursor = before
    bench.restart_app()
    bench.run(3)
    assert bench.alerts[0].details == {"first": 3, "last": 6}
    assert bench.reasons == ["gap"]
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert [logged.cursor.id for logged in bench.log[-2:]] == [7, 8]


def test_another_box_is_told(bench: "Bench") -> None:
    bench.box.press_dice(bench.now)
    bench.run(1)
    bench.line.close()
    bench.box = SimulatedBox(99)
    bench.connect(bench.line.link)
    bench.line.link.closed()
    bench.run(4)
    assert bench.reasons == ["other-box"]


def test_a_frozen_box_is_stale_and_then_comes_back(bench: "Bench") -> None:
    bench.box._starting_until = bench.now + 8
    bench.run(3)
    assert bench.state() is LinkState.UP
    bench.run(1)
    assert bench.state() is LinkState.STALE
    assert bench.reasons == ["stale"]
    bench.run(6)
    assert bench.state() is LinkState.UP
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert len(bench.log) == 2
    bench.box._starting_until = bench.now + 5
    bench.run(5)
    assert bench.reasons == ["stale", "stale"]


def test_a_host_that_slept_greets_once(bench: "Bench") -> None:
    sent: list[bytes] = []
    receive = bench.box.receive

    def spy(now: float, data: bytes) -> None:
        sent.append(data)
        receive(now, data)

    bench.box.receive = spy  # type: ignore[method-assign]
    for _ in range(12):
        bench.now += 1.0
        bench.box._advance(bench.now)
    bench.box.press_dice(bench.now)
    bench.run(3)
    greetings = Decoder(hears=Speaker.HOST).feed(b"".join(sent))
    assert sum(isinstance(message, OpenSession) for message in greetings) == 1
    assert len(bench.log) == 2


def test_a_newer_box_is_refused_with_a_sentence() -> None:
    hello = Hello(
        protocol=2,
        firmware="taru",
        version="9",
        uid=1,
        epoch=1,
        boot=1,
        cause=1,
        session=None,
        oldest=1,
        count=0,
        lost=0,
        capabilities="D",
    )
    link = Link()
    (alert,) = link.receive(0.0, encode(hello))
    assert isinstance(alert, Alert)
    assert "2" in alert.sentence("en")
    assert [link.receive(tick / 10, encode(hello)) for tick in range(100)] == [[]] * 100
    assert link.to_send(10.0) == b""


def test_an_event_of_a_later_version_does_not_block_the_next(bench: "Bench") -> None:
    bench.box._put(UnknownEvent(epoch=0, id=0, at_us=1, kind="Z", fields=("7",)), bench.now)
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert len(bench.log) == 3
    assert bench.kept == 0


def test_every_sentence_exists_twice_and_differs() -> None:
    for french, english in SENTENCES.values():
        assert french != english
        assert french.endswith(".")
        assert english.endswith(".")
