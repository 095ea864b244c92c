"""A flick as the eye tells it beside its truth: what was right, by how much it was off."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.surface import Surface
from vision.flights import Flight
from vision.observation import Observation

SEEN_WITHIN_MM = 12.0
"""A ball found farther from its true place than this is not the ball."""
DISC_WITHIN = 0.5
"""A disc told is a true one when nearer to it than this share of its radius."""
REST_WITHIN = 0.1
"""A resting place is right within this share of a square: A19 asks no less."""
EXIT_WITHIN = 0.5
TIE_S = 0.002
"""Two discs touched within so short a time are touched at once; no order between them is wrong."""

Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class TrueExit:
    """Where (mm) the ball's centre crossed an edge (`S N W E`)."""

    mm: Point
    edge: str


@dataclass(frozen=True, kw_only=True, eq=False)
class FlightTruth:
    """What a flick really was. `places`: centres of all discs (mm), which `from_disc` and
    `contacts` (s, index; in order, each disc once) index; `ball`: its place in every frame, None
    where it is not on the felt. `contacts` of a clip may hold the first one only (`whole` false);
    `names` are those of the discs of a clip.
    """

    kind: str
    places: tuple[Point, ...]
    from_disc: int | None
    release_at: float
    contacts: tuple[tuple[float, int], ...]
    exit: TrueExit | None
    rest_mm: Point | None
    ball: tuple[Point | None, ...]
    whole: bool = True
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class FlightScore:
    """One flick: what was told, and the verdicts. Errors are None where nothing is to compare.
    What it cost: CPU time for a frame, and for telling the flight (ms).
    """

    name: str
    truth: FlightTruth
    told: Flight | None
    flights: int
    seen: int
    lookable: int
    looks: tuple[Observation, ...] = field(repr=False)
    ball_errors_mm: tuple[float, ...] = field(repr=False)
    square_mm: float
    cpu_ms: float
    tell_ms: float = 0.0

    @property
    def contacts(self) -> tuple[int | None, ...]:
        """The discs told to be touched, as indices of the truth (None: no true disc is there)."""
        if self.told is None:
            return ()
        return tuple(self._named(contact.disc_mm) for contact in self.told.contacts)

    def _named(self, at: Point) -> int | None:
        if not self.truth.places:
            return None
        far = np.hypot(*(np.array(self.truth.places) - at).T)
        return int(far.argmin()) if far.min() < self._disc_reach else None

    @property
    def _disc_reach(self) -> float:
        return 0.2 * self.square_mm

    @property
    def first_right(self) -> bool:
        """Whether the first disc touched is told, or that there was none."""
        if self.told is None:
            return False
        told, true = self.contacts[:1], self.truth.contacts
        if not true:
            return not told
        at_once = {disc for at, disc in true if at - true[0][0] <= TIE_S}
        return bool(told) and told[0] in at_once

    @property
    def first_open(self) -> bool:
        """Whether it is told that one of several discs was touched first, and one of them was."""
        if self.told is None or not self.told.open_first:
            return False
        discs = self.told.discs
        maybe = {
            None if k is None else self._named((discs[k].x_mm, discs[k].y_mm))
            for k in self.told.open_first
        }
        true = self.truth.contacts
        return bool({disc for at, disc in true if at - true[0][0] <= TIE_S} & maybe) or (
            not true and None in maybe
        )

    @property
    def from_disc(self) -> int | None:
        """The disc told to have been flicked from, as an index of the truth."""
        disc = None if self.told is None else self.told.from_disc
        return None if self.told is None or disc is None else self._named(_centre(self.told, disc))

    @property
    def from_right(self) -> bool:
        return self.told is not None and self.from_disc == self.truth.from_disc

    @property
    def order_right(self) -> bool | None:
        """Whether all discs touched are told in order; None where the truth does not say."""
        if not self.truth.whole:
            return None
        return self.told is not None and self.contacts == tuple(d for _, d in self.truth.contacts)

    @property
    def touch_error_s(self) -> float | None:
        if not self.first_right or self.told is None or not self.told.contacts:
            return None
        return abs(self.told.contacts[0].at - self.truth.contacts[0][0])

    @property
    def release_error_s(self) -> float | None:
        return None if self.told is None else abs(self.told.release_at - self.truth.release_at)

    @property
    def exit_error_mm(self) -> float | None:
        told = None if self.told is None else self.told.exit_mm
        if told is None or self.truth.exit is None:
            return None
        return float(np.hypot(*np.subtract(told, self.truth.exit.mm)))

    @property
    def exit_right(self) -> bool:
        """Whether going out or staying in is told, over the right edge and to half a square."""
        if self.told is None:
            return False
        if self.truth.exit is None or self.told.exit_mm is None:
            return (self.truth.exit is None) == (self.told.exit_mm is None)
        error = self.exit_error_mm
        same = self.told.edge == self.truth.exit.edge
        return same and error is not None and error <= EXIT_WITHIN * self.square_mm

    @property
    def rest_error_mm(self) -> float | None:
        told = None if self.told is None else self.told.rest_mm
        if told is None or self.truth.rest_mm is None:
            return None
        return float(np.hypot(*np.subtract(told, self.truth.rest_mm)))

    @property
    def rest_right(self) -> bool:
        if self.told is None:
            return False
        if self.truth.rest_mm is None or self.told.rest_mm is None:
            return (self.truth.rest_mm is None) == (self.told.rest_mm is None)
        error = self.rest_error_mm
        return error is not None and error <= REST_WITHIN * self.square_mm

    @property
    def false_events(self) -> int:
        """Flights told that were none."""
        return max(0, self.flights - 1)


