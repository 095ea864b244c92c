"""What the dice of a match file can prove: every roll checked again from what it rests on."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.match.log import Line, Recorded
from app.rulebook.facts import DiceRolled
from firmware_bridge.dice import Proof, RollRecord, check


@dataclass(frozen=True, kw_only=True)
class DiceReport:
    """`rolls` of all dice together, `dice` one by one: `proved`, `unproven` (nobody else had a
    share, or no promise was heard), `by_hand` (typed in, nothing to prove) or `false`; `skipped`:
    rolls of the box between two of the match that stand in no line of it.
    """

    rolls: int = 0
    dice: int = 0
    proved: int = 0
    unproven: int = 0
    by_hand: int = 0
    false: int = 0
    skipped: int = 0
    first_false: int | None = None
    torn: bool = False

    @property
    def fine(self) -> bool:
        return self.false == 0 and not self.torn


@dataclass(frozen=True, kw_only=True)
class Rolled:
    """The dice of one line: their faces as the match took them, and their records."""

    line: int
    faces: tuple[int, ...]
    records: tuple[RollRecord, ...]


def rolls_of(log: Recorded) -> list[Rolled]:
    """Every roll of a match file, in order, whether or not it was taken back."""
    return [
        Rolled(
            line=line.n,
            faces=faces,
            records=() if line.evidence is None else line.evidence.dice,
        )
        for line in log.lines
        if (faces := _faces(line)) is not None
    ]


def _faces(line: Line) -> tuple[int, ...] | None:
    event = line.event or {}
    faces = event.get("faces")
    if event.get("type") != DiceRolled.__name__ or not isinstance(faces, list | tuple):
        return None
    return tuple(int(face) for face in faces)


def check_dice(log: Recorded) -> DiceReport:
    rolls = rolls_of(log)
    verdicts = list(_verdicts(rolls))
    proofs = [proof for _, proof in verdicts]
    by_hand = sum(len(rolled.faces) for rolled in rolls if not rolled.records)
    wrong = next((line for line, proof in verdicts if proof is Proof.FALSE), None)
    return DiceReport(
        rolls=len(rolls),
        dice=len(proofs) + by_hand,
        proved=proofs.count(Proof.PROVED),
        unproven=proofs.count(Proof.UNPROVEN),
        by_hand=by_hand,
        false=proofs.count(Proof.FALSE),
        skipped=_skipped([record for rolled in rolls for record in rolled.records]),
        first_false=wrong,
        torn=log.torn,
    )


def _verdicts(rolls: list[Rolled]) -> Iterator[tuple[int, Proof]]:
    """(line, proof) of every die: by its own record, by the promise that stands in an earlier line,
    and by the face the match took. A roll counts once.
    """
    promised: dict[tuple[str, int], str] = {}
    seen: set[tuple[str, int, str]] = set()
    for rolled in rolls:
        if rolled.records and tuple(record.face for record in rolled.records) != rolled.faces:
            yield rolled.line, Proof.FALSE
            continue
        for record in rolled.records:
            key = (record.die, record.roll)
            again = (*key, record.secret) in seen
            broken = promised.get(key, record.commitment) != record.commitment
            yield rolled.line, Proof.FALSE if again or broken else check(record)
            seen.add((*key, record.secret))
            if record.promise:
                promised[record.die, record.roll + len(rolled.records)] = record.promise


def _skipped(records: list[RollRecord]) -> int:
    """Roll numbers passed over between two rolls of one die in one run of the box (the upper half
    of the number): somebody rolled and it stands in no line.
    """
    last: dict[tuple[str, int], int] = {}
    skipped = 0
    for record in records:
        if record.promise:
            continue  # the app's own, which promises its next roll itself
        run = (record.die, record.roll >> 16)
        if run in last:
            skipped += max(record.roll - last[run] - 1, 0)
        last[run] = record.roll
    return skipped
