"""Measuring CPU time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from statistics import fmean, median
from time import process_time_ns, thread_time_ns

import cv2
import numpy as np

Work = Callable[[], object]
SECOND_NS = 1e9


@dataclass(frozen=True, kw_only=True)
class Cost:
    """CPU milliseconds of work done over and over."""

    times_ms: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.times_ms)

    @property
    def mean(self) -> float:
        return fmean(self.times_ms)

    @property
    def p99(self) -> float:
        return float(np.percentile(self.times_ms, 99))

    @property
    def worst(self) -> float:
        return max(self.times_ms)


def cost_of(works: Iterable[Work], *, times: int, threads: bool = False) -> Cost:
    """Each piece of work once, `times` of them; of this thread, or of all with `threads`."""
    clock = process_time_ns if threads else thread_time_ns
    found = []
    for work in islice(works, times):
        began = clock()
        work()
        found.append((clock() - began) / 1e6)
    return Cost(times_ms=tuple(found))


def reference_remap() -> Cost:
    """A fixed cv2.remap of a 1080p picture, bilinear, by one thread."""
    image = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), dtype=np.uint8)
    y, x = np.mgrid[0:1080, 0:1920].astype(np.float32)
    maps = (x + 3 * np.sin(y / 90), y + 3 * np.cos(x / 90))
    cv2.setNumThreads(1)
    return cost_of(iter(lambda: lambda: cv2.remap(image, *maps, cv2.INTER_LINEAR), None), times=30)


def reference_loop() -> Cost:
    """A fixed pure Python loop: a hundred thousand additions."""

    def loop() -> int:
        total = 0
        for i in range(100_000):
            total += i & 7
        return total

    return cost_of(iter(lambda: loop, None), times=30)
