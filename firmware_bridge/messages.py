"""Everything the box and the host can say to each other, as frozen values.

Whole numbers are as on the wire; times of the box are microseconds since it started (48 bits).
"""

from dataclasses import dataclass
from typing import Literal

from firmware_bridge.parts import (
    BEAMS,
    DIE_INPUTS,
    FIRST_BUTTON_INPUT,
    INPUTS,
    Button,
    Contact,
    Die,
    End,
)

__all__ = [
    "BEAMS", "DIE_INPUTS", "ERRORS", "FIRST_BUTTON_INPUT", "INPUTS", "PROTOCOL_VERSION", "Ack",
    "BeamEvent", "Button", "ButtonEvent", "Buzz", "ClockOut", "Command", "CommandReply",
    "Commitment", "Contact", "ContactEvent", "Die", "DieEvent", "End", "Event", "EventBase",
    "FireFlash", "Flash", "FromBox", "FromHost", "GiveNonce", "Heartbeat", "Hello", "Malformed",
    "Message", "Nak", "OpenSession", "Order", "SetClock", "SetLights", "ShowFace", "StuckEvent",
    "Sync", "SyncReply", "TestOutputs", "UnknownEvent", "UnknownOrder",
]  # fmt: skip

PROTOCOL_VERSION = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Hello:
    """The box introduces itself: after a start, when asked, every 5 s without a session.

    `oldest` is the id of the first event still kept, `count` how many are kept, `lost` how many
    were refused because the queue was full. `session` is None without a host.
    """

    protocol: int
    firmware: str
    version: str
    uid: int
    epoch: int
    boot: int
    cause: int
    session: int | None
    oldest: int
    count: int
    lost: int
    capabilities: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Heartbeat:
    """Once a second, always: a full picture of the inputs (bit set = active) and the counters."""

    at_us: int
    inputs: int
    queue: int
    lost: int
    receive_errors: int
    in_session: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class EventBase:
    """What every event carries: low 16 bits of the epoch, id, time (None: lost by a reset)."""

    epoch: int
    id: int
    at_us: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DieEvent(EventBase):
    """A die showed `face` (1-6) in its roll `roll`; `secret` (8 bytes) and `nonce` (4) prove it."""

    die: Die
    face: int
    roll: int
    secret: bytes
    nonce: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class BeamEvent(EventBase):
    """Beam `beam` (0-7) was broken at `at_us` for `duration_us`."""

    beam: int
    duration_us: int


@dataclass(frozen=True, kw_only=True, slots=True)
class StuckEvent(EventBase):
    """Input `input` stays active without reason (`stuck`), or is free again."""

    input: int
    stuck: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ButtonEvent(EventBase):
    """A key went down (`pressed`) or up."""

    button: Button
    pressed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ContactEvent(EventBase):
    """A contact closed (`pressed`) or opened."""

    contact: Contact
    pressed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockOut(EventBase):
    """The clock of the box ran out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Flash(EventBase):
    """The box fired the flash the camera is calibrated with."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnknownEvent(EventBase):
    """An event this version cannot read; it is acknowledged so that the next ones come through."""

    kind: str
    fields: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Commitment:
    """The box binds itself to roll `roll` of a die: SHA-256 cut to 16 bytes (see `dice`)."""

    die: Die
    roll: int
    commitment: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class SyncReply:
    """Answer to `Sync`: when its last byte came in and when this answer's last byte leaves."""

    number: int
    received_us: int
    sent_us: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandReply:
    """Answer to `Command`; `error` is None when it was carried out, else a code of `ERRORS`."""

    session: int
    number: int
    error: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Nak:
    """The box could not read something; `receive_errors` is its running count."""

    code: int
    receive_errors: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Malformed:
    """A frame that was refused. `raw` is what was kept of it, at most one frame long."""

    reason: Literal["crc", "long", "character", "cut", "type", "field"]
    raw: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenSession:
    """The host greets; `session` (0-255) is drawn anew for each greeting of a fresh link."""

    max_protocol: int
    session: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Ack:
    """All events up to `id` are safe; the same again means "go back and send on from there"."""

    epoch: int
    id: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Sync:
    """Asks for the box's time; also tells it that the host lives."""

    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SetLights:
    """LED: of the lights in `mask`, switch on those in `value`."""

    mask: int
    value: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Buzz:
    """BUZ: sound pattern 0-15."""

    pattern: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SetClock:
    """CLK: show `left_ms`, counting down or not."""

    left_ms: int
    running: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveNonce:
    """NON: the host's share (4 bytes) in the next roll of a die."""

    die: Die
    roll: int
    nonce: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class FireFlash:
    """FLA: flash now, for the camera."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowFace:
    """FAC: let a die's lamps show `face` (1-6), or go dark (0); nothing is rolled."""

    die: Die
    face: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TestOutputs:
    """TST: for two seconds, all lamps (1), the display (2), a sound (4), or a sum of these."""

    __test__ = False  # no test case, whatever pytest makes of its name

    parts: int


@dataclass(frozen=True, kw_only=True, slots=True)
class UnknownOrder:
    """A verb this version does not know; the box answers error 6."""

    verb: str
    fields: tuple[str, ...]


Order = SetLights | Buzz | SetClock | GiveNonce | FireFlash | ShowFace | TestOutputs | UnknownOrder


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """An order, numbered within its session: carried out once however often it arrives."""

    session: int
    number: int
    order: Order


ERRORS = {
    1: "bad CRC",
    2: "too long",
    3: "bad type",
    4: "bad argument",
    5: "no session",
    6: "unknown verb",
    7: "busy or too late",
    8: "version",
    9: "overrun",
}

Event = (
    DieEvent | BeamEvent | StuckEvent | ButtonEvent | ContactEvent | ClockOut | Flash | UnknownEvent
)
FromBox = Hello | Heartbeat | Event | Commitment | SyncReply | CommandReply | Nak
FromHost = OpenSession | Ack | Sync | Command
Message = FromBox | FromHost | Malformed
