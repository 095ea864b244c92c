"""A whole box on a whole table: the device, its line, the people's hands and what goes wrong."""

import heapq
from collections.abc import Callable, Collection
from itertools import count
from random import Random

from firmware_bridge.messages import (
    BEAMS,
    FIRST_BUTTON_INPUT,
    Button,
    ButtonEvent,
    Die,
    End,
    Event,
    Flash,
)
from firmware_bridge.simulator.device import Device
from firmware_bridge.simulator.faults import FAULTS, RHYTHMS, Wire, troubles
from firmware_bridge.simulator.inputs import MOMENT_S, SETTLED_S, Inputs
from firmware_bridge.simulator.queue import EventQueue

BOOT_NOISE = b"\x00\xff\xf8$\x80"
KEY_DOWN_S = 0.12
END_LIGHTS = {1: End.HOME, 2: End.AWAY}


class SimulatedBox:
    """Bytes in by `receive`, bytes out by `send`; times in seconds never go back.

    `faults` are names of `FAULTS`; what they do follows from `seed` alone. `ppm` is how much faster
    the board's crystal runs than the host's clock. The hands (`press_dice`,
    `press`, `break_beam`) return at once what the box will report. `accepted` lists every event
    the box took, `refused` how many found the queue full: the truth to compare a referee with.
    """

    def __init__(self, seed: int, faults: Collection[str] = (), *, ppm: float = 0.0) -> None:
        if unknown := sorted(set(faults) - set(FAULTS)):
            raise ValueError(f"unknown faults: {', '.join(unknown)}")
        self._rng = Random(seed)  # noqa: S311 - reproducible on purpose
        self._device = Device(self._rng, ppm)
        self._to_host = Wire(self._rng, faults)
        self._to_box = Wire(self._rng, faults)
        self._acts: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = count()
        self._faults = [fault for fault in RHYTHMS if fault in faults]
        self._begun = False
        self._starting_until = 0.0
        self._inputs = Inputs(self._device.stamp, self._noticed, self._roll)
        self._held: set[int] = set()
        self._keys = 0
        self._forced: tuple[int, int] | None = None
        self.in_place = True
        self.plugs = 1
        self.accepted = self._device.taken

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

    def _advance(self, now: float) -> None:
        if not self._begun:
            self._begin(now)
        while self._acts and self._acts[0][0] <= now:
            due_at, _, act = heapq.heappop(self._acts)
            act(due_at)
        heard = self._to_box.get(now)
        if now < self._starting_until:
            return
        self._device.inputs = self._inputs.active | self._keys << FIRST_BUTTON_INPUT
        self._device.hear(now, heard)
        self._device.tick(now)
        said = self._device.take()
        if self.in_place:
            self._to_host.put(now, said)

    def _begin(self, now: float) -> None:
        self._begun = True
        self._device.start(now, cause=1)
        makers = {"reset_board": self.reset, "unplug": self.unplug, "stuck_beam": self._stick}
        for fault in self._faults:
            rng = Random(self._rng.getrandbits(32))  # noqa: S311 - reproducible on purpose
            self._plan(troubles(rng, fault, now).__next__, makers[fault])

    def _plan(
        self, draw: Callable[[], tuple[float, float]], make: Callable[[float, float], None]
    ) -> None:
        begin, end = draw()

        def act(now: float) -> None:
            make(now, end)
            self._plan(draw, make)

        self._at(begin, act)

    def _at(self, due_at: float, act: Callable[[float], None]) -> None:
        heapq.heappush(self._acts, (due_at, next(self._order), act))

    # ------------------------------------------------------------------ hands

    @property
    def refused(self) -> int:
        return self._device.queue.lost

    @property
    def kept(self) -> int:
        """How many events it holds that nobody has acknowledged."""
        return len(self._device.queue)

    @property
    def uid(self) -> int:
        return self._device.uid

    @property
    def lights(self) -> int:
        """Lights that shine: bit 0 Home's turn, bit 1 Away's."""
        return self._device.lights

    @property
    def light(self) -> End | None:
        """Whose turn light shines."""
        return END_LIGHTS.get(self.lights)

    def face(self, die: str) -> int:
        """What the lamps of a die were told to show, 0 when nothing was."""
        return self._device.faces.get(Die(die), 0)

    @property
    def clock_ms(self) -> int:
        return self._device.clock_ms

    @property
    def flashes(self) -> int:
        """How often the camera's flash was fired."""
        return sum(isinstance(event, Flash) for event in self.accepted)

    @property
    def sounds(self) -> list[int]:
        """Patterns sounded since the box started."""
        return self._device.sounds

    def awake(self, now: float) -> bool:
        """False while the board starts: then no hand is noticed."""
        self._advance(now)
        return now >= self._starting_until

    def force(self, red: int, green: int) -> None:
        """The next `press_dice` shows these faces (a proof of fairness then fails, rightly)."""
        self._forced = (red, green)

    def press_dice(self, now: float) -> tuple[int, int] | None:
        """Both dice are rolled: (red, green), or None when the box could not notice."""
        if not self.awake(now):
            return None
        red, green = self._forced or (None, None)
        rolls = (
            self._device.roll(now, Die.RED, red),
            self._device.roll(now, Die.GREEN, green),
        )
        self._forced = None
        if rolls[0] is None or rolls[1] is None:
            return None
        return rolls[0].face, rolls[1].face

    def press(self, now: float, button: Button) -> bool:
        """A key goes down now and up a moment later; False when the box could not notice."""
        if not self.awake(now):
            return False

        def release(up_at: float) -> None:
            self._key(up_at, button, pressed=False)

        self._at(now + KEY_DOWN_S, release)
        return self._key(now, button, pressed=True)

    def _key(self, now: float, button: Button, *, pressed: bool) -> bool:
        self._keys = self._keys & ~(1 << button) | pressed << button
        stamp = self._device.stamp(now)
        return self._put(
            ButtonEvent(epoch=0, id=0, at_us=stamp, button=button, pressed=pressed), now
        )

    def break_beam(self, now: float, beam: int, duration_us: int) -> None:
        """Something covers a beam from `now` (which may lie ahead) for `duration_us`."""
        if not 0 <= beam < BEAMS:
            raise ValueError(f"beam {beam}")
        self.set(now, beam, active=True)
        self.set(now + duration_us / 1e6, beam, active=False)

    def set(self, at: float, number: int, *, active: bool) -> None:
        """From `at` on (which may lie ahead) input `number` is active: a beam is broken, a button
        or key down, a contact closed. What the firmware makes of it is left to it.
        """
        self._at(at, lambda now: self._change(now, number, active=active))

    def _change(self, now: float, number: int, *, active: bool) -> None:
        level = active or number in self._held
        self._inputs.change(now, number, active=level, running=now >= self._starting_until)
        for wait in SETTLED_S:
            self._at(now + wait + MOMENT_S, self._poll)

    def _poll(self, now: float) -> None:
        if now >= self._starting_until:
            self._inputs.poll(now)

    def _roll(self, at: float, die: Die) -> None:
        if at >= self._starting_until:
            self._device.roll(at, die)

    def _noticed(self, now: float, event: Event) -> None:
        self._put(event, now)

    def _put(self, event: Event, now: float) -> bool:
        if now < self._starting_until:
            return False
        return self._device.put(event) is not None

    # ------------------------------------------------------------------ troubles

    def reset(self, now: float, until: float) -> None:
        """The board is reset and starts until `until`; its queue survives, its stamps do not."""
        self._starting_until = until
        if self.in_place:
            self._to_host.put(now, self._device.take() + BOOT_NOISE)
        self._device.start(until, cause=2)
        self._at(until, self._restart)

    def _restart(self, now: float) -> None:
        """The inputs as the board finds them when it starts."""
        if now >= self._starting_until:
            self._inputs.restart(now)
            for wait in SETTLED_S:
                self._at(now + wait + MOMENT_S, self._poll)

    def toggle(self, fault: str) -> None:
        """Switch a fault of the line (see `LINE_FAULTS`) on, or off again, both ways."""
        self._to_host.toggle(fault)
        self._to_box.toggle(fault)

    def freeze(self, now: float, until: float) -> None:
        """The processor stands still: nothing is said, heard or noticed."""
        self._advance(now)
        self._starting_until = until

    def cut_power(self, now: float, until: float) -> None:
        """As `reset`, but nothing survives: the events not yet delivered are gone."""
        self._device.queue = EventQueue(self._rng)
        self.reset(now, until)

    def unplug(self, _now: float, until: float) -> None:
        """The cable is pulled out, and put in again at `until`."""
        self.in_place = False
        self._to_host.cut()
        self._to_box.cut()
        self._at(until, self._replug)

    def _replug(self, _now: float) -> None:
        self.in_place = True
        self.plugs += 1

    def stick(self, now: float, until: float, number: int) -> None:
        """Something lies in a beam, or holds a button down."""
        self._held.add(number)
        self._change(now, number, active=True)

        def free(at: float) -> None:
            self._held.discard(number)
            self._change(at, number, active=False)

        self._at(until, free)

    def _stick(self, now: float, until: float) -> None:
        self.stick(now, until, self._rng.randrange(BEAMS))
