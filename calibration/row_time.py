"""How long a camera takes from one row to the next, where a lamp shows it.

A rolling shutter reads its rows one after another; under a lamp that flickers twice a mains period
the picture carries bands, so many rows apart as are read in one flicker.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats, TableMap

FLICKERS_HZ = (100.0, 120.0)
"""Lamps on mains of 50 Hz, the usual ones here, and of 60 Hz."""
READOUTS_S = (0.004, 0.036)
"""Believable times from the first row to the last."""
TRIES = 160
KEPT, FEWEST = 40, 12
ROWS = 180
EXPLAINED = 0.6
"""Share of what changes from picture to picture that the bands must explain."""
LEAST_BANDS = 0.0015
"""Bands fainter than that (share of the light, r.m.s.) are noise."""
CLEARLY = 1.3
"""By so much 60 Hz must fit the stamps better to be believed."""


class RowTime:
    """Feed it pictures of a table where nothing moves."""

    def __init__(self) -> None:
        self._rows: deque[tuple[float, Floats]] = deque(maxlen=KEPT)
        self._high = 0

    def feed(self, at: float, image: NDArray[np.uint8]) -> None:
        """A BGR picture whose first row was read at about `at` s."""
        self._high = image.shape[0]
        step = max(1, self._high // ROWS)
        count = self._high // step
        thin = image[: count * step, ::4].reshape(count, step, -1)
        self._rows.append((at, np.log(thin.mean(axis=(1, 2)) + 1.0)))

    def seen_by(self, table: TableMap) -> TableMap:
        """The same map with the row time in its lens, as it was where no bands show one."""
        told = self.estimate()
        return table if told is None else replace(table, lens=replace(table.lens, row_time=told))

    def estimate(self) -> float | None:
        """Seconds from one row to the next; None where no bands show it."""
        shapes = {rows.shape for _, rows in self._rows}
        if len(self._rows) < FEWEST or len(shapes) != 1:
            return None
        stamps = np.array([at for at, _ in self._rows])
        seen = np.array([rows for _, rows in self._rows])
        bands = seen - seen.mean(axis=0)
        bands -= bands.mean(axis=1, keepdims=True)
        total = float((bands**2).sum())
        if np.sqrt(total / bands.size) < LEAST_BANDS:
            return None
        place = np.linspace(0.0, 1.0, bands.shape[1])
        cycles = np.linspace(READOUTS_S[0] * FLICKERS_HZ[0], READOUTS_S[1] * FLICKERS_HZ[1], TRIES)
        explained = [_explained(bands, place, count) / total for count in cycles]
        best = int(np.argmax(explained))
        if explained[best] < EXPLAINED or best in (0, TRIES - 1):
            return None
        readout = float(cycles[best]) / _flicker(bands, place, float(cycles[best]), stamps)
        return readout / self._high if READOUTS_S[0] <= readout <= READOUTS_S[1] else None


def _waves(place: Floats, cycles: float) -> Floats:
    turn = 2 * np.pi * cycles * place
    waves = np.stack([np.cos(turn), np.sin(turn)])
    return np.asarray(waves - waves.mean(axis=1, keepdims=True), np.float64)


def _fitted(bands: Floats, place: Floats, cycles: float) -> Floats:
    """Of each picture, how much of cosine and sine of so many cycles its rows hold (N×2)."""
    waves = _waves(place, cycles)
    shares = np.linalg.solve(waves @ waves.T + 1e-9 * np.eye(2), waves @ bands.T)
    return np.asarray(shares.T, np.float64)


def _explained(bands: Floats, place: Floats, cycles: float) -> float:
    fitted = _fitted(bands, place, cycles) @ _waves(place, cycles)
    return float((bands**2).sum() - ((bands - fitted) ** 2).sum())


def _flicker(bands: Floats, place: Floats, cycles: float, stamps: Floats) -> float:
    """The lamp's rate, told by how the bands wander from picture to picture; 100 Hz in doubt."""
    cosine, sine = _fitted(bands, place, cycles).T
    phase = np.arctan2(-sine, cosine)
    agree = [_agreement(phase, stamps, rate) for rate in FLICKERS_HZ]
    return FLICKERS_HZ[1] if agree[1] > CLEARLY * agree[0] else FLICKERS_HZ[0]


def _agreement(phase: Floats, stamps: Sequence[float] | Floats, rate: float) -> float:
    turned = np.exp(1j * (phase - 2 * np.pi * rate * (np.asarray(stamps) - stamps[0])))
    return float(np.abs(turned.mean()))
