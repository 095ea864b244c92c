"""A host that says exactly what a test wants, and keeps every word the box says."""

import re
from binascii import crc_hqx
from collections.abc import Callable
from typing import Any


def frame(body: str) -> bytes:
    return b"$%s*%04X\n" % (body.encode(), crc_hqx(body.encode(), 0xFFFF))


class Host:
    """`bodies` are the texts of all good frames heard so far; times in seconds."""

    def __init__(self, box: Any) -> None:
        self.box = box
        self.now = 10.0
        self.raw = bytearray()
        self.filter: Callable[[bytes], bytes] = bytes
        self._number = 0

    @property
    def bodies(self) -> list[str]:
        frames = re.findall(rb"\$([^$*]+)\*([0-9A-F]{4})\n", self.raw)
        return [
            body.decode("ascii") for body, seal in frames if b"%04X" % crc_hqx(body, 0xFFFF) == seal
        ]

    def run(self, seconds: float) -> list[str]:
        """Let time go on; what was said meanwhile."""
        before = len(self.bodies)
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += 0.004
            self.raw += self.box.send(self.now)
        return self.bodies[before:]

    def write(self, data: bytes) -> None:
        data = self.filter(data)
        if data:
            self.box.receive(self.now, data)

    def say(self, body: str, seconds: float = 0.06) -> list[str]:
        self.write(frame(body))
        return self.run(seconds)

    def open(self, session: int = 0x5A) -> None:
        """Hear the box, open a session, let the commitments come."""
        self.run(1.6)
        heard = self.say(f"h,1,{session:02X}", 0.2)
        assert any(body.startswith("H,") for body in heard)
        self.session = session

    def reopen(self, session: int) -> None:
        """A new session, whether the old one still stood or not."""
        self.say(f"h,1,{session:02X}", 0.3)
        self.session = session

    def order(self, text: str, seconds: float = 0.12) -> str:
        """Give an order of this session; the outcome, as it stands in the answer."""
        self._number = (self._number + 1) & 0xFF
        name = f"{self.session:02X}{self._number:02X}"
        heard = self.say(f"c,{name},{text}", seconds)
        (answer,) = {body for body in heard if body.startswith(f"R,{name}")}
        return answer.removeprefix(f"R,{name},")

    def acknowledge(self) -> None:
        """Everything heard so far is safe."""
        last = max((int(e[2], 16) for e in self.events()), default=0)
        self.say(f"a,{self.hello()[5][-4:]},{last:X}", 0.02)

    # ------------------------------------------------------------------ what was heard

    def events(self, kinds: str = "DPSKLF") -> list[list[str]]:
        """Events, each once, in order: ["E", epoch, id, stamp, kind, …]."""
        found: dict[tuple[str, int], list[str]] = {}
        for body in self.bodies:
            fields = body.split(",")
            if fields[0] == "E" and fields[4] in kinds:
                found.setdefault((fields[1], int(fields[2], 16)), fields)
        return list(found.values())

    def hello(self) -> list[str]:
        return [body for body in self.bodies if body.startswith("H,")][-1].split(",")

    def beat(self) -> list[str]:
        return [body for body in self.bodies if body.startswith("B,")][-1].split(",")