def score_flight(
    name: str,
    truth: FlightTruth,
    surface: Surface,
    seen: Sequence[Observation],
    flights: Sequence[Flight],
    cpu_ms: float = 0.0,
) -> FlightScore:
    """Compares what was seen, frame by frame, and told with the truth of one flick."""
    errors = [
        float(np.hypot(look.ball.x_mm - true[0], look.ball.y_mm - true[1]))
        for look, true in zip(seen, truth.ball, strict=False)
        if look.ball is not None and true is not None
    ]
    close = tuple(error for error in errors if error < SEEN_WITHIN_MM)
    return FlightScore(
        name=name,
        truth=truth,
        told=min(flights, key=lambda f: abs(f.release_at - truth.release_at), default=None),
        flights=len(flights),
        seen=len(close),
        lookable=sum(true is not None for true in truth.ball),
        looks=tuple(seen[: len(truth.ball)]),
        ball_errors_mm=close,
        square_mm=surface.square_mm,
        cpu_ms=cpu_ms,
    )


def _centre(flight: Flight, disc: int) -> Point:
    return (flight.discs[disc].x_mm, flight.discs[disc].y_mm)


def share(verdicts: Iterable[bool | None]) -> float | None:
    """The share of verdicts that are true; None when there is none."""
    known = [verdict for verdict in verdicts if verdict is not None]
    return sum(known) / len(known) if known else None


def quantile(values: Iterable[float | None], part: float) -> float | None:
    """A quantile of the values that are known; None when there is none."""
    known = [value for value in values if value is not None]
    return float(np.quantile(known, part)) if known else None


def ball_figures(scores: Sequence[FlightScore]) -> dict[str, float | int | None]:
    """How often and how well the ball was seen, and what was invented."""
    seen, lookable = sum(s.seen for s in scores), sum(s.lookable for s in scores)
    errors = [error for s in scores for error in s.ball_errors_mm]
    return {
        "ball_recall": seen / lookable if lookable else None,
        "ball_error_mm_median": quantile(errors, 0.5),
        "false_events": sum(s.false_events for s in scores),
    }


def dump_line(score: FlightScore) -> dict[str, object]:
    """Everything told of a flick beside its truth, so that anybody can score it."""
    told, truth = score.told, score.truth
    return {
        "clip": score.name,
        "kind": truth.kind,
        "first_right": score.first_right,
        "first_open": score.first_open,
        "exit_right": score.exit_right,
        "rest_right": score.rest_right,
        "flights": score.flights,
        "true": {
            "from_disc": truth.from_disc,
            "release_at": truth.release_at,
            "contacts": truth.contacts,
            "exit_mm": None if truth.exit is None else truth.exit.mm,
            "rest_mm": truth.rest_mm,
        },
        "told": None
        if told is None
        else {
            "from_mm": told.from_mm,
            "release_at": told.release_at,
            "contacts": [
                (contact.at, disc)
                for contact, disc in zip(told.contacts, score.contacts, strict=True)
            ],
            "exit_mm": told.exit_mm,
            "edge": told.edge,
            "rest_mm": told.rest_mm,
            "path": told.path,
        },
    }
