"""Where, among samples of what was taken for the ball, a ball begins to run freely."""

from collections.abc import Sequence

import numpy as np

RUN, CLOSE_S = 5, 0.05
SLOWEST_MM_S, FASTEST_MM_S = 60.0, 6000.0
FASTER, NOISE_MM_S = 1.15, 120.0
"""A ball may seem to gain so much speed from one frame to the next: share, and mm/s of noise."""


def free_run(
    times: Sequence[float], points: Sequence[tuple[float, float]], least: int = RUN
) -> int | None:
    """Index of the first of `least` samples (s, mm) that follow each other closely, move on, and
    only ever slow down as a sliding ball does; None when there are none. What comes before is the
    finger or whatever else was taken for the ball.

    In the frame of a bounce the ball goes there and back, so that it seems slower than it is: it is
    held against the frame before as well, and may seem to stand when it turns back.
    """
    run, start, paces = 1, 0, [float("inf")]
    for k in range(1, len(points)):
        since = times[k] - times[k - 1]
        speed = float(np.hypot(*np.subtract(points[k], points[k - 1]))) / max(since, 1e-3)
        moves = SLOWEST_MM_S < speed < FASTEST_MM_S
        slows = speed < min(max(paces[-2:]) * FASTER + NOISE_MM_S, FASTEST_MM_S)
        if since <= CLOSE_S and slows and (moves or (run > 1 and _turns_back(points, k))):
            run, paces = run + 1, [*paces, speed]
        else:
            close = since <= CLOSE_S and moves
            start, run, paces = (k - 1, 2, [speed]) if close else (k, 1, [float("inf")])
        if run >= least:
            return start
    return None


def _turns_back(points: Sequence[tuple[float, float]], k: int) -> bool:
    """Whether the ball comes back after sample k the way it went before it."""
    if not 2 <= k < len(points) - 1:
        return False
    before = np.subtract(points[k - 1], points[k - 2])
    after = np.subtract(points[k + 1], points[k])
    return float(before @ after) < 0
