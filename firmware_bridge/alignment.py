"""Which camera frames show what the box has stamped, and how late a camera tells of it.

A frame stamped s shows the moment s - L: L is the camera's own lateness, known to an interval by
the flash test. The box lights its flash and stamps it; a frame that is bright was taken after that,
one that is still dark before. Each flash bounds L from both sides; flashes at many phases of the
camera bound it to a fraction of its frame time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.clock import HostTime
from firmware_bridge.errors import LinkProblem

FLASH_S = 0.05
LATEST_S = 0.5
"""No camera is later than this."""
RISE = 0.5
"""A frame is bright from this share of the way between usual and brightest on."""
LEAST_STEP = 4.0
"""Grey levels that a flash must lift a frame's mean by."""

Brightness = Sequence[tuple[float, float]]
"""(stamp in s, mean grey) of the frames around one flash, in order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lateness:
    """L lies between `least` and `most` (s)."""

    least: float
    most: float

    @property
    def consistent(self) -> bool:
        """False when no lateness explains all that was seen: frames or stamps are wrong."""
        return self.least <= self.most

    def both(self, other: "Lateness") -> "Lateness":
        return Lateness(least=max(self.least, other.least), most=min(self.most, other.most))


UNKNOWN = Lateness(least=0.0, most=LATEST_S)


def lateness(flash: HostTime, frames: Brightness) -> Lateness | None:
    """What one flash tells; None when no frame got brighter, or none before it was seen."""
    usual = sorted(grey for _, grey in frames)[len(frames) // 2] if frames else 0.0
    brightest = max((grey for _, grey in frames), default=0.0)
    if brightest - usual < LEAST_STEP:
        return None
    limit = usual + RISE * (brightest - usual)
    first = next(n for n, (_, grey) in enumerate(frames) if grey >= limit)
    if first == 0:
        return None
    dark, bright = frames[first - 1][0], frames[first][0]
    return Lateness(
        least=max(dark - flash.at - flash.bound, 0.0), most=bright - flash.at + flash.bound
    )


def measured(flashes: Sequence[tuple[HostTime, Brightness]]) -> Lateness | None:
    """What all flashes tell together; None when fewer than half were seen."""
    told = [found for flash, frames in flashes if (found := lateness(flash, frames)) is not None]
    if not told or len(told) * 2 < len(flashes):
        return None
    whole = UNKNOWN
    for one in told:
        whole = whole.both(one)
    return whole


def frames_showing(
    moment: HostTime, stamps: Sequence[float], late: Lateness = UNKNOWN
) -> tuple[int, ...]:
    """The places, in `stamps` (s, in order), of the frames one of which shows the moment.

    Raises LinkProblem "clock" when the time of the box is not known well enough to say.
    """
    if not moment.good:
        raise LinkProblem("clock", bound_ms=round(moment.bound * 1e3))
    first = moment.at - moment.bound + late.least
    last = moment.at + moment.bound + late.most
    inside = [n for n, stamp in enumerate(stamps) if first <= stamp <= last]
    after = next((n for n, stamp in enumerate(stamps) if stamp > last), None)
    # The moment may lie between two frames: the next one then shows what came of it.
    return (*inside, after) if after is not None else tuple(inside)
