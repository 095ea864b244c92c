"""How well a die fits a fair one, and what a number of rolls can and cannot show."""

from collections.abc import Sequence
from dataclasses import dataclass

from scipy import stats

FACES = 6
LEAST = 30
"""Rolls of a die below which chi-square says nothing."""
ALARM_P = 1e-4
ALPHA, POWER = 0.01, 0.9
"""A bias "shows" when chi-square would fall below ALPHA in POWER of all cases."""
MOST_SHARE = 0.4


@dataclass(frozen=True, kw_only=True)
class Fit:
    """Counts of the faces 1-6 and Pearson's chi-square against a fair die (5 degrees of freedom);
    `visible` is the smallest share of one face that so many rolls would show, None beyond 40 %.
    """

    counts: tuple[int, ...]
    chi2: float
    p: float
    visible: float | None

    @property
    def rolls(self) -> int:
        return sum(self.counts)

    @property
    def alarming(self) -> bool:
        """Further from fair, or nearer to it, than chance ever comes."""
        return self.rolls >= LEAST and not ALARM_P < self.p < 1 - ALARM_P


def fit(faces: Sequence[int]) -> Fit:
    """`faces` of one die, at least one."""
    counts = tuple(faces.count(face) for face in range(1, FACES + 1))
    expected = len(faces) / FACES
    chi2 = sum((count - expected) ** 2 for count in counts) / expected
    p = float(stats.chi2.sf(chi2, FACES - 1))
    return Fit(counts=counts, chi2=chi2, p=p, visible=visible_share(len(faces)))


def power(share: float, rolls: int) -> float:
    """How often chi-square would find a die whose one face comes up with that share."""
    rest = (1 - share) / (FACES - 1)
    effect = FACES * ((share - 1 / FACES) ** 2 + (FACES - 1) * (rest - 1 / FACES) ** 2)
    limit = stats.chi2.ppf(1 - ALPHA, FACES - 1)
    return float(stats.ncx2.sf(limit, FACES - 1, rolls * effect))


def visible_share(rolls: int) -> float | None:
    """The smallest share (above one sixth) that shows with so many rolls; None above 40 %."""
    low, high = 1 / FACES, MOST_SHARE
    if power(high, rolls) < POWER:
        return None
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle, rolls) >= POWER else (middle, high)
    return high
