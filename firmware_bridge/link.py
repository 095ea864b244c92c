"""The host's side of the link, without input or output: bytes and time in, bytes and facts out.

Nothing is written to a port before a valid hello or heartbeat has been heard on it: the box beats
once a second, so a stranger is recognised without writing one byte to it.
"""

from collections import Counter
from random import SystemRandom

from firmware_bridge.delivery import Alert, BoxEvent, Cursor, Delivery
from firmware_bridge.errors import AlertReason
from firmware_bridge.messages import (
    PROTOCOL_VERSION,
    Buzz,
    CommandReply,
    Commitment,
    End,
    Event,
    FromHost,
    GiveNonce,
    Heartbeat,
    Hello,
    Malformed,
    Message,
    Nak,
    OpenSession,
    Order,
    SetLights,
    SyncReply,
)
from firmware_bridge.outbox import Outbox
from firmware_bridge.protocol import Decoder, encode
from firmware_bridge.shares import RandomBits, Shares
from firmware_bridge.states import LinkState
from firmware_bridge.timing import Timing

LISTEN_S = 2.5  # two heartbeats, and longer than the bootloader of a Nano
GREET_S = 0.5
GREETINGS = 8
STALE_S = 3.5
STALE_GREET_S = 1.0
REPEAT_ACK_S = 0.05
LIGHT_MASK = 3
LIGHTS = {None: 0, End.HOME: 1, End.AWAY: 2}
NO_SESSION, WRONG_VERSION = 5, 8


