"""The line: whatever comes over it, the box obeys what is meant for it, once, and nothing else."""

import random

import pytest

from tests.firmware.conftest import ALL, made, opened
from tests.firmware.host import Host, frame


def lights(host: Host) -> int:
    return int(host.box.lights)


def test_hello_names_the_box_and_its_abilities(host: Host) -> None:
    hello = host.hello()
    assert hello[1] == "1"
    assert hello[8] == "5A"
    assert {"D", "P", "K", "S", "T", "F"} <= set(hello[12])
    assert host.beat()[6] in "01"


@pytest.mark.parametrize("backend", ALL)
def test_it_says_who_it_is_without_being_asked(backend: str) -> None:
    host = made(backend)
    host.run(13.0)
    hellos = [body for body in host.bodies if body.startswith("H,")]
    beats = [body for body in host.bodies if body.startswith("B,")]
    assert 2 <= len(hellos) <= 4
    assert 11 <= len(beats) <= 13
    assert all(body.split(",")[8] == "-" for body in hellos)


def test_f16b_a_damaged_order_is_never_obeyed(host: Host) -> None:
    for bit in range(8, len(frame("c,5A00,LED,3,2")) * 8 - 8, 3):
        data = bytearray(frame(f"c,5A{bit & 0xFF:02X},LED,3,2"))
        data[bit // 8] ^= 1 << bit % 8
        host.write(bytes(data) + b"\n")
        host.run(0.012)
    host.run(0.1)
    assert not any(",OK" in body for body in host.bodies)
    assert lights(host) == 0


def test_f20_a_cut_frame_costs_only_itself(host: Host) -> None:
    host.write(b"$c,5A77,LED")
    assert host.order("LED,3,1") == "OK"
    assert lights(host) == 1


def test_f21_an_endless_line_is_given_up(host: Host) -> None:
    host.write(b"$" + b"A" * 500)
    host.run(0.12)
    host.write(b"\n")
    assert host.order("LED,3,2") == "OK"
    assert lights(host) == 2


def test_f22_control_bytes_are_nothing(host: Host) -> None:
    host.write(bytes(range(256)))
    host.run(0.1)
    assert host.order("LED,3,1") == "OK"


def test_carriage_returns_are_tolerated(host: Host) -> None:
    host.write(frame("c,5A70,LED,3,1").replace(b"\n", b"\r\n"))
    host.run(0.1)
    assert "R,5A70,OK" in host.bodies


def test_f18_an_order_said_twice_is_carried_out_once(host: Host) -> None:
    for _ in range(3):
        host.write(frame("c,5A31,FLA"))
        host.run(0.05)
    host.run(0.3)
    assert host.bodies.count("R,5A31,OK") == 3
    assert len(host.events("F")) == 1


def test_f24_a_sound_whose_answer_was_lost_is_made_once(host: Host) -> None:
    for _ in range(4):
        host.write(frame("c,5A32,BUZ,2"))
        host.run(0.2)
    host.run(1.0)
    assert host.box.sounds == [2]


def test_f26_an_order_of_an_old_session_is_refused(host: Host) -> None:
    assert "R,3301,ER,5" in host.say("c,3301,LED,3,3", 0.1)
    assert lights(host) == 0


def test_a_session_opened_again_remembers_its_last_order(host: Host) -> None:
    host.say("c,5A40,FLA", 0.1)
    host.say("h,1,5A", 0.2)
    host.say("c,5A40,FLA", 0.2)
    assert len(host.events("F")) == 1
    host.say("h,1,5B", 0.2)
    host.say("c,5B40,FLA", 0.2)
    assert len(host.events("F")) == 2


@pytest.mark.parametrize(
    ("order", "outcome"),
    [
        ("LED,3", "ER,4"),
        ("LED,100,1", "ER,4"),
        ("LED,x,1", "ER,4"),
        ("BUZ,10", "ER,4"),
        ("CLK,1,2", "ER,4"),
        ("NON,B,1,00000000", "ER,4"),
        ("NON,R,1,0000", "ER,4"),
        ("NON,R,1,00000000", "ER,7"),
        ("XYZ,1", "ER,6"),
        ("LED,3,1,7,8", "OK"),
    ],
)
def test_f52_bad_orders_are_refused_with_their_code(host: Host, order: str, outcome: str) -> None:
    assert host.order(order) == outcome
    assert host.order("LED,3,2") == "OK"


def test_f11b_a_host_of_an_older_protocol_is_told_so(host: Host) -> None:
    assert any(body.startswith("X,8,") for body in host.say("h,0,22", 0.1))
    assert host.order("LED,3,1") == "OK"


@pytest.mark.parametrize("backend", ALL)
def test_f09b_its_own_voice_is_no_host(backend: str) -> None:
    host = made(backend)
    for _ in range(1500):
        host.now += 0.004
        said = host.box.send(host.now)
        host.raw += said
        host.box.receive(host.now, said)
    assert not any(body.startswith("X") for body in host.bodies)
    assert all(body.split(",")[6] == "0" for body in host.bodies if body.startswith("B"))
    assert 100 < len(host.raw) < 700


def test_f53_noise_does_not_make_it_shout(host: Host) -> None:
    rng, before = random.Random(3), len(host.bodies)
    for _ in range(750):
        host.write(bytes(rng.choice(b"$*,0123456789ABCDEFhatc\n") for _ in range(24)))
        host.run(0.004)
    assert sum(body.startswith("X") for body in host.bodies[before:]) <= 3 * 20 + 2
    host.run(0.2)
    host.reopen(0x21)
    assert host.order("LED,3,1") == "OK"


def test_f49_a_flood_is_survived(host: Host) -> None:
    for number in range(60):
        host.write(frame(f"t,{number:X}"))
    host.box.break_beam(host.now, 1, 3000)
    host.run(1.5)
    assert sum(body.startswith("T,") for body in host.bodies) > 10
    assert len(host.events("P")) == 1
    assert host.order("LED,3,2") == "OK"


def test_the_session_ends_when_the_host_is_silent(host: Host) -> None:
    host.run(3.5)
    heard = host.run(2.2)
    assert [body.split(",")[6] for body in heard if body.startswith("B")] == ["0", "0"]
    assert host.say("c,5A01,LED,3,1", 0.1)[-1] == "R,5A01,ER,5"


@pytest.mark.parametrize("backend", ALL)
def test_clock_samples_are_stamped_when_they_come_and_when_they_leave(backend: str) -> None:
    host = opened(backend)
    for number in range(1, 6):
        (reply,) = (b for b in host.say(f"t,{number:X}", 0.1) if b.startswith(f"T,{number:X},"))
        received, sent = (int(field, 16) for field in reply.split(",")[2:4])
        assert received <= sent <= received + 8_000
