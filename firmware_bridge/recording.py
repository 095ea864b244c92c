r"""The bytes of a line as a text file: a line for each piece, when, which way, and what.

12.345678 < $B,BC614E,000,0,0,0,1*5A1F\n      from the box
12.350102 > $t,1F*C56D\n                      to the box
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.messages import Message
from firmware_bridge.port import Port
from firmware_bridge.protocol import Decoder, Speaker

HEARD, SAID = "<", ">"
Way = str


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """Bytes that were read (`HEARD`) or written (`SAID`) at once, at `at` (s)."""

    at: float
    way: Way
    data: bytes


def written(piece: Piece) -> str:
    """The line of a piece, without its end-of-line."""
    shown = piece.data.decode("latin-1").encode("unicode_escape").decode("ascii")
    return f"{piece.at:.6f} {piece.way} {shown}"


def read(line: str) -> Piece:
    """Raises ValueError for a line that is none."""
    at, way, shown = line.split(" ", 2)
    if way not in {HEARD, SAID}:
        raise ValueError(line)
    data = shown.encode("ascii").decode("unicode_escape").encode("latin-1")
    return Piece(at=float(at), way=way, data=data)


class RecordedPort:
    """A port whose bytes, both ways, are also given to `keep`."""

    def __init__(
        self, port: Port, clock: Callable[[], float], keep: Callable[[Piece], None]
    ) -> None:
        self._port, self._clock, self._keep = port, clock, keep

    def read(self) -> bytes:
        data = self._port.read()
        if data:
            self._keep(Piece(at=self._clock(), way=HEARD, data=data))
        return data

    def write(self, data: bytes) -> None:
        if data:
            self._keep(Piece(at=self._clock(), way=SAID, data=data))
        self._port.write(data)

    def close(self) -> None:
        self._port.close()


class Listener:
    """Both sides of a line, understood: each complete message once, with its way."""

    def __init__(self) -> None:
        self.decoders = {HEARD: Decoder(), SAID: Decoder(hears=Speaker.HOST)}

    def hear(self, piece: Piece) -> list[Message]:
        return self.decoders[piece.way].feed(piece.data)

    @property
    def refused(self) -> int:
        """Frames that were damaged or not understood."""
        counts = [decoder.counts for decoder in self.decoders.values()]
        return sum(c.total() - c["good"] - c["own"] - c["junk"] for c in counts)


class BadRecording(Exception):
    """A file that is no recording; `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def pieces(path: Path) -> Iterator[Piece]:
    """Raises BadRecording, and OSError when the file cannot be read."""
    text = path.read_text("utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield read(line)
        except ValueError:
            raise BadRecording(number) from None
