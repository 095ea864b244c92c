"""The text of a message: fields between commas, numbers in upper-case hex (protocol v1).

Upper-case first letter: the box speaks; lower-case: the host. Further fields at the end are
ignored, so that a newer box may say more.
"""

import re
from collections.abc import Callable, Sequence

from firmware_bridge.messages import (
    Ack,
    BeamEvent,
    Button,
    ButtonEvent,
    Buzz,
    ClockOut,
    Command,
    CommandReply,
    Commitment,
    Die,
    DieEvent,
    Event,
    FireFlash,
    Flash,
    FromBox,
    FromHost,
    GiveNonce,
    Heartbeat,
    Hello,
    Nak,
    OpenSession,
    Order,
    SetClock,
    SetLights,
    StuckEvent,
    Sync,
    SyncReply,
    UnknownEvent,
    UnknownOrder,
)

Fields = Sequence[str]
NUMBER = re.compile(r"[0-9A-F]{1,12}")
HEX_PAIRS = re.compile(r"([0-9A-F]{2})+")


def number(text: str, limit: int = 0xFFFFFFFF) -> int:
    """The number in `text`; ValueError when it is not upper-case hex or is above `limit`."""
    if NUMBER.fullmatch(text) is None or (value := int(text, 16)) > limit:
        raise ValueError(text)
    return value


def moment(text: str) -> int:
    return number(text, 0xFFFFFFFFFFFF)


def octets(text: str, count: int) -> bytes:
    if HEX_PAIRS.fullmatch(text) is None or len(text) != 2 * count:
        raise ValueError(text)
    return bytes.fromhex(text)


def flag(text: str) -> bool:
    return number(text, 1) == 1


def octet(text: str) -> int:
    return number(text, 0xFF)


# ---------------------------------------------------------------------------- reading


def read(body: str) -> FromBox | FromHost:
    """The message in `body`. KeyError: unknown type. ValueError, IndexError: a bad field."""
    fields = body.split(",")
    return READERS[fields[0]](fields)


def _hello(f: Fields) -> Hello:
    return Hello(
        protocol=number(f[1]),
        firmware=f[2],
        version=f[3],
        uid=number(f[4]),
        epoch=number(f[5]),
        boot=number(f[6]),
        cause=number(f[7]),
        session=None if f[8] == "-" else octet(f[8]),
        oldest=number(f[9]),
        count=number(f[10]),
        lost=number(f[11]),
        capabilities=f[12],
    )


def _heartbeat(f: Fields) -> Heartbeat:
    return Heartbeat(
        at_us=moment(f[1]),
        inputs=number(f[2]),
        queue=number(f[3]),
        lost=number(f[4]),
        receive_errors=number(f[5]),
        in_session=flag(f[6]),
    )


def _event(f: Fields) -> Event:
    epoch, event_id, at_us = number(f[1], 0xFFFF), number(f[2]), _stamp(f[3])
    kind, args = f[4], tuple(f[5:])
    try:
        return _known_event(epoch, event_id, at_us, [kind, *args])
    except (ValueError, IndexError):
        return UnknownEvent(epoch=epoch, id=event_id, at_us=at_us, kind=kind, fields=args)


def _stamp(text: str) -> int | None:
    return None if text == "-" else moment(text)


def _known_event(epoch: int, event_id: int, at_us: int | None, f: Fields) -> Event:
    match f[0]:
        case "D":
            face = number(f[2], 6)
            if face < 1:
                raise ValueError(f[2])
            return DieEvent(
                epoch=epoch,
                id=event_id,
                at_us=at_us,
                die=Die(f[1]),
                face=face,
                roll=number(f[3]),
                secret=octets(f[4], 8),
                nonce=octets(f[5], 4),
            )
        case "P":
            beam, length = number(f[1], 7), number(f[2])
            return BeamEvent(epoch=epoch, id=event_id, at_us=at_us, beam=beam, duration_us=length)
        case "S":
            which, stuck = number(f[1], 31), flag(f[2])
            return StuckEvent(epoch=epoch, id=event_id, at_us=at_us, input=which, stuck=stuck)
        case "K":
            key, down = Button(number(f[1])), flag(f[2])
            return ButtonEvent(epoch=epoch, id=event_id, at_us=at_us, button=key, pressed=down)
        case "L":
            return ClockOut(epoch=epoch, id=event_id, at_us=at_us)
        case "F":
            return Flash(epoch=epoch, id=event_id, at_us=at_us)
        case _:
            raise ValueError(f[0])


def _reply(f: Fields) -> CommandReply:
    session, count = octets(f[1], 2)
    error = None if f[2] == "OK" else number(f[3])
    return CommandReply(session=session, number=count, error=error)


def _command(f: Fields) -> Command:
    session, count = octets(f[1], 2)
    return Command(session=session, number=count, order=_order(f[2], f[3:]))


