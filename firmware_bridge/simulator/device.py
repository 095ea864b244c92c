"""What the firmware does: sessions, events, dice, lights. Each call is given the time (s)."""

from random import Random

from firmware_bridge.dice import NO_NONCE, commitment_to, face_of
from firmware_bridge.messages import (
    PROTOCOL_VERSION,
    Ack,
    Buzz,
    Command,
    CommandReply,
    Commitment,
    Die,
    DieEvent,
    Event,
    FireFlash,
    Flash,
    FromBox,
    GiveNonce,
    Heartbeat,
    Hello,
    Malformed,
    Message,
    Nak,
    OpenSession,
    Order,
    SetClock,
    SetLights,
    ShowFace,
    Sync,
    SyncReply,
    TestOutputs,
    UnknownOrder,
)
from firmware_bridge.orders import READERS as KNOWN_VERBS
from firmware_bridge.protocol import Decoder, Speaker, encode
from firmware_bridge.simulator.queue import EventQueue

BEAT_S, HELLO_S, HOST_GONE_S, NAK_S = 1.0, 5.0, 3.0, 0.05
BAD_ARGUMENT, BAD_VERSION, NO_SESSION, BAD_VERB, TOO_LATE = 4, 8, 5, 6, 7
NAK_CODES = {"crc": 1, "cut": 1, "character": 1, "long": 2, "type": 3, "field": BAD_ARGUMENT}


