"""Sixty thousand simulated rolls a die: fair, each proved, none after any one-bit change."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from math import erfc, exp, pi, sqrt
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.dice import NO_NONCE, Proof, RollRecord, check, commitment_to, face_of
from firmware_bridge.messages import Commitment, Die, DieEvent
from firmware_bridge.shares import KEPT, Shares
from firmware_bridge.simulator.device import Device

ROLLS = 60_000
VERIFY = Path(__file__).parents[2] / "hardware" / "dice" / "verify.py"
VECTORS = VERIFY.with_name("vectors.json")


def promise(device: Device, die: Die) -> Commitment:
    roll, secret = device._rolls[die], device._secrets[die]
    return Commitment(die=die, roll=roll, commitment=commitment_to(die, roll, secret))


def rolled(seed: int, count: int) -> Iterator[RollRecord]:
    """Rolls of both dice in turn, with a share of the host in each."""
    rng = Random(seed)
    device, shares = Device(rng), Shares(rng)
    for number in range(count):
        die = (Die.RED, Die.GREEN)[number % 2]
        share = shares.answer(promise(device, die))
        device._nonces[die] = share.nonce
        event = device.roll(0.0, die)
        assert event is not None
        device.queue.acknowledge(0.0, event.epoch, event.id)
        record = shares.record(event)
        assert record is not None
        yield record


def chi_square_p(counts: Counter[int]) -> float:
    """Upper tail of the chi-square distribution with 5 degrees of freedom, in closed form."""
    expected = counts.total() / 6
    x = sum((counts[face] - expected) ** 2 for face in range(1, 7)) / expected
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


def bits(record: RollRecord) -> Iterator[RollRecord]:
    """The record with one bit changed, for every bit of what it says."""
    for name in ("secret", "nonce", "given", "commitment", "seal"):
        data = bytes.fromhex(getattr(record, name))
        for bit in range(8 * len(data)):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            yield RollRecord(**asdict(record) | {name: changed.hex()})
    for bit in range(32):
        yield replace(record, roll=record.roll ^ 1 << bit)
    for bit in range(3):
        yield replace(record, face=record.face ^ 1 << bit)
    for bit in range(7):
        yield replace(record, die=chr(ord(record.die) ^ 1 << bit))


def test_sixty_thousand_rolls_are_fair_and_each_is_proved() -> None:
    faces: dict[str, Counter[int]] = {"R": Counter(), "G": Counter()}
    rng = Random(2)
    for number, record in enumerate(rolled(1, 2 * ROLLS)):
        faces[record.die][record.face] += 1
        assert check(record) is Proof.PROVED
        if number % 40 == 0:
            secret = bytearray.fromhex(record.secret)
            secret[rng.randrange(8)] ^= 1 << rng.randrange(8)
            assert check(replace(record, secret=secret.hex())) is Proof.FALSE
    for counts in faces.values():
        assert counts.total() == ROLLS
        assert 0.001 < chi_square_p(counts) < 0.999


def test_no_bit_of_a_record_can_change() -> None:
    for record in rolled(3, 60):
        changed = list(bits(record))
        assert len(changed) == 362
        assert all(check(other) is Proof.FALSE for other in changed)


def test_a_die_that_drops_a_face_would_be_noticed() -> None:
    assert chi_square_p(Counter(dict.fromkeys(range(1, 6), 1000))) < 1e-9


@pytest.mark.parametrize("secret", [bytes(8), b"\xff" * 8])
def test_a_box_without_chance_is_still_fair_by_the_host_s_share(secret: bytes) -> None:
    rng = Random(7)
    faces = Counter(face_of(Die.RED, k, secret, rng.randbytes(4)) for k in range(ROLLS))
    assert 0.001 < chi_square_p(faces) < 0.999


def test_what_proves_less_says_so() -> None:
    rng = Random(5)
    device, shares = Device(rng), Shares(rng)
    event = device.roll(0.0, Die.RED)
    assert event is not None
    assert event.nonce == NO_NONCE
    alone = shares.record(event)
    assert alone is not None
    assert check(alone) is Proof.UNPROVEN  # nobody promised, nobody else had a share
    shares.answer(promise(device, Die.RED))
    second = device.roll(0.0, Die.RED)
    assert second is not None
    late = shares.record(second)
    assert late is not None
    assert late.commitment
    assert check(late) is Proof.UNPROVEN  # the host's share came too late
    assert check(replace(late, die="B")) is Proof.FALSE
    assert check(replace(late, secret="none of hex")) is Proof.FALSE  # noqa: S106


def test_a_box_that_uses_another_nonce_is_caught() -> None:
    rng = Random(6)
    device, shares = Device(rng), Shares(rng)
    shares.answer(promise(device, Die.GREEN))
    device._nonces[Die.GREEN] = b"ours"
    event = device.roll(0.0, Die.GREEN)
    assert event is not None
    record = shares.record(event)
    assert record is not None
    assert check(record) is Proof.FALSE


def test_a_share_the_box_refused_has_no_part() -> None:
    rng = Random(6)
    device, shares = Device(rng), Shares(rng)
    share = shares.answer(promise(device, Die.GREEN))
    device._nonces[Die.GREEN] = b"from before"[:4]  # another program gave it
    shares.refused(share)
    event = device.roll(0.0, Die.GREEN)
    assert event is not None
    record = shares.record(event)
    assert record is not None
    assert check(record) is Proof.UNPROVEN


def test_the_first_promise_counts_and_old_ones_are_forgotten() -> None:
    shares = Shares(Random(1))
    first = Commitment(die=Die.RED, roll=5, commitment=b"a" * 16)
    share = shares.answer(first)
    assert shares.answer(replace(first, commitment=b"b" * 16)) == share
    event = DieEvent(
        epoch=1, id=1, at_us=1, die=Die.RED, face=1, roll=5, secret=bytes(8), nonce=share.nonce
    )
    record = shares.record(event)
    assert record is not None
    assert record.commitment == (b"a" * 16).hex()
    assert check(record) is Proof.FALSE
    for roll in range(6, 6 + KEPT):
        shares.answer(replace(first, roll=roll))
    again = shares.record(event)
    assert again is not None
    assert again.commitment == ""


def verify(records: list[dict[str, object]], path: Path) -> int:
    path.write_text("{}\n" + json.dumps({"evidence": {"dice": records}}) + "\n", "utf-8")
    return subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(VERIFY), str(path)], capture_output=True, check=False
    ).returncode


def test_the_verifier_that_stands_alone_agrees(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    records = [asdict(record) for record in rolled(9, 40)]
    assert verify(records, path) == 0
    assert verify([], path) == 1
    last = next(rolled(9, 1))
    for changed in (replace(last, face=last.face % 6 + 1), *list(bits(last))[::40]):
        assert verify([*records, asdict(changed)], path) == 1
    assert len(VERIFY.read_text("utf-8").splitlines()) < 45


def test_the_vectors_hold_in_both(tmp_path: Path) -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))
    assert len(vectors) >= 6
    for vector in vectors:
        record = RollRecord(**vector["record"])
        assert check(record).value == vector["proof"], vector["says"]
        holds = verify([vector["record"]], tmp_path / "one.jsonl") == 0
        assert holds == (vector["proof"] != "false"), vector["says"]