def _order(verb: str, a: Fields) -> Order:
    match verb:
        case "LED":
            return SetLights(mask=octet(a[0]), value=octet(a[1]))
        case "BUZ":
            return Buzz(pattern=number(a[0], 15))
        case "CLK":
            return SetClock(left_ms=number(a[0]), running=flag(a[1]))
        case "NON":
            return GiveNonce(die=Die(a[0]), roll=number(a[1]), nonce=octets(a[2], 4))
        case "FLA":
            return FireFlash()
        case _:
            return UnknownOrder(verb=verb, fields=tuple(a))


READERS: dict[str, Callable[[Fields], FromBox | FromHost]] = {
    "H": _hello,
    "B": _heartbeat,
    "E": _event,
    "M": lambda f: Commitment(die=Die(f[1]), roll=number(f[2]), commitment=octets(f[3], 16)),
    "T": lambda f: SyncReply(number=number(f[1]), received_us=moment(f[2]), sent_us=moment(f[3])),
    "R": _reply,
    "X": lambda f: Nak(code=number(f[1]), receive_errors=number(f[2])),
    "h": lambda f: OpenSession(max_protocol=number(f[1]), session=octet(f[2])),
    "a": lambda f: Ack(epoch=number(f[1], 0xFFFF), id=number(f[2])),
    "t": lambda f: Sync(number=number(f[1])),
    "c": _command,
}


# ---------------------------------------------------------------------------- writing


def write(message: FromBox | FromHost) -> str:
    """The body that `read` turns back into `message`."""
    match message:
        case OpenSession() | Ack() | Sync() | Command():
            return _from_host(message)
        case Hello() | Heartbeat() | Commitment() | SyncReply() | CommandReply() | Nak():
            return _from_box(message)
        case _:
            stamp = "-" if message.at_us is None else f"{message.at_us:X}"
            return f"E,{message.epoch:04X},{message.id:X},{stamp},{_what(message)}"


def _from_box(m: Hello | Heartbeat | Commitment | SyncReply | CommandReply | Nak) -> str:
    match m:
        case Hello():
            session = "-" if m.session is None else f"{m.session:02X}"
            return (
                f"H,{m.protocol:X},{m.firmware},{m.version},{m.uid:08X},{m.epoch:08X},{m.boot:08X},"
                f"{m.cause:X},{session},{m.oldest:X},{m.count:X},{m.lost:X},{m.capabilities}"
            )
        case Heartbeat():
            counters = f"{m.queue:X},{m.lost:X},{m.receive_errors:X}"
            return f"B,{m.at_us:X},{m.inputs:03X},{counters},{m.in_session:X}"
        case Commitment():
            return f"M,{m.die},{m.roll:X},{m.commitment.hex().upper()}"
        case SyncReply():
            return f"T,{m.number:X},{m.received_us:X},{m.sent_us:X}"
        case CommandReply():
            outcome = "OK" if m.error is None else f"ER,{m.error:X}"
            return f"R,{m.session:02X}{m.number:02X},{outcome}"
        case Nak():
            return f"X,{m.code:X},{m.receive_errors:X}"


def _what(event: Event) -> str:
    match event:
        case DieEvent(die=die, face=face, roll=roll, secret=secret, nonce=nonce):
            return f"D,{die},{face:X},{roll:X},{secret.hex().upper()},{nonce.hex().upper()}"
        case BeamEvent(beam=beam, duration_us=duration_us):
            return f"P,{beam:X},{duration_us:X}"
        case StuckEvent(input=which, stuck=stuck):
            return f"S,{which:X},{stuck:X}"
        case ButtonEvent(button=button, pressed=pressed):
            return f"K,{button:X},{pressed:X}"
        case ClockOut() | Flash():
            return "L" if isinstance(event, ClockOut) else "F"
        case UnknownEvent(kind=kind, fields=fields):
            return ",".join([kind, *fields])


def _from_host(message: FromHost) -> str:
    match message:
        case OpenSession(max_protocol=max_protocol, session=session):
            return f"h,{max_protocol:X},{session:02X}"
        case Ack(epoch=epoch, id=event_id):
            return f"a,{epoch:04X},{event_id:X}"
        case Sync(number=count):
            return f"t,{count:X}"
        case Command(session=session, number=count, order=order):
            return f"c,{session:02X}{count:02X},{_verb(order)}"


def _verb(order: Order) -> str:
    match order:
        case SetLights(mask=mask, value=value):
            return f"LED,{mask:X},{value:X}"
        case Buzz(pattern=pattern):
            return f"BUZ,{pattern:X}"
        case SetClock(left_ms=left_ms, running=running):
            return f"CLK,{left_ms:X},{running:X}"
        case GiveNonce(die=die, roll=roll, nonce=nonce):
            return f"NON,{die},{roll:X},{nonce.hex().upper()}"
        case FireFlash():
            return "FLA"
        case UnknownOrder(verb=verb, fields=fields):
            return ",".join([verb, *fields])