class Link:
    """One box, across any number of reconnections.

    `resume` is the cursor of the last line of a match log: its events are acknowledged again, not
    delivered again. All times are seconds of one monotonic clock.
    """

    def __init__(self, *, resume: Cursor | None = None, bits: RandomBits | None = None) -> None:
        self._bits = SystemRandom() if bits is None else bits
        self._delivery = Delivery(resume)
        self._outbox = Outbox()
        self.timing = Timing()
        self._decoder = Decoder()
        self._shares = Shares(self._bits)
        self._alerts: list[Alert] = []
        self._told: set[AlertReason] = set()
        self._wrong: Alert | None = None
        self._ack_wanted = False
        self._session = self._greetings = 0
        self._opened_at = self._heard_at = 0.0
        self._greet_at = self._repeat_ack_at = 0.0
        self.state = LinkState.CLOSED
        self.box: Hello | None = None
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> Counter[str]:
        """Sessions, naks, frames good and bad, repeats, gaps, retries: for the diagnosis page."""
        return self._counts + self._decoder.counts + self._delivery.counts + self._outbox.counts

    @property
    def trouble(self) -> Alert | None:
        """Why the box is not heard now; None while all is well."""
        if self.state is LinkState.UP:
            return None
        return self._wrong or Alert(reason="listening")

    # ------------------------------------------------------------------ what the app says

    def light(self, end: End | None) -> None:
        """Let the turn light shine at `end`, or nowhere; kept across reconnections."""
        self._outbox.hold("light", SetLights(mask=LIGHT_MASK, value=LIGHTS[end]))

    def buzz(self, pattern: int) -> None:
        """Sound pattern 0-15, when the box is there; never twice, perhaps not at all."""
        if self.state is LinkState.UP:
            self._outbox.want("buzz", Buzz(pattern=pattern))

    def ask(self, order: Order) -> None:
        """Give an order once, when the box is there; only the newest of a kind counts."""
        if self.state is LinkState.UP:
            self._outbox.want(type(order).__name__, order)

    def acknowledge(self, cursor: Cursor) -> None:
        """Everything up to `cursor` is safe in the log: the box may forget it."""
        self._ack_wanted = self._delivery.commit(cursor) or self._ack_wanted

    def closed(self) -> None:
        """The port is gone. The next `receive` belongs to a newly opened one."""
        self.state = LinkState.CLOSED

    # ------------------------------------------------------------------ bytes in, bytes out

    def receive(self, now: float, data: bytes) -> list[BoxEvent | Alert]:
        """Facts from bytes just read (none is fine: call it at every step), in order."""
        if self.state is LinkState.CLOSED:
            self._open(now)
        facts: list[BoxEvent | Alert] = []
        for message in self._decoder.feed(data):
            fact = self._hear(now, message)
            facts += self._alerts
            self._alerts.clear()
            if fact is not None:
                facts.append(fact)
        self._watch(now)
        facts += self._alerts
        self._alerts.clear()
        return facts

    def to_send(self, now: float) -> bytes:
        """The bytes to write now."""
        words: list[FromHost] = []
        if self.state in {LinkState.GREETING, LinkState.STALE}:
            words += self._greeting(now)
        elif self.state is LinkState.UP:
            words += self._conversation(now)
        return b"".join(encode(word) for word in words)

    def _open(self, now: float) -> None:
        self._counts += self._decoder.counts
        self._decoder = Decoder()
        self._opened_at = self._heard_at = now
        self._told.clear()
        self._wrong = None
        self.state = LinkState.LISTENING

    def _greeting(self, now: float) -> list[FromHost]:
        if now < self._greet_at:
            return []
        stale = self.state is LinkState.STALE
        self._greet_at = now + (STALE_GREET_S if stale else GREET_S)
        self._greetings += 1
        return [OpenSession(max_protocol=PROTOCOL_VERSION, session=self._session)]

    def _conversation(self, now: float) -> list[FromHost]:
        words: list[FromHost] = []
        ack = self._delivery.ack() if self._ack_wanted else None
        self._ack_wanted = False
        if ack is not None:
            words.append(ack)
        question = self.timing.due(now)
        if question is not None:
            words.append(question)
        command = self._outbox.due(now, self._session)
        if command is not None:
            words.append(command)
        return words

    # ------------------------------------------------------------------ time

    def _watch(self, now: float) -> None:
        match self.state:
            case LinkState.LISTENING if now - self._opened_at >= LISTEN_S:
                # It goes on listening: a box may be slow to start.
                counts = self._decoder.counts
                self._tell("wrong-device" if counts.total() else "silent")
            case LinkState.GREETING if self._greetings >= GREETINGS and now >= self._greet_at:
                self._tell("wrong-device")
                self.state = LinkState.LISTENING
            case LinkState.UP if now - self._heard_at > STALE_S or self._outbox.unanswered(now):
                self._tell("stale")
                self._greet(now, LinkState.STALE)
            case _:
                pass

    def _tell(self, reason: AlertReason, **details: str | int) -> None:
        if reason not in self._told:
            self._told.add(reason)
            alert = Alert(reason=reason, details=details)
            self._alerts.append(alert)
            self._wrong = self._wrong if reason == "clock" else alert

    def _greet(self, now: float, state: LinkState) -> None:
        """Begin again with a new session, at once."""
        self._session = self._bits.getrandbits(8)
        self._greetings = 0
        self._greet_at = now
        self.state = state

    # ------------------------------------------------------------------ messages

    def _hear(self, now: float, message: Message) -> BoxEvent | None:
        if isinstance(message, Malformed) or self.state is LinkState.REFUSED:
            return None
        self._heard_at = now
        if isinstance(message, Event):
            return self._on_event(now, message)
        match message:
            case Hello():
                self._on_hello(now, message)
            case Heartbeat():
                self._on_heartbeat(now, message)
            case Commitment():
                share = self._shares.answer(message)
                self._outbox.want(f"nonce {share.die}", share)
            case SyncReply():
                self._on_time(now, message)
            case CommandReply() | Nak():
                self._on_answer(now, message)
            case _:
                self._counts["ignored"] += 1
        return None

    def _on_hello(self, now: float, hello: Hello) -> None:
        if hello.protocol != PROTOCOL_VERSION:
            self._refuse(hello.protocol)
        elif self.state is LinkState.LISTENING or hello.session != self._session:
            if self.state is not LinkState.GREETING:
                self._greet(now, LinkState.GREETING)
        else:
            if self.box is None or (self.box.uid, self.box.boot) != (hello.uid, hello.boot):
                self.timing.clock.forget()
            self.box = hello
            self._alerts += self._delivery.meet(hello)
            self._ack_wanted = True
            if self.state is not LinkState.UP:
                self._up(now)

    def _up(self, now: float) -> None:
        self.state = LinkState.UP
        self._told.clear()
        self._wrong = None
        self._counts["sessions"] += 1
        self.timing.begin(now)
        self._outbox.restore()

    def _refuse(self, protocol: int) -> None:
        self._tell("version", protocol=protocol)
        self.state = LinkState.REFUSED

    def _on_heartbeat(self, now: float, beat: Heartbeat) -> None:
        if self.state is LinkState.UP and beat.in_session:
            self._alerts += self._delivery.note_lost(beat.lost)
        elif self.state is not LinkState.GREETING:
            self._greet(now, LinkState.GREETING)

    def _on_event(self, now: float, event: Event) -> BoxEvent | None:
        if self.state is not LinkState.UP or not self._timed(event):
            return None
        cursor, repeat = self._delivery.take(event)
        if repeat and now >= self._repeat_ack_at:
            self._repeat_ack_at = now + REPEAT_ACK_S
            self._ack_wanted = True
        if cursor is None:
            return None
        return BoxEvent(
            event=event,
            cursor=cursor,
            heard_at=now,
            time=self.timing.told(event.at_us),
            record=self._shares.record(event),
        )

    def _timed(self, event: Event) -> bool:
        """Whether its stamp can be told. If not yet, the box says it again in a moment."""
        asks = self.box is not None and "T" in self.box.capabilities
        return self.timing.fresh or event.at_us is None or not asks

    def _on_time(self, now: float, reply: SyncReply) -> None:
        self.timing.answered(now, reply)
        poor = self.timing.poor
        if poor is not None:
            self._tell("clock", bound_ms=round(poor.bound * 1e3))

    def _on_answer(self, now: float, answer: CommandReply | Nak) -> None:
        match answer:
            case Nak(code=code) if code == WRONG_VERSION:
                self._refuse(0)
            case Nak():
                self._counts["naks"] += 1
                self._outbox.hurry(now)
            case CommandReply(error=error) if error == NO_SESSION:
                if self.state is LinkState.UP:
                    self._greet(now, LinkState.GREETING)
            case CommandReply(session=session) if session == self._session:
                order = self._outbox.answered(answer)
                if answer.error is not None and isinstance(order, GiveNonce):
                    self._shares.refused(order)
