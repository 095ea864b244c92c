"""One picture's reading beside its truth: which find is which disc, and what was right."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.surface import Surface
from vision.observation import SeenDisc
from vision.picture import PictureReading
from vision.scene import Scene, TrueBall, TrueDisc

COUNTED_FROM = 0.5
"""Discs of which less is in sight count neither way."""
SQUARE_MARGIN_MM = 1.5
BALL_REACH_MM = 6.0
"""A ball found farther from the truth than this is not the ball."""
LOOSE_WITHIN_MM = 2.0
REGISTERED_MM = 3.0
"""Felt corners farther than that from the truth are those of no registration."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PictureScore:
    """One picture: its reading beside its truth. `pairs` = (index found, true disc)."""

    name: str
    reading: PictureReading
    surface: Surface
    truth: Scene
    pairs: tuple[tuple[int, TrueDisc], ...]
    false_finds: int
    missed: int
    cpu_ms: float

    @property
    def corner_errors_mm(self) -> list[float]:
        """How far from the truth, on the felt, each of its corners is believed to be."""
        plane = np.column_stack([np.asarray(self.surface.corners_mm), np.zeros(4)])
        seen = self.truth.table.to_table(self.reading.table.to_image(plane), 0.0)
        return [float(away) for away in np.linalg.norm(seen - plane[:, :2], axis=1)]

    @property
    def registered(self) -> bool:
        return bool(
            self.reading.residual_mm < np.inf and max(self.corner_errors_mm) < REGISTERED_MM
        )

    @property
    def errors_mm(self) -> list[float]:
        return [_away(self.reading.discs[k], true) for k, true in self.pairs]

    @property
    def teams(self) -> list[bool]:
        return [self.reading.discs[k].team == true.team for k, true in self.pairs]

    @property
    def squares(self) -> list[bool]:
        """Right square or not, for discs at least SQUARE_MARGIN_MM inside one."""
        verdicts = []
        for k, true in self.pairs:
            size = self.surface.square_mm
            inset = min(true.x_mm % size, true.y_mm % size)
            if min(inset, size - max(true.x_mm % size, true.y_mm % size)) >= SQUARE_MARGIN_MM:
                seen = self.reading.discs[k]
                found = self.surface.square_at(seen.x_mm, seen.y_mm)
                verdicts.append(found == self.surface.square_at(true.x_mm, true.y_mm))
        return verdicts

    @property
    def stacks(self) -> list[bool]:
        """For every upper disc in sight, whether it was read as lying on another."""
        return [self.reading.discs[k].level == 1 for k, true in self.pairs if true.level == 1]

    @property
    def invented_stacks(self) -> list[bool]:
        """For every disc on the felt, whether it was wrongly read as lying on another."""
        return [self.reading.discs[k].level == 1 for k, true in self.pairs if true.level == 0]

    @property
    def loose_ball_close(self) -> bool | None:
        """A visible ball on the felt was found within LOOSE_WITHIN_MM; None for other balls."""
        true, seen = self.truth.ball, self.reading.ball
        if true is None or not true.visible or true.carrier is not None:
            return None
        return seen is not None and _off(seen.x_mm, seen.y_mm, true) <= LOOSE_WITHIN_MM

    @property
    def ball_right(self) -> bool | None:
        """The visible ball was found where it is; None when there is none in sight."""
        true, seen = self.truth.ball, self.reading.ball
        if true is None or not true.visible:
            return None
        return seen is not None and _off(seen.x_mm, seen.y_mm, true) <= BALL_REACH_MM

    @property
    def ball_error_mm(self) -> float | None:
        """How far off the ball was read, when it was read at the right place."""
        true, seen = self.truth.ball, self.reading.ball
        if true is None or seen is None or not self.ball_right:
            return None
        return _off(seen.x_mm, seen.y_mm, true)

    @property
    def carrier_right(self) -> bool | None:
        true, seen = self.truth.ball, self.reading.ball
        if true is None or not true.visible:
            return None
        if seen is None:
            return False
        names = {k: disc.name for k, disc in self.pairs}
        found = None if seen.on_disc is None else names.get(seen.on_disc, "none of them")
        return found == true.carrier

    @property
    def board_right(self) -> bool:
        """Every counted disc found, none invented, each with its team and its square."""
        whole = not self.missed and not self.false_finds
        return whole and all(self.teams) and all(self.squares)


def scored(name: str, truth: Scene, reading: PictureReading, cpu_ms: float) -> PictureScore:
    """A reading compared with the truth."""
    pairs, missed, false = match(reading.discs, truth.discs, truth.surface.disc_mm / 2)
    return PictureScore(
        name=name,
        reading=reading,
        surface=truth.surface,
        truth=truth,
        pairs=tuple(pairs),
        false_finds=false,
        missed=missed,
        cpu_ms=cpu_ms,
    )


def match(
    found: Sequence[SeenDisc], truth: Sequence[TrueDisc], radius_mm: float
) -> tuple[list[tuple[int, TrueDisc]], int, int]:
    """Pairs each find with the nearest free truth within half a radius, closest pairs first.

    Returns the pairs that count, how many counted truths were missed, and how many finds answer
    to no disc at all (a find on a disc that hardly shows counts neither way).
    """
    reach = radius_mm / 2
    order = sorted(
        (_away(seen, true) + (0.0 if true.visible >= COUNTED_FROM else reach), k, j)
        for k, seen in enumerate(found)
        for j, true in enumerate(truth)
        if _away(seen, true) <= reach
    )
    taken: dict[int, int] = {}
    for _, k, j in order:
        if k not in taken and j not in taken.values():
            taken[k] = j
    pairs = [(k, truth[j]) for k, j in taken.items() if truth[j].visible >= COUNTED_FROM]
    counted = sum(true.visible >= COUNTED_FROM for true in truth)
    return sorted(pairs, key=lambda pair: pair[0]), counted - len(pairs), len(found) - len(taken)


def _away(seen: SeenDisc, true: TrueDisc) -> float:
    return float(np.hypot(seen.x_mm - true.x_mm, seen.y_mm - true.y_mm))


def _off(x_mm: float, y_mm: float, true: TrueBall) -> float:
    return float(np.hypot(x_mm - true.x_mm, y_mm - true.y_mm))
