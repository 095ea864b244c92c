"""A long evening in virtual time: hands, faults, and a count of what the host made of it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from firmware_bridge.delivery import BoxEvent, Cursor
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import BEAMS, Button, Event
from firmware_bridge.simulator.box import SimulatedBox
from firmware_bridge.simulator.port import PretendBox, simulated_opener

STEP_S = 0.01
QUIET_S = (0.15, 0.6)  # between two acts of the hands: far busier than any match
FULL = 4  # hands rest while the box holds so many events: its queue of 16 is not to overflow
LAST_WAIT_S = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class SoakCount:
    """What the box took and what the host delivered; all of `lost` to `wrong` should be 0.

    `wrong` counts delivered events that differ from what happened, `seconds` are virtual.
    """

    events: int
    delivered: int
    lost: int
    duplicated: int
    reordered: int
    wrong: int
    reconnects: int
    seconds: float

    @property
    def exact(self) -> bool:
        return not (self.lost or self.duplicated or self.reordered or self.wrong)


def act(rng: Random, box: PretendBox, now: float) -> None:
    """One thing people do: roll, press a key, or kick over the bar."""
    choice = rng.random()
    if choice < 0.3:
        box.press_dice(now)
    elif choice < 0.6:
        box.press(now, rng.choice(list(Button)))
    else:
        beam = rng.randrange(BEAMS)
        box.break_beam(now, beam, rng.randrange(2_000, 60_000))


def soak(
    events: int,
    seed: int,
    faults: Collection[str],
    progress: Callable[[int], None] = lambda _count: None,
    make: Callable[[int, Collection[str]], PretendBox] = SimulatedBox,
) -> SoakCount:
    """Play until a box from `make` has taken `events` events; `progress` hears how many were
    delivered.
    """
    rng = Random(f"hands {seed}")  # noqa: S311 - reproducible on purpose
    box = make(seed, faults)
    now = 0.0
    opener = simulated_opener(box, lambda: now)
    line = BoxLine(Link(bits=rng), lambda: opener("sim://"), lambda: now)
    delivered: list[Event] = []
    unsafe: list[Cursor] = []
    act_at, last_at = 0.0, 0.0
    while len(box.accepted) + box.refused < events or (
        len(delivered) < len(box.accepted) and now - last_at < LAST_WAIT_S
    ):
        now += STEP_S
        for cursor in unsafe:
            line.link.acknowledge(cursor)
        facts = [fact for fact in line.step() if isinstance(fact, BoxEvent)]
        unsafe = [fact.cursor for fact in facts]
        delivered += [fact.event for fact in facts]
        progress(len(delivered))
        if len(box.accepted) + box.refused < events:
            last_at = now
            if now >= act_at and box.kept < FULL:
                act(rng, box, now)
                act_at = now + rng.uniform(*QUIET_S)
    return _count(box, line, delivered, now)


def _count(box: PretendBox, line: BoxLine, delivered: list[Event], now: float) -> SoakCount:
    truth = {event.id: replace(event, at_us=None) for event in box.accepted}
    ids = [event.id for event in delivered]
    return SoakCount(
        events=len(box.accepted) + box.refused,
        delivered=len(delivered),
        lost=len(set(truth) - set(ids)) + box.refused,
        duplicated=len(ids) - len(set(ids)),
        reordered=sum(later < earlier for earlier, later in pairwise(ids)),
        wrong=sum(truth.get(event.id) != replace(event, at_us=None) for event in delivered),
        reconnects=line.link.counts["sessions"] - 1,
        seconds=round(now, 2),
    )
