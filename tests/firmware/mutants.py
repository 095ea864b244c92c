"""`python tests/firmware/mutants.py`: do the tests bite?

Each mutant is the firmware with one promise broken. It is made in a copy of the checkout, built,
and the tests must fail. Takes some ten minutes; run by hand when firmware or tests change.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
LENIENT = {**os.environ, "MAKEFLAGS": "WARN=-w\\ -std=gnu11"}
"""A mutant may leave something unused behind; that is not what it is about."""


@dataclass(frozen=True)
class Mutant:
    """`old` becomes `new` in a source file; the tests chosen by `tests` must then fail."""

    name: str
    file: str
    old: str
    new: str
    tests: str


MUTANTS = (
    Mutant("an order said twice is done twice", "link.c",
           "if (!session.answered || session.command != (uint8_t)name)", "if (true)",
           "twice or once"),
    Mutant("the CRC is not looked at", "hear.c",
           "return crc == crc16(body, size - SEAL);", "return true;", "f16b and core"),
    Mutant("acknowledgements of another sequence count", "link.c",
           "else if (epoch == (queue_head()->epoch & 0xFFFF))", "else", "f25 and core"),
    Mutant("an acknowledgement of what was never told counts", "outgoing.c",
           "} else if (count <= head->count) {", "} else {", "f25 and core"),
    Mutant("a reset clears the queue", "queue.c",
           "if ((first || second) && sound(&memory->heads[current]))", "if (false)",
           "f14 and core"),
    Mutant("stamps older than a reset are told as if they were good", "queue.c",
           "head.timeless = head.count;", "head.timeless = 0;", "f14 and core"),
    Mutant("damage to kept events goes unseen", "queue.c",
           "if (event->check != event_check(event))", "if (false)", "f46"),
    Mutant("what finds no place is not counted", "queue.c", "head.lost++;", "", "f31 and core"),
    Mutant("the last places are for anybody", "queue.c",
           "QUEUE_SIZE - (minor ? QUEUE_RESERVE : 0)", "QUEUE_SIZE", "last_places and core"),
    Mutant("nothing is told again", "outgoing.c",
           "if (sent && now - sent_at > retry_us)", "if (false)", "f23 and core"),
    Mutant("it answers its own voice", "hear.c",
           "static bool own_words(void) { return body[0] >= 'A' && body[0] <= 'Z'; }",
           "static bool own_words(void) { return false; }", "f09b and core"),
    Mutant("it shouts at noise", "link.c", "if (nak_said && now - nak_at < NAK_US)", "if (false)",
           "f53 and core"),
    Mutant("a bounce is a press", "buttons.c", "age > BOUNCE_US", "true", "f39 or touch_shorter"),
    Mutant("what is held at the start is a press", "buttons.c",
           "{.raw = held, .down = held}", "{.raw = held}", "f40"),
    Mutant("noise is a ball", "beams.c", "lasted < GLITCH_US", "false", "f50 and core"),
    Mutant("flicker is several balls", "beams.c", "now32 - plane->until > MERGE_US", "true",
           "f51 and core"),
    Mutant("a storm of light fills the queue", "limit.c", "if (!turns[input])", "if (false)",
           "f30 or loose"),
    Mutant("low faces are favoured", "dice.c", "digest[i] >= FAIR_BYTES", "digest[i] >= 200",
           "faces_follow or every_face"),
    Mutant("the host's share may be changed", "dice.c",
           "|| (state->given && memcmp(octets, state->nonce, 4))", "", "share"),
    Mutant("the same secret serves twice", "dice.c",
           "*die = (die_t){.roll = die->roll + 1};", "die->roll++; die->given = die->told = false;",
           "every_face"),
    Mutant("the goal stays at Home's end", "beams.c", "home ? 0 : PLANES", "0", "plug and core"),
    Mutant("stamps are taken when the loop comes round", "avr_pins.c",
           "*at = avr_us_of(edges[edge_out].tick);", "*at = hal_us();", "stamp_is_right"),
    Mutant("the watch over the stack: a buffer on it", "outgoing.c",
           "    uint8_t commitment[16];\n    dice_commitment",
           "    volatile uint8_t waste[300]; waste[0] = 1; waste[299] = 2;\n"
           "    uint8_t commitment[16];\n    dice_commitment", "stack"),
)  # fmt: skip


def copy(into: Path) -> None:
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)  # noqa: S607
    for name in listed.splitlines():
        if name.endswith((".jpg", ".ttf")) or not (ROOT / name).exists():
            continue
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, into / name)


def caught(mutant: Mutant, tree: Path) -> str:
    """What became of a mutant: "caught", "SURVIVED" or why it could not be tried."""
    firmware = tree / "hardware" / "firmware"
    source = firmware / "src" / mutant.file
    text = source.read_text("utf-8")
    if text.count(mutant.old) != 1:
        return "NOT APPLIED"
    source.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    try:
        make = ["make", "-s", "-C", str(firmware), "ship"]
        if subprocess.run(make, env=LENIENT, capture_output=True, check=False).returncode:  # noqa: S603
            return "NOT BUILT"
        command = [sys.executable, "-m", "pytest", "-q", "-x", "tests/firmware", "-k", mutant.tests]
        done = subprocess.run(  # noqa: S603 - our own tests
            command, cwd=tree, env=LENIENT, capture_output=True, text=True, check=False
        )
        first = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        known = done.returncode == 1 and first
        return f"caught ({first[0].split('::')[-1][:60]})" if known else "SURVIVED"
    finally:
        source.write_text(text, "utf-8")


def main() -> None:
    wanted = sys.argv[1:]
    survivors = 0
    with TemporaryDirectory() as work:
        tree = Path(work)
        copy(tree)
        for mutant in MUTANTS:
            if wanted and not any(word in mutant.name for word in wanted):
                continue
            outcome = caught(mutant, tree)
            survivors += not outcome.startswith("caught")
            sys.stdout.write(f"{mutant.name}: {outcome}\n")
            sys.stdout.flush()
    sys.exit(survivors != 0)


if __name__ == "__main__":
    main()
