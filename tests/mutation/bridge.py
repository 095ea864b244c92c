"""Does every deliberate defect of the link, the clock, the dice and the posts make a test fail?

    python tests/mutation/bridge.py [PART OF A NAME]

Each defect is put into a copy of the checkout in turn, and the tests named with it run until one
fails. Those that nothing notices are listed; exit code 1. Takes some minutes: run by hand.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = "tests/firmware_bridge"


@dataclass(frozen=True, kw_only=True)
class Defect:
    """`old`, which must stand once in `file`, becomes `new`; `tests` are to notice."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def defect(name: str, file: str, old: str, new: str, *tests: str) -> Defect:
    whole = tuple(f"{TESTS}/{test}.py" for test in tests)
    return Defect(name=name, file=f"firmware_bridge/{file}", old=old, new=new, tests=whole)


DEFECTS = (
    defect(
        "acknowledged before it is safe",
        "delivery.py",
        "progress.delivered = event.id\n            return self._cursor(), False",
        "progress.delivered = progress.committed = event.id\n"
        "            return self._cursor(), True",
        "test_delivery",
    ),
    defect(
        "a repeated event is told again",
        "delivery.py",
        "if event.id == progress.delivered + 1:",
        "if event.id <= progress.delivered + 1:",
        "test_delivery",
    ),
    defect(
        "an event out of order is taken",
        "delivery.py",
        "if event.id == progress.delivered + 1:",
        "if event.id > progress.delivered:",
        "test_delivery",
    ),
    defect(
        "losses are told again after a restart",
        "delivery.py",
        "epoch=resume.epoch, delivered=resume.id, committed=resume.id, lost=resume.lost",
        "epoch=resume.epoch, delivered=resume.id, committed=resume.id, lost=0",
        "test_delivery",
    ),
    defect(
        "the frame's seal is not looked at",
        "protocol.py",
        "or crc(sealed[1]) != int(sealed[2], 16)",
        "",
        "test_protocol",
    ),
    defect(
        "a stranger is greeted",
        "link.py",
        'self._tell("wrong-device" if counts.total() else "silent")',
        'self._tell("wrong-device" if counts.total() else "silent")\n'
        "                self._greet(now, LinkState.GREETING)",
        "test_link",
    ),
    defect(
        "lights are not restored",
        "outbox.py",
        "self._wishes.setdefault(key, order)\n\n    def due",
        "self._wishes.pop(key, order)\n\n    def due",
        "test_link",
    ),
    defect(
        "a sound is made again in a new session",
        "outbox.py",
        'pending is not None and pending.key != "buzz"',
        "pending is not None",
        "test_link",
    ),
    defect(
        "an order is numbered anew each time it is sent",
        "outbox.py",
        "return Command(session=session, number=pending.number, order=pending.order)",
        "other = (pending.number + pending.sent) & 0xFF\n"
        "        return Command(session=session, number=other, order=pending.order)",
        "test_faults_line",
        "test_link",
    ),
    defect(
        "the clock of a box that restarted is kept",
        "link.py",
        "self.timing.clock.forget()",
        "self.timing.begin(now)",
        "test_faults_line",
    ),
    defect(
        "stamps are told before the box was asked in this session",
        "link.py",
        "return self.timing.fresh or event.at_us is None or not asks",
        "return True",
        "test_delivery",
    ),
    defect(
        "half the bound is announced",
        "clock.py",
        "bound=(latest - earliest) / 2)",
        "bound=(latest - earliest) / 4)",
        "test_clock",
    ),
    defect(
        "the clock never strays",
        "clock.py",
        "WANDER = 4e-6",
        "WANDER = 0.0",
        "test_clock",
    ),
    defect(
        "a contradiction is lived with",
        "clock.py",
        "while not self._corners and len(self._exchanges) > 1:",
        "while False:",
        "test_clock",
    ),
    defect(
        "a wide bound is good enough",
        "clock.py",
        "return self.bound <= GOOD_S",
        "return True",
        "test_clock",
        "test_alignment",
    ),
    defect(
        "dice by modulo of any byte",
        "dice.py",
        "FAIR_BYTES = 252",
        "FAIR_BYTES = 257",
        "test_dice",
    ),
    defect(
        "another nonce passes",
        "dice.py",
        "return Proof.PROVED if record.given == record.nonce else Proof.FALSE",
        "return Proof.PROVED",
        "test_dice",
    ),
    defect(
        "the seal is not looked at",
        "dice.py",
        "if face != record.face or record.seal != record.sealed():",
        "if face != record.face:",
        "test_dice",
    ),
    defect(
        "the newest promise counts",
        "shares.py",
        "if key not in self._promised:",
        "if key not in self._promised or self._promised[key][0] != promise.commitment:",
        "test_dice",
    ),
    defect(
        "good with the rear ladder alone",
        "posts.py",
        '(Passing.AMBIGUOUS, "rear only", lambda s: s.seen == "B"),',
        '(Passing.GOOD, "rear only", lambda s: s.seen == "B"),',
        "test_posts",
    ),
    defect(
        "from behind counts",
        "posts.py",
        "lambda s: s.took_us < 0 and not s.under",
        "lambda s: False",
        "test_posts",
    ),
    defect(
        "a fault is a miss",
        "posts.py",
        "if self in {Passing.MISSED, Passing.UNDER} else None",
        "if self in {Passing.MISSED, Passing.UNDER, Passing.FAULT} else None",
        "test_posts",
    ),
    defect(
        "what is open is told at once",
        "posts.py",
        'open=why in {"bounced back", "post", "not seen"}',
        "open=False",
        "test_posts",
    ),
    defect(
        "a port is retried ever more slowly",
        "line.py",
        "self._wait_s = min(self._wait_s * WAIT_GROWTH, LAST_WAIT_S)",
        "self._wait_s *= 2 * WAIT_GROWTH",
        "test_faults",
    ),
)


def main(part: str) -> int:
    chosen = [one for one in DEFECTS if part in one.name]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache")
        shutil.copytree(ROOT, copy, ignore=left_out)
        alive = [one for one in chosen if not noticed(one, copy)]
    for one in alive:
        sys.stdout.write(f"not noticed: {one.name} ({one.file})\n")
    sys.stdout.write(f"{len(chosen) - len(alive)} of {len(chosen)} defects noticed\n")
    return 1 if alive else 0


def noticed(one: Defect, copy: Path) -> bool:
    path = copy / one.file
    source = path.read_text("utf-8")
    if source.count(one.old) != 1:
        raise SystemExit(f"{one.name}: stands {source.count(one.old)} times in {one.file}")
    path.write_text(source.replace(one.old, one.new), "utf-8")
    tests = [test for test in one.tests if (copy / test).exists()]
    options = ["-q", "-x", "-p", "no:cacheprovider", "-k", "not image and not core"]
    try:
        done = subprocess.run(  # noqa: S603 - our own tests
            [sys.executable, "-m", "pytest", *options, *tests],
            cwd=copy,
            env={**os.environ, "TARU_GATE": "1", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
        )
    finally:
        path.write_text(source, "utf-8")
    sys.stdout.write(f"{'noticed' if done.returncode == 1 else 'NOT NOTICED'}: {one.name}\n")
    sys.stdout.flush()
    return done.returncode == 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
