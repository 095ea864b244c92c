"""Minutes in which nothing is played: arms, sleeves and heads pass and rest, the light changes."""

import numpy as np

from calibration.surface import Surface
from vision.synthetic.acting import HAIRS, Leaning, Visit, dressed, outside, reach
from vision.synthetic.scene import RGB, Moment, SceneHand, SceneHead
from vision.synthetic.weather import moment_at, weather

QUIET_S = 3.0
"""At the beginning nothing stirs, so that the table can be read."""
PACES_MM_S = (250.0, 1100.0)
REACH_MM, BEND_MM = 680.0, 260.0
"""How far over the table arms and heads reach."""
HEADS = 0.2
"""Share of the visits that are a head's."""


class Calm:
    """A script by seed: who is over the table at a time, and in what light."""

    def __init__(self, surface: Surface, felt: RGB, seconds: float, seed: int) -> None:
        rng = np.random.default_rng([seed, 7])
        self._weather = weather(rng, surface, seconds)
        self._visits: list[Visit] = []
        self._heads: list[Leaning] = []
        start = QUIET_S
        while start < seconds:
            if rng.random() < HEADS:
                self._heads.append(_leaning(rng, surface, start))
                ends = self._heads[-1].keys[-1][0]
            else:
                self._visits.append(_passing(rng, surface, felt, start))
                ends = self._visits[-1].ends
            together = rng.random() < 0.25
            start = (start if together else ends) + float(rng.uniform(0.4, 5.0))

    def hands(self, at: float) -> tuple[SceneHand, ...]:
        hands = (visit.hand(at) for visit in self._visits)
        return tuple(hand for hand in hands if hand is not None)

    def heads(self, at: float) -> tuple[SceneHead, ...]:
        heads = (leaning.head(at) for leaning in self._heads)
        return tuple(head for head in heads if head is not None)

    def moment(self, at: float) -> Moment:
        if at < QUIET_S:
            return Moment()
        return moment_at(self._weather, at - QUIET_S)

    def light(self, at: float) -> str:
        """The name of the light of a time."""
        if at < QUIET_S:
            return "steady"
        return next(name for begin, name, _ in reversed(self._weather) if begin <= at - QUIET_S)


def _somewhere(
    rng: np.random.Generator, surface: Surface, edge: str, reach_mm: float = REACH_MM
) -> tuple[float, float]:
    """A place that an arm or a neck from that edge reaches."""
    size = np.array([surface.width_mm, surface.length_mm])
    x, y = (float(v) for v in rng.uniform(0.05, 0.95, 2) * size)
    deep = min(reach_mm, float(size[0 if edge in "WE" else 1])) * float(rng.uniform(0.03, 0.95))
    return {
        "S": (x, deep),
        "N": (x, surface.length_mm - deep),
        "W": (deep, y),
        "E": (surface.width_mm - deep, y),
    }[edge]


def _passing(rng: np.random.Generator, surface: Surface, felt: RGB, start: float) -> Visit:
    """A hand that goes to one to three places and touches nothing."""
    edge = "SNWE"[int(rng.integers(4))]
    stops = []
    for _ in range(int(rng.integers(1, 4))):
        rest = float(rng.choice([0.0, 0.3, 1.0, 6.0], p=[0.4, 0.3, 0.2, 0.1]))
        stops.append((*_somewhere(rng, surface, edge), rest))
    keys = reach(surface, edge, start, stops, float(rng.uniform(*PACES_MM_S)))
    return Visit(keys=keys, edge=edge, dress=dressed(rng, felt))


def _leaning(rng: np.random.Generator, surface: Surface, start: float) -> Leaning:
    """A head that comes over an edge, looks, and goes back."""
    edge = "SNWE"[int(rng.integers(4))]
    nearer = _somewhere(rng, surface, edge, BEND_MM)
    away = outside(surface, edge, nearer)
    far = (1.6 * away[0] - 0.6 * nearer[0], 1.6 * away[1] - 0.6 * nearer[1])
    comes, stays = float(rng.uniform(0.5, 1.5)), float(rng.uniform(0.2, 4.0))
    keys = (
        (start, *far),
        (start + comes, *nearer),
        (start + comes + stays, *nearer),
        (start + 2 * comes + stays, *far),
    )
    return Leaning(keys=keys, hair=HAIRS[int(rng.integers(len(HAIRS)))])
