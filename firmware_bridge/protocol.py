"""Frames of the line protocol v1, without any input or output.

    frame = "$" body "*" CRC LF      a CR before LF is tolerated, bytes between frames are ignored
    body  = printable ASCII 0x21-0x7E without "$" and "*"
    CRC   = four upper-case hex digits, CRC-16/IBM-3740 of the body (polynomial 1021, start FFFF)

"$" always starts afresh, so that junk never costs the next frame; LF always ends.
"""

import re
from binascii import crc_hqx
from collections import Counter
from enum import Enum
from typing import Literal

from firmware_bridge import grammar
from firmware_bridge.messages import FromBox, FromHost, Malformed, Message

START, END, CR = ord("$"), ord("\n"), ord("\r")
PRINTABLE = range(0x21, 0x7F)
SEALED = re.compile(rb"([\x21-\x7E]+)\*([0-9A-F]{4})")
Reason = Literal["crc", "long", "character", "cut", "type", "field"]


class Speaker(Enum):
    """Who wrote a frame; the value is the longest frame it may write, "$" and LF included."""

    BOX = 112
    HOST = 64


def crc(body: bytes) -> int:
    return crc_hqx(body, 0xFFFF)


def encode(message: FromBox | FromHost) -> bytes:
    """The frame of `message`; ValueError when it would be longer than its speaker may write."""
    body = grammar.write(message).encode("ascii")
    frame = b"$%s*%04X\n" % (body, crc(body))
    limit = Speaker.BOX if body[:1].isupper() else Speaker.HOST
    if len(frame) > limit.value:
        raise ValueError(f"frame of {len(frame)} bytes")
    return frame


class Decoder:
    """Turns bytes, cut anywhere, into messages of the other side. Never raises.

    Words of one's own side (an echo, a loop-back) are ignored, whole or damaged. Any other frame
    that is refused comes out as `Malformed`. `counts` has: good, own, junk (bytes outside frames),
    and the reasons.
    """

    def __init__(self, *, hears: Speaker = Speaker.BOX) -> None:
        self._hears = hears
        self._limit = hears.value - 2
        self._frame = bytearray()
        self._inside = False
        self.counts: Counter[str] = Counter()

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by `data`, in order."""
        pushed = (self._push(byte) for byte in data)
        return [message for message in pushed if message is not None]

    def _push(self, byte: int) -> Message | None:
        if byte == START:
            cut = self._refuse("cut") if self._frame else None
            self._inside = True
            return cut
        if not self._inside:
            self.counts["junk"] += 1
        elif byte == END:
            return self._close()
        elif byte not in PRINTABLE and byte != CR:
            return self._refuse("character")
        elif len(self._frame) >= self._limit:
            return self._refuse("long")
        elif byte != CR:
            self._frame.append(byte)
        return None

    def _close(self) -> Message | None:
        sealed = SEALED.fullmatch(self._frame)
        if sealed is None or crc(sealed[1]) != int(sealed[2], 16) or b"*" in sealed[1]:
            return self._refuse("crc")
        body = sealed[1].decode("ascii")
        if not body[0].isalpha():
            self.counts["junk"] += 1
            self._reset()
            return None
        if self._own():
            return self._refuse("type")
        try:
            message = grammar.read(body)
        except KeyError:
            return self._refuse("type")
        except (ValueError, IndexError):
            return self._refuse("field")
        self.counts["good"] += 1
        self._reset()
        return message

    def _own(self) -> bool:
        first = self._frame[:1]
        return first.isalpha() and first.isupper() != (self._hears is Speaker.BOX)

    def _refuse(self, reason: Reason) -> Malformed | None:
        own, raw = self._own(), bytes(self._frame)
        self._reset()
        self.counts["own" if own else reason] += 1
        return None if own else Malformed(reason=reason, raw=raw)

    def _reset(self) -> None:
        self._inside = False
        self._frame.clear()
