"""A board with the real firmware on a whole table: its line, people's hands and what goes wrong.

To whom it is handed it is a simulated box: the same calls, the same faults by the same names.
"""

from collections.abc import Collection
from random import Random

from firmware_bridge.emulator.board import Board
from firmware_bridge.emulator.schedule import Schedule
from firmware_bridge.emulator.sounds import Sounds
from firmware_bridge.messages import BEAMS, Button, ButtonEvent, Die, DieEvent, End, Event, Hello
from firmware_bridge.posts import Plane, goal_of, plane_of
from firmware_bridge.protocol import Decoder
from firmware_bridge.simulator.faults import FAULTS, RHYTHMS, Wire, troubles

BOOT_NOISE = b"\x00\xff\xf8$\x80"
KEY_DOWN_US, DIE_DOWN_US = 120_000, 60_000
DIE_DONE_US, KEY_DONE_US = 75_000, 40_000
"""So long after a press its event is in the queue: the bounce is over, the hash is computed."""
PLUG_US = 30_000
"""The goal is carried to the other end and plugged in: before that no ball comes."""
STORY_US = 400_000
"""Beams that follow so closely on a goal's move belong to the kick it was moved for."""
KEYS = {
    Button.HOME_BIG: "home big",
    Button.HOME_SMALL: "home small",
    Button.AWAY_BIG: "away big",
    Button.AWAY_SMALL: "away small",
}
PLANES = {Plane.FRONT: "front", Plane.REAR: "rear", Plane.UNDER: "under", Plane.KNOCK: "knock"}
SOCKETS = {End.HOME: "goal home", End.AWAY: "goal away"}
END_LIGHTS = {1: End.HOME, 2: End.AWAY}


