"""The app's own dice, and what the dice of a match file prove."""

from dataclasses import replace
from random import Random

import pytest

from app.match.dice import OwnDice, instant
from app.match.evidence import Evidence
from app.match.fairness import DiceReport, check_dice, rolls_of
from app.match.log import MemoryLog, parse_log
from app.match.match import Match, Setup
from app.rulebook.facts import DiceRolled
from firmware_bridge.dice import Proof, RollRecord, check
from firmware_bridge.messages import Die
from tests.match.rig import Rig
from tests.match.toy import BOARD, State, Toy


class Sheet:
    """A match whose rolls are put into its log as they are given."""

    def __init__(self) -> None:
        self.log = MemoryLog()
        self.match: Match[State] = Match.start(Toy(), Setup(board=BOARD), self.log)

    def roll(self, faces: tuple[int, ...], records: tuple[RollRecord, ...] = ()) -> None:
        evidence = Evidence(dice=records) if records else None
        self.match.take(DiceRolled(faces=faces), evidence=evidence)

    def report(self) -> DiceReport:
        return check_dice(parse_log(bytes(self.log.data), "it"))


def test_the_app_s_dice_are_bound_before_anybody_presses() -> None:
    presses: list[bytes] = []

    def press() -> bytes:
        presses.append(instant())
        return presses[-1]

    dice = OwnDice(Random(1), 2, press)
    before = dice.roll()[1]
    for _ in range(50):
        faces, records = dice.roll()
        assert faces == tuple(record.face for record in records)
        assert [check(record) for record in records] == [Proof.PROVED] * 2
        assert [record.commitment for record in records] == [record.promise for record in before]
        assert {record.die for record in records} == {"R", "G"}
        before = records
    assert {record.nonce for record in before} <= {press.hex() for press in presses}
    assert len(instant()) == 4


def test_a_match_by_the_app_s_dice_proves_them_all() -> None:
    sheet = Sheet()
    for seed in (1, 2):  # played on two evenings
        dice = OwnDice(Random(seed), 2)
        for _ in range(10):
            sheet.roll(*dice.roll())
    sheet.roll((3, 4))
    report = sheet.report()
    assert report == DiceReport(rolls=21, dice=42, proved=40, by_hand=2)
    assert report.fine


def changed(record: RollRecord, **fields: str) -> RollRecord:
    """Forged with a seal that fits."""
    forged = replace(record, **fields)  # type: ignore[arg-type]
    return replace(forged, seal=forged.sealed())


def test_what_does_not_follow_is_named_by_its_line() -> None:
    dice = OwnDice(Random(1), 2)
    rolls = [dice.roll() for _ in range(4)]

    def report(*given: tuple[tuple[int, ...], tuple[RollRecord, ...]]) -> DiceReport:
        sheet = Sheet()
        for faces, records in given:
            sheet.roll(faces, records)
        return sheet.report()

    assert report(*rolls).fine
    (red, green), records = rolls[2]
    other = ((red % 6 + 1, green), records)
    assert report(rolls[0], rolls[1], other).first_false == 3
    assert report(rolls[0], rolls[0]).first_false == 2  # one roll counts once
    fresh = OwnDice(Random(9), 2).roll()[1]
    forged = tuple(changed(new, roll=old.roll) for new, old in zip(fresh, records, strict=True))  # type: ignore[arg-type]
    found = report(rolls[0], rolls[1], ((forged[0].face, forged[1].face), forged))
    assert found.false > 0
    assert not found.fine


def test_rolls_of_the_box_reach_the_log_with_their_proof() -> None:
    rig = Rig()
    red = RollRecord(die="R", roll=0x10001, face=1, secret="aa" * 8, nonce="bb" * 4)
    rig.records = {Die.RED: red, Die.GREEN: replace(red, die="G", face=2)}
    rig.roll(1, 2)
    rig.wait(0.2)
    rig.records = {Die.RED: replace(red, roll=0x10004), Die.GREEN: replace(red, die="G", face=2)}
    rig.roll(1, 2)  # while points remain: held and asked
    rig.wait(0.2)
    rig.session.answer(0)
    rolls = rolls_of(parse_log(bytes(rig.log.data), "it"))
    assert [[record.roll for record in rolled.records] for rolled in rolls] == [
        [0x10001, 0x10001],
        [0x10004, 0x10001],
    ]
    report = check_dice(parse_log(bytes(rig.log.data), "it"))
    assert report.skipped == 2
    assert not report.fine


def test_a_torn_line_is_not_vouched_for() -> None:
    sheet = Sheet()
    sheet.roll(*OwnDice(Random(1), 2).roll())
    report = check_dice(parse_log(bytes(sheet.log.data)[:-9], "it"))
    assert report.torn
    assert not report.fine


@pytest.mark.parametrize("count", [1, 2, 3])
def test_any_number_of_dice(count: int) -> None:
    sheet, dice = Sheet(), OwnDice(Random(4), count)
    for _ in range(5):
        sheet.roll(*dice.roll())
    assert sheet.report().proved == 5 * count
