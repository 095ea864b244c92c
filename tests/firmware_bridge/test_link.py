"""The link: who is greeted, what it says when, and how orders get through."""

from typing import TYPE_CHECKING

import pytest

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.errors import catalogue
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    INPUTS,
    BeamEvent,
    Button,
    ButtonEvent,
    DieEvent,
    End,
    Heartbeat,
    Hello,
    OpenSession,
    Sync,
)
from firmware_bridge.protocol import Decoder, Speaker, encode
from firmware_bridge.states import LinkState

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
    assert logged.time is not None
    assert logged.time.at == pytest.approx(pressed_at, abs=logged.time.bound + 2e-6)
    assert logged.heard_at >= pressed_at


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


def test_a_frozen_box_is_stale_and_then_comes_back(bench: "Bench") -> None:
    bench.box.freeze(bench.now, bench.now + 8)
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
    bench.box.freeze(bench.now, bench.now + 5)
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


def test_every_sentence_exists_twice_and_differs() -> None:
    both = catalogue("fr")["box"], catalogue("en")["box"]
    assert both[0].keys() == both[1].keys()
    for reason, french in both[0].items():
        english = both[1][reason]
        assert french != english
        assert french.endswith(".")
        assert english.endswith(".")


def test_every_table_of_the_catalogue_is_in_both_languages() -> None:
    french, english = catalogue("fr"), catalogue("en")
    assert {table: set(said) for table, said in french.items()} == {
        table: set(said) for table, said in english.items()
    }
    assert len(french["input"]) == INPUTS
