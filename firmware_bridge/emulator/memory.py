"""The event queue in the memory of a board (`hardware/firmware/src/queue.h`): what the box has
taken, whether it could tell anybody or not.
"""

from binascii import crc_hqx
from dataclasses import dataclass
from struct import Struct

from firmware_bridge import grammar
from firmware_bridge.messages import Event

HEAD = Struct("<IIHBBBBH")
SIZE, ARGS = 16, 18
HEAD_SEAL = 0x7A52
EVENT = Struct(f"<IHc{ARGS}s")


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """What the queue holds; ids count on from `oldest`."""

    epoch: int
    oldest: int
    lost: int
    events: tuple[Event, ...]


def read_queue(memory: bytes) -> Kept | None:
    """The queue, or None while the board has not begun one, or one that the firmware would give up
    at its next start.
    """
    heads = [_head(memory[HEAD.size * i : HEAD.size * (i + 1)]) for i in range(2)]
    sound = [head for head in heads if head is not None]
    if not sound:
        return None
    newest = sound[-1]
    if len(sound) == 2 and (sound[1][3] - sound[0][3]) & 0xFF != 1:
        newest = sound[0]
    epoch, oldest, lost, _, first, count, timeless = newest
    step = (len(memory) - 2 * HEAD.size) // SIZE
    places = [2 * HEAD.size + step * ((first + i) % SIZE) for i in range(count)]
    raws = [memory[place : place + step] for place in places]
    if not all(_sound(raw) for raw in raws):
        return None
    events = tuple(
        _event(raw, epoch & 0xFFFF, oldest + i, stamped=i >= timeless) for i, raw in enumerate(raws)
    )
    return Kept(epoch=epoch, oldest=oldest, lost=lost, events=events)


def _sound(raw: bytes) -> bool:
    seal = crc_hqx(raw[: EVENT.size], 0xFFFF)
    return (seal ^ seal >> 8) & 0xFF == raw[EVENT.size]


def _head(raw: bytes) -> tuple[int, int, int, int, int, int, int] | None:
    *fields, check = HEAD.unpack(raw)
    if crc_hqx(raw[:-2], 0xFFFF) ^ HEAD_SEAL != check:
        return None
    epoch, oldest, lost, turn, first, count, timeless = fields
    return (epoch, oldest, lost, turn, first, count, timeless) if count <= SIZE else None


def _event(raw: bytes, epoch: int, number: int, *, stamped: bool) -> Event:
    low, high, kind, args = EVENT.unpack_from(raw)
    return _what(epoch, number, (high << 32 | low) if stamped else None, kind.decode("ascii"), args)


def _what(epoch: int, number: int, at_us: int | None, kind: str, a: bytes) -> Event:
    """The event, read as the host reads it, so that both speak of the same thing."""
    match kind:
        case "D":
            face = f"{'G' if a[0] else 'R'},{a[1]:X},{a[2:6].hex().upper()}"
            what = f"{face},{a[6:14].hex().upper()},{a[14:18].hex().upper()}"
        case "P":
            what = f"{a[0]:X},{int.from_bytes(a[1:5], 'little'):X}"
        case "S" | "K":
            what = f"{a[0]:X},{a[1]:X}"
        case _:
            what = ""
    stamp = "-" if at_us is None else f"{at_us:X}"
    read = grammar.read(f"E,{epoch:04X},{number:X},{stamp},{kind},{what}".removesuffix(","))
    if not isinstance(read, Event):
        raise TypeError(f"event {number} of no kind")
    return read
