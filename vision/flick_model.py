"""What a flick with certain unknowns would look like, and how well that agrees with samples."""

from dataclasses import dataclass

import numpy as np

from calibration.table_map import Floats
from vision.guesses import SLIDING, Unknown
from vision.throws import Flags, Indices, Stage, Throws, Ways, thrown
from vision.trajectory import Samples

SIGMA_MM, WORST = 0.25, 16.0
"""What one sample is off by; how much (χ²) one may count, were it quite wrong."""
USUAL = np.array([0, 0, 0, 0, 0, 2200, 0.35, 0, 0, 0, 0, 0, 0, 0, 800])
SPREAD = np.array([1, 1, 1e6, 1e6, 1, 900, 0.3, 0.08, 0.4, 0.3, 0.3, 0.02, 0.02, 0.02, 250])
"""What is known of the unknowns beforehand: the usual value and its σ."""
LATE_S, EARLY_S, EARLY_MOST = 0.0015, 0.006, 3.0
"""σ of the instants between which the ball was let go. A ball that has left may seem to lie there
still, its disc being taken for it: earlier than it seems is never out of the question.
"""
STEPS = np.array([0.02, 0.02, 1, 1, 1e-4, 20, 0.01, 0.005, 0.02, 0.02, 0.02, 1e-3, 1e-3, 1e-3, 2])
"""By how much each unknown is moved to learn what it changes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Home:
    """Where the ball may have lain: foot (mm), σ (mm), height (mm), and the instants (s) between
    which it was let go.
    """

    mm: Floats
    sigma_mm: float
    foot_mm: float
    early: float
    late: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Field:
    """What a ball may meet, how far apart (mm) centres are that touch; where the camera is (mm,
    None: not known) and how high the middle of the ball is over its foot (mm).
    """

    stage: Stage
    reach: float
    eye_mm: Floats | None
    middle_mm: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Misfit:
    """How far (in σ, M×2N) samples are from where the ball would be seen, and how unusual (in σ,
    M×P) the unknowns are.
    """

    off: Floats
    unusual: Floats

    def price(self, wide: float) -> Floats:
        """How badly (χ², M) flicks explain the samples, their σ widened, and how unusual they
        are.
        """
        off = self.off / wide
        square = off[:, ::2] ** 2 + off[:, 1::2] ** 2
        worst = (square * WORST / (square + WORST)).sum(axis=1)
        return np.asarray(worst + (self.unusual**2).sum(axis=1))

    def all_off(self, wide: float) -> Floats:
        """Both, side by side (M×(2N + P))."""
        return np.hstack([self.off / wide, self.unusual])

    def of(self, which: Indices) -> "Misfit":
        """Those of some flicks."""
        return Misfit(off=self.off[which], unusual=self.unusual[which])

    def or_else(self, other: "Misfit", where: Flags) -> "Misfit":
        """These where that holds, the others elsewhere."""
        return Misfit(
            off=np.where(where[:, None], self.off, other.off),
            unusual=np.where(where[:, None], self.unusual, other.unusual),
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Slope:
    """Where the price of M flicks falls (M×P), how it curves (M×P×P)."""

    pull: Floats
    curve: Floats


class FlickModel:
    """Flicks of one ball from one place, each a row of `Unknown`s, beside the samples of it."""

    def __init__(self, field: Field, home: Home, samples: Samples) -> None:
        self.field, self.home, self.samples = field, home, samples

    def of_first(self, seconds: float) -> "FlickModel":
        """The same beside the samples of the first so many seconds."""
        t = self.samples.t
        count = int(np.searchsorted(t, t[0] + seconds, "right"))
        return FlickModel(self.field, self.home, self.samples.part(0, count))

    def ways(self, flicks: Floats) -> Ways:
        """Where these flicks (M×P) lead."""
        climb = flicks[:, Unknown.CLIMB] if flicks.shape[1] > SLIDING else np.zeros(len(flicks))
        throws = Throws(
            home=flicks[:, Unknown.X : Unknown.VX],
            foot=np.where(climb > 0, self.home.foot_mm, 0.0),
            velocity=flicks[:, Unknown.VX : Unknown.AT],
            climb=climb,
            at=flicks[:, Unknown.AT],
            brake=flicks[:, Unknown.BRAKE],
            bounce=flicks[:, Unknown.BOUNCE],
            rub=flicks[:, Unknown.RUB],
            reach=self.field.reach + flicks[:, Unknown.REACH],
            turned=flicks[:, Unknown.TURNS : Unknown.CLIMB],
        )
        return thrown(throws, self.field.stage, self.samples.t)

    def seen(self, ways: Ways) -> Floats:
        """Where the ball would be seen (M×N×2 mm), taken to be on the felt."""
        eye = self.field.eye_mm
        if eye is None or not ways.heights.any():
            return ways.places
        above = eye[2] - self.field.middle_mm
        share = above / (above - ways.heights)
        return np.asarray(eye[:2] + (ways.places - eye[:2]) * share[..., None])

    def misfit(self, flicks: Floats, ways: Ways | None = None) -> Misfit:
        """How far these flicks (M×P) are from explaining the samples."""
        ways = self.ways(flicks) if ways is None else ways
        sigma = SIGMA_MM * self.samples.slack[None, :, None]
        shift = flicks[:, None, Unknown.SHIFT_X : Unknown.TURNS]
        off = (self.seen(ways) + shift - self.samples.p[None]) / sigma
        return Misfit(off=off.reshape(len(off), -1), unusual=self._beforehand(flicks))

    def slope(self, flicks: Floats, misfit: Misfit, wide: float) -> Slope:
        """How the price changes with every unknown; a sample far off pulls the less."""
        many, count = flicks.shape
        moved = (flicks[:, None] + np.diag(STEPS[:count])[None]).reshape(-1, count)
        off, beside = misfit.all_off(wide), self.misfit(moved).all_off(wide)
        change = (beside.reshape(many, count, -1) - off[:, None]) / STEPS[:count, None]
        weight, seen = np.ones(off.shape), 2 * len(self.samples.t)
        square = off[:, :seen:2] ** 2 + off[:, 1:seen:2] ** 2
        weight[:, :seen] = np.repeat((WORST / (square + WORST)) ** 2, 2, axis=1)
        weighted = change * weight[:, None]
        pull = np.asarray((weighted @ off[:, :, None])[..., 0])
        return Slope(pull=pull, curve=np.asarray(weighted @ change.transpose(0, 2, 1)))

    def _beforehand(self, flicks: Floats) -> Floats:
        """How unusual (in σ, M×P) a flick's unknowns are."""
        home, count = self.home, flicks.shape[1]
        usual, spread = USUAL[:count].copy(), SPREAD[:count].copy()
        usual[: Unknown.VX], spread[: Unknown.VX] = home.mm, home.sigma_mm
        off = (flicks - usual) / spread
        at = flicks[:, Unknown.AT]
        early = np.clip((home.early - at) / EARLY_S, 0.0, EARLY_MOST)
        off[:, Unknown.AT] = early + np.maximum(at - home.late, 0.0) / LATE_S
        return np.asarray(off)