class Device:
    """The board with its firmware. `hear` and `tick` leave what it says in `take`."""

    def __init__(self, rng: Random, ppm: float = 0.0) -> None:
        self._rng, self._us_per_s = rng, 1e6 + ppm
        self.uid = rng.getrandbits(32)
        self.boot = 0
        self.queue = EventQueue(rng)
        self.inputs = 0
        self.outputs = 0
        self.faces: dict[Die, int] = {}
        self.taken: list[Event] = []
        self.start(0.0, cause=1)

    def start(self, now: float, *, cause: int) -> None:
        """Run from the reset vector; the queue is in memory that a reset does not clear."""
        self.boot += 1
        self._started_at = self._host_at = now
        self._beat_at = self._nak_at = now
        self._hello_at = now
        self._cause = cause
        self._decoder = Decoder(hears=Speaker.HOST)
        self._session: int | None = None
        self._last: CommandReply | None = None
        self._commit_due: set[Die] = set()
        self._rolls = dict.fromkeys(Die, self.boot << 16)
        self._secrets: dict[Die, bytes] = {}
        self._nonces: dict[Die, bytes] = {}
        self._out = bytearray()
        self.lights = 0
        self.clock_ms = 0
        self.sounds: list[int] = []
        self.queue.forget_times()
        self.queue.rewind()
        for die in Die:
            self._new_secret(die)

    def stamp(self, now: float) -> int:
        return max(round((now - self._started_at) * self._us_per_s), 0)

    # ------------------------------------------------------------------ dice

    def _new_secret(self, die: Die) -> None:
        self._rolls[die] += 1
        self._secrets[die] = self._rng.randbytes(8)
        self._nonces.pop(die, None)
        self._commit_due.add(die)

    def roll(self, now: float, die: Die, forced: int | None = None) -> DieEvent | None:
        """Roll a die. A forced face follows from its secret too, but breaks the commitment."""
        roll, nonce = self._rolls[die], self._nonces.get(die, NO_NONCE)
        secret = self._secrets[die]
        while forced is not None and face_of(die, roll, secret, nonce) != forced:
            secret = self._rng.randbytes(8)
        event = DieEvent(
            epoch=0,
            id=0,
            at_us=self.stamp(now),
            die=die,
            face=face_of(die, roll, secret, nonce),
            roll=roll,
            secret=secret,
            nonce=nonce,
        )
        kept = self.put(event)
        if isinstance(kept, DieEvent):
            self._new_secret(die)
            return kept
        return None

    # ------------------------------------------------------------------ bytes out

    def take(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

    def _say(self, message: FromBox) -> None:
        self._out += encode(message)

    def tick(self, now: float) -> None:
        """Say what is due."""
        if self._session is not None and now - self._host_at > HOST_GONE_S:
            self._session = None
        if self._session is None and now >= self._hello_at:
            self._hello(now)
        if self._session is not None:
            for die in sorted(self._commit_due):
                secret = commitment_to(die, self._rolls[die], self._secrets[die])
                self._say(Commitment(die=die, roll=self._rolls[die], commitment=secret))
            self._commit_due.clear()
            for event in self.queue.due(now):
                self._say(event)
        if now >= self._beat_at:
            self._beat_at = now + BEAT_S
            self._say(
                Heartbeat(
                    at_us=self.stamp(now),
                    inputs=self.inputs,
                    queue=len(self.queue),
                    lost=self.queue.lost,
                    receive_errors=self._errors(),
                    in_session=self._session is not None,
                )
            )

    def _hello(self, now: float) -> None:
        self._hello_at = now + HELLO_S
        self._say(
            Hello(
                protocol=PROTOCOL_VERSION,
                firmware="taru-sim",
                version="1.0",
                uid=self.uid,
                epoch=self.queue.epoch,
                boot=self.boot,
                cause=self._cause,
                session=self._session,
                oldest=self.queue.oldest,
                count=len(self.queue),
                lost=self.queue.lost,
                capabilities="DPKSTF",
            )
        )

    def _errors(self) -> int:
        counts = self._decoder.counts
        return counts.total() - counts["good"] - counts["own"] - counts["junk"]

    # ------------------------------------------------------------------ bytes in

    def hear(self, now: float, data: bytes) -> None:
        for message in self._decoder.feed(data):
            if isinstance(message, Malformed):
                self._nak(now, NAK_CODES[message.reason])
            else:
                self._host_at = now
                self._obey(now, message)

    def _nak(self, now: float, code: int) -> None:
        if now >= self._nak_at:
            self._nak_at = now + NAK_S
            self._say(Nak(code=code, receive_errors=self._errors()))

    def _obey(self, now: float, message: Message) -> None:
        match message:
            case OpenSession(max_protocol=highest, session=session):
                if highest < PROTOCOL_VERSION:
                    self._nak(now, BAD_VERSION)
                    return
                if session != self._session:
                    self._last = None
                self._session = session
                self.queue.rewind()
                self._commit_due.update(Die)
                self._hello(now)
            case Ack(epoch=epoch, id=last):
                self.queue.acknowledge(now, epoch, last)
            case Sync(number=number):
                stamp = self.stamp(now)
                self._say(SyncReply(number=number, received_us=stamp, sent_us=stamp))
            case Command():
                self._say(self._command(now, message))
            case _:
                pass

    def _command(self, now: float, command: Command) -> CommandReply:
        session, number = command.session, command.number
        if session != self._session:
            return CommandReply(session=session, number=number, error=NO_SESSION)
        if self._last is None or self._last.number != number:
            error = self._carry_out(now, command.order)
            self._last = CommandReply(session=session, number=number, error=error)
        return self._last

    def _carry_out(self, now: float, order: Order) -> int | None:
        match order:
            case GiveNonce(die=die, roll=roll, nonce=nonce):
                if roll != self._rolls[die] or self._nonces.get(die, nonce) != nonce:
                    return TOO_LATE
                self._nonces[die] = nonce
            case FireFlash():
                self.put(Flash(epoch=0, id=0, at_us=self.stamp(now)))
            case UnknownOrder(verb=verb):
                return BAD_ARGUMENT if verb in KNOWN_VERBS else BAD_VERB
            case _:
                self._show(order)
        return None

    def _show(self, order: Order) -> None:
        """What can be seen and heard of the box."""
        match order:
            case SetLights(mask=mask, value=value):
                self.lights = (self.lights & ~mask) | (value & mask)
            case Buzz(pattern=pattern):
                self.sounds.append(pattern)
            case SetClock(left_ms=left_ms):
                self.clock_ms = left_ms
            case ShowFace(die=die, face=face):
                self.faces[die] = face
            case TestOutputs(parts=parts):
                self.outputs = parts
            case _:
                pass

    def put(self, event: Event) -> Event | None:
        """Into the queue; what finds a place there is noted in `taken`."""
        kept = self.queue.put(event)
        if kept is not None:
            self.taken.append(kept)
        return kept
