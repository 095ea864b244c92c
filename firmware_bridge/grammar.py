"""The text of a message: fields between commas, numbers in upper-case hex (protocol v1).

Upper-case first letter: the box speaks; lower-case: the host. Further fields at the end are
ignored, so that a newer box may say more.
"""

from collections.abc import Callable, Sequence

from firmware_bridge.fields import flag, moment, number, octet, octets
from firmware_bridge.messages import (
    Ack,
    BeamEvent,
    Button,
    ButtonEvent,
    ClockOut,
    Command,
    CommandReply,
    Commitment,
    Contact,
    ContactEvent,
    Die,
    DieEvent,
    Event,
    Flash,
    FromBox,
    FromHost,
    Heartbeat,
    Hello,
    Nak,
    OpenSession,
    StuckEvent,
    Sync,
    SyncReply,
    UnknownEvent,
)
from firmware_bridge.orders import read_order, write_order

Fields = Sequence[str]

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
            return _key(epoch, event_id, at_us, f)
        case "L" | "F":
            kind = ClockOut if f[0] == "L" else Flash
            return kind(epoch=epoch, id=event_id, at_us=at_us)
        case _:
            raise ValueError(f[0])


def _key(epoch: int, event_id: int, at_us: int | None, f: Fields) -> ButtonEvent | ContactEvent:
    which, down = number(f[1]), flag(f[2])
    if which < len(Button):
        key = Button(which)
        return ButtonEvent(epoch=epoch, id=event_id, at_us=at_us, button=key, pressed=down)
    other = Contact(which)
    return ContactEvent(epoch=epoch, id=event_id, at_us=at_us, contact=other, pressed=down)


def _reply(f: Fields) -> CommandReply:
    session, count = octets(f[1], 2)
    error = None if f[2] == "OK" else number(f[3])
    return CommandReply(session=session, number=count, error=error)


def _command(f: Fields) -> Command:
    session, count = octets(f[1], 2)
    return Command(session=session, number=count, order=read_order(f[2], f[3:]))


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
        case (
            ButtonEvent(button=which, pressed=pressed)
            | ContactEvent(contact=which, pressed=pressed)
        ):
            return f"K,{which:X},{pressed:X}"
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
            return f"c,{session:02X}{count:02X},{write_order(order)}"