class EmulatedBox:
    """Bytes in by `receive`, bytes out by `send`; times in seconds never go back.

    `ppm` is how much faster the board's crystal runs than the host's clock. `accepted` lists every
    event the firmware took into its queue, read from its memory; `refused` counts those that found
    no place since the last power cut.
    """

    def __init__(
        self, board: Board, seed: int, faults: Collection[str] = (), *, ppm: float = 0.0
    ) -> None:
        if unknown := sorted(set(faults) - set(FAULTS)):
            raise ValueError(f"unknown faults: {', '.join(unknown)}")
        self.board = board
        self._rng = Random(seed)  # noqa: S311 - reproducible on purpose
        self._us_per_s = 1e6 + ppm
        self._to_host = Wire(self._rng, faults)
        self._to_box = Wire(self._rng, faults)
        self._schedule = Schedule()
        self._faults = [fault for fault in RHYTHMS if fault in faults]
        self._began: float | None = None
        self._started = False
        self._decoder = Decoder()
        self._tail = b""
        self._goal, self._moved_us = End.HOME, -float(STORY_US)
        self._stuck: set[str] = set()
        self._seen = (0, 0)
        self._sounds = Sounds()
        self.uid: int | None = None
        self.in_place = True
        self.plugs = 1
        self.accepted: list[Event] = []
        self.refused = 0
        self.kept = 0

    # ------------------------------------------------------------------ time

    def _us(self, now: float) -> float:
        """The board's time at the host's `now`; the first call begins it."""
        if self._began is None:
            self._began = now
            self.board.set(0, SOCKETS[self._goal], active=True)
            makers = {"reset_board": self.reset, "unplug": self.unplug, "stuck_beam": self._stick}
            for fault in self._faults:
                rng = Random(self._rng.getrandbits(32))  # noqa: S311 - reproducible on purpose
                self._schedule.again(troubles(rng, fault, now).__next__, makers[fault])
        return (now - self._began) * self._us_per_s

    def _seconds(self, at_us: float) -> float:
        return (self._began or 0.0) + at_us / self._us_per_s

    def _advance(self, now: float) -> None:
        us = self._us(now)
        while (due := self._schedule.next_due(now)) is not None:
            self._run(self._us(due[0]))
            due[1](due[0])
        self._run(us)
        if heard := self._to_box.get(now):
            self.board.write(heard)

    def _run(self, until_us: float) -> None:
        self.board.run(until_us)
        said = self.board.read()
        data = bytes(byte for _, byte in said)
        for message in self._decoder.feed(data):
            if isinstance(message, Hello):
                self.uid, self._started = message.uid, True
        if self.in_place:
            self._put_by_frames(said)
        self._sounds.hear(self.board.changes())
        self._look_into_queue()

    def _put_by_frames(self, said: Collection[tuple[float, int]]) -> None:
        """Each frame is on the wire when its last byte is; it may be cut anywhere."""
        piece = bytearray()
        at_us = 0.0
        for at_us, byte in said:
            piece.append(byte)
            if byte == ord("\n"):
                self._to_host.put(self._seconds(at_us), bytes(piece))
                piece.clear()
        if piece:
            self._to_host.put(self._seconds(at_us), bytes(piece))

    def _look_into_queue(self) -> None:
        """Note what was taken since; nothing is forgotten before a host could acknowledge it."""
        kept = self.board.kept()
        if kept is None:
            return
        epoch, last = self._seen
        if kept.epoch != epoch:
            last = kept.oldest - 1
        new = [event for event in kept.events if event.id > last]
        self.accepted += new
        self._seen = (kept.epoch, new[-1].id if new else last)
        self.refused = kept.lost
        self.kept = len(kept.events)

    # ------------------------------------------------------------------ bytes

    def receive(self, now: float, data: bytes) -> None:
        """The host wrote `data`."""
        self._advance(now)
        if self.in_place:
            self._to_box.put(now, data)

    def send(self, now: float) -> bytes:
        """What the host can read now."""
        self._advance(now)
        return self._to_host.get(now) if self.in_place else b""

    # ------------------------------------------------------------------ hands

    @property
    def lights(self) -> int:
        """Turn lights that shine: bit 0 Home's, bit 1 Away's."""
        lamps = self.board.lamps
        return (lamps >> 7 & 1) | (lamps >> 14 & 2)

    @property
    def light(self) -> End | None:
        """Whose turn light shines."""
        return END_LIGHTS.get(self.lights)

    @property
    def sounds(self) -> list[int]:
        """How many times it beeped, for each time it was made to."""
        return self._sounds.heard

    def awake(self, now: float) -> bool:
        """False while the board starts: then no hand is noticed."""
        self._advance(now)
        return self._started

    def press_dice(self, now: float) -> tuple[int, int] | None:
        """Both dice are rolled: (red, green), or None when the box could not notice."""
        if not self.awake(now):
            return None
        start = max(self._us(now), self.board.now_us) + 1
        for die in ("red", "green"):
            self.board.set(start, die, active=True)
            self.board.set(start + DIE_DOWN_US, die, active=False)
        rolls = self._until(start + DIE_DONE_US, DieEvent)
        faces = {roll.die: roll.face for roll in rolls if isinstance(roll, DieEvent)}
        return (faces[Die.RED], faces[Die.GREEN]) if len(faces) == 2 else None

    def press(self, now: float, button: Button) -> bool:
        """A key goes down now and up a moment later; False when the box could not notice."""
        if not self.awake(now):
            return False
        start = max(self._us(now), self.board.now_us) + 1
        self.board.set(start, KEYS[button], active=True)
        self.board.set(start + KEY_DOWN_US, KEYS[button], active=False)
        return any(
            isinstance(event, ButtonEvent) and event.button is button and event.pressed
            for event in self._until(start + KEY_DONE_US, ButtonEvent)
        )

    def _until(self, at_us: float, kind: type[Event]) -> list[Event]:
        """The board runs ahead of the host; what it says meanwhile is heard when it is time."""
        before = len(self.accepted)
        self._run(at_us)
        return [event for event in self.accepted[before:] if isinstance(event, kind)]

    def break_beam(self, now: float, beam: int, duration_us: int) -> None:
        """Something covers a beam from `now` (which may lie ahead) for `duration_us`. There is one
        goal: it is carried to the end of that beam first, where it does not stand there.
        """
        if not 0 <= beam < BEAMS:
            raise ValueError(f"beam {beam}")
        start = max(self._us(now), self.board.now_us) + 1
        self._carry(goal_of(beam), start)
        if start - self._moved_us < STORY_US:
            start += PLUG_US
        line = PLANES[plane_of(beam)]
        if line not in self._stuck:
            self.board.set(start, line, active=True)
            self.board.set(start + duration_us, line, active=False)

    def _carry(self, goal: End, at_us: float) -> None:
        if goal is not self._goal:
            self.board.set(at_us, SOCKETS[self._goal], active=False)
            self.board.set(at_us, SOCKETS[goal], active=True)
            self._goal, self._moved_us = goal, at_us

    # ------------------------------------------------------------------ troubles

    def reset(self, now: float, until: float) -> None:
        """The board is reset and starts at `until`; its queue survives, its stamps do not."""
        self._start_again(now, until, power_cut=False)

    def cut_power(self, now: float, until: float) -> None:
        """As `reset`, but nothing survives: the events not yet delivered are gone."""
        self._start_again(now, until, power_cut=True)

    def _start_again(self, now: float, until: float, *, power_cut: bool) -> None:
        self._run(self._us(now))
        self._started = False
        self.board.reset(1 if power_cut else 2, power_cut=power_cut)
        self.board.hold(max(self._us(until) - self.board.now_us, 0.0))
        if self.in_place:
            self._to_host.put(now, BOOT_NOISE)

    def unplug(self, _now: float, until: float) -> None:
        """The cable is pulled out, and put in again at `until`."""
        self.in_place = False
        self._to_host.cut()
        self._to_box.cut()
        self._schedule.at(until, self._replug)

    def _replug(self, _now: float) -> None:
        self.in_place = True
        self.plugs += 1

    def _stick(self, now: float, until: float) -> None:
        line = self._rng.choice(sorted(PLANES.values()))
        self._stuck.add(line)
        self.board.set(self._us(now), line, active=True)

        def free(at: float) -> None:
            self._stuck.discard(line)
            self.board.set(self._us(at), line, active=False)

        self._schedule.at(until, free)
