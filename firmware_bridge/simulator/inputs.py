"""From levels at the pins to events, as the firmware makes them of beams, buttons and contacts."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.messages import (
    BEAMS,
    DIE_INPUTS,
    FIRST_BUTTON_INPUT,
    INPUTS,
    BeamEvent,
    Button,
    ButtonEvent,
    Contact,
    ContactEvent,
    Die,
    Event,
    StuckEvent,
)

GLITCH_S, MERGE_S, STUCK_S = 150e-6, 300e-6, 0.5
BOUNCE_S, HELD_S = 0.020, 5.0
BURST, REFILL_S = 10, 0.1
SETTLED_S = (MERGE_S, BOUNCE_S, STUCK_S, HELD_S)
"""So long after a change something may come of it."""
DICE = {number: die for die, number in DIE_INPUTS.items()}
SILENT = {
    FIRST_BUTTON_INPUT + contact
    for contact in (Contact.GOAL_HOME, Contact.GOAL_AWAY, Contact.SPARE)
}
"""The goal's plugs stay closed, and are told in the heartbeat alone."""
MOMENT_S = 1e-6


@dataclass(slots=True)
class Pin:
    """`raw` since `since`; `taken` is the level that counts, which began at `began`."""

    raw: bool = False
    since: float = 0.0
    taken: bool = False
    began: float = 0.0
    stuck: bool = False
    turns: float = BURST
    refilled: float = 0.0


class Inputs:
    """Twenty-two pins. `put` gets events (stamped by `stamp`), `roll` the presses of the dice."""

    def __init__(
        self,
        stamp: Callable[[float], int],
        put: Callable[[float, Event], object],
        roll: Callable[[float, Die], object],
    ) -> None:
        self._stamp, self._put, self._roll = stamp, put, roll
        self._pins = [Pin() for _ in range(INPUTS)]

    @property
    def active(self) -> int:
        """One bit for each input, as the heartbeat tells."""
        return sum(pin.taken << number for number, pin in enumerate(self._pins))

    def restart(self, now: float) -> None:
        """What is held when the board starts is no press; a broken beam may be stuck."""
        for number, pin in enumerate(self._pins):
            held = pin.raw
            self._pins[number] = Pin(raw=held, since=now, taken=held, began=now, refilled=now)

    def change(self, now: float, number: int, *, active: bool, running: bool = True) -> None:
        """A level changes; while the board is not running nobody notices."""
        pin = self._pins[number]
        if not running:
            pin.raw = active
            return
        self.poll(now)
        if pin.raw != active:
            pin.raw, pin.since = active, now
            if number < BEAMS and active and not pin.taken:
                pin.taken, pin.began = True, now

    def poll(self, now: float) -> None:
        """What has become certain by `now`."""
        for number, pin in enumerate(self._pins):
            if number < BEAMS:
                self._beam(now, number, pin)
            else:
                self._contact(now, number, pin)

    def _beam(self, now: float, number: int, pin: Pin) -> None:
        if pin.taken and pin.raw and not pin.stuck and now - pin.began >= STUCK_S:
            self._stick(now, number, stuck=True)
        if not pin.taken or pin.raw or now - pin.since < MERGE_S:
            return
        pin.taken = False
        length = pin.since - pin.began
        if pin.stuck:
            self._stick(pin.since, number, stuck=False)
        elif length >= GLITCH_S and self._allowed(now, pin):
            at_us, length_us = self._stamp(pin.began), round(length * 1e6)
            event = BeamEvent(epoch=0, id=0, at_us=at_us, beam=number, duration_us=length_us)
            self._put(now, event)

    def _contact(self, now: float, number: int, pin: Pin) -> None:
        if pin.raw != pin.taken and now - pin.since >= BOUNCE_S:
            pin.taken, pin.began = pin.raw, pin.since
            if pin.stuck and not pin.taken:
                self._stick(pin.since, number, stuck=False)
            self._tell(now, number, pin)
        held = pin.taken and pin.raw and now - pin.began >= HELD_S
        if held and not pin.stuck and number not in SILENT:
            self._stick(now, number, stuck=True)

    def _tell(self, now: float, number: int, pin: Pin) -> None:
        if number in DICE:
            if pin.taken and self._allowed(now, pin):
                self._roll(pin.began, DICE[number])
            return
        if number in SILENT or not self._allowed(now, pin):
            return
        which, at_us = number - FIRST_BUTTON_INPUT, self._stamp(pin.began)
        if which < len(Button):
            self._put(
                now,
                ButtonEvent(epoch=0, id=0, at_us=at_us, button=Button(which), pressed=pin.taken),
            )
        else:
            self._put(
                now,
                ContactEvent(epoch=0, id=0, at_us=at_us, contact=Contact(which), pressed=pin.taken),
            )

    def _stick(self, at: float, number: int, *, stuck: bool) -> None:
        self._pins[number].stuck = stuck
        self._put(at, StuckEvent(epoch=0, id=0, at_us=self._stamp(at), input=number, stuck=stuck))

    def _allowed(self, now: float, pin: Pin) -> bool:
        """Ten at once, then ten a second: a flickering beam must not crowd out a roll."""
        pin.turns = min(pin.turns + (now - pin.refilled) / REFILL_S, BURST)
        pin.refilled = now
        if pin.turns < 1:
            return False
        pin.turns -= 1
        return True
