"""Dice: what the box publishes, what the host gives, and the face that follows from both."""

from collections import Counter

import pytest

from firmware_bridge.dice import commitment_to, face_of
from firmware_bridge.messages import Die
from tests.firmware.host import Host


def commitments(host: Host) -> dict[tuple[str, int], str]:
    found = [body.split(",") for body in host.bodies if body.startswith("M,")]
    return {(fields[1], int(fields[2], 16)): fields[3] for fields in found}


def roll(host: Host) -> None:
    assert host.box.press_dice(host.now) is not None
    host.run(0.3)
    host.acknowledge()
    host.run(0.1)


def test_every_face_follows_from_what_was_committed_to(host: Host) -> None:
    for turn in range(6):
        for (die, number), _ in list(commitments(host).items())[-2:]:
            assert host.order(f"NON,{die},{number:X},{0x1000 + turn:08X}") == "OK"
        roll(host)
    told = commitments(host)
    rolls = host.events("D")
    assert len(rolls) == 12
    for fields in rolls:
        die, number = Die(fields[5]), int(fields[7], 16)
        secret, nonce = bytes.fromhex(fields[8]), bytes.fromhex(fields[9])
        assert told[fields[5], number] == commitment_to(die, number, secret).hex().upper()
        assert int(fields[6], 16) == face_of(die, number, secret, nonce)
        assert nonce[-2] == 0x10
    assert len({fields[8] for fields in rolls}) == 12


def test_the_hosts_share_cannot_be_changed_or_come_late(host: Host) -> None:
    numbers = dict(commitments(host))
    number = max(n for die, n in numbers if die == "R")
    assert host.order(f"NON,R,{number:X},11223344") == "OK"
    assert host.order(f"NON,R,{number:X},11223344") == "OK"
    assert host.order(f"NON,R,{number:X},11223345") == "ER,7"
    roll(host)
    assert [e[9] for e in host.events("D") if e[5] == "R"] == ["11223344"]
    assert host.order(f"NON,R,{number:X},99999999") == "ER,7"


def test_f41_a_roll_without_a_host_has_no_share(host: Host) -> None:
    host.run(3.5)
    assert host.box.press_dice(host.now) is not None
    host.run(0.5)
    host.reopen(0x5C)
    assert {event[9] for event in host.events("D")} == {"00000000"}


def test_roll_numbers_never_come_again_after_a_start(host: Host) -> None:
    roll(host)
    host.box.reset(host.now, host.now + 0.5)
    host.run(2.0)
    host.reopen(0x5D)
    roll(host)
    host.box.cut_power(host.now, host.now + 0.5)
    host.run(2.0)
    host.reopen(0x5E)
    roll(host)
    host.run(0.2)
    numbers = [(event[5], event[7]) for event in host.events("D")]
    assert len(set(numbers)) == len(numbers)


def test_the_secret_is_unknown_before_the_roll(host: Host) -> None:
    before = bytes(host.raw)
    roll(host)
    assert not any(event[8].encode() in before for event in host.events("D"))


@pytest.mark.parametrize("backend", ["core"])
def test_faces_are_even(backend: str) -> None:
    """600 rolls a die; the bound is the one in a million of chi-square with five degrees."""
    from tests.firmware.conftest import opened  # noqa: PLC0415

    host = opened(backend)
    faces: dict[str, Counter[int]] = {"R": Counter(), "G": Counter()}
    for _ in range(600):
        shown = host.box.press_dice(host.now)
        host.now += 0.11
        host.box.send(host.now)
        host.now += 0.9
        host.box.send(host.now)
        kept = host.box.accepted[-1]
        host.write(b"")
        host.say(f"a,{kept.epoch:04X},{kept.id:X}", 0.01)
        if host.now % 2 < 1:
            host.say("h,1,5A", 0.02)
        faces["R"][shown[0]] += 1
        faces["G"][shown[1]] += 1
    for counted in faces.values():
        assert sum((counted[face] - 100) ** 2 / 100 for face in range(1, 7)) < 36
