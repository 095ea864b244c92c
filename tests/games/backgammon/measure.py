"""CPU cost of finding the ends of a turn, and as a multiple of gnubg-nn's where it is installed.

    python tests/games/backgammon/measure.py ../shared/data/backgammon/legal_plays.jsonl

Each position counts with the quickest of three runs.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median
from time import process_time_ns

from app.games.backgammon.ends import ends
from tests.games.backgammon.against_gnubg_nn import as_theirs, engine


def cpu_us(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        begun = process_time_ns()
        work()
        best = min(best, (process_time_ns() - begun) / 1000)
    return best


def main() -> int:
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    thrown = [(tuple(r["board"]), tuple(r["dice"])) for r in map(json.loads, lines)]
    ours = [cpu_us(lambda p=p, d=d: ends(p, d)) for p, d in thrown]  # type: ignore[misc]
    told = f"mean {fmean(ours):.1f} µs, median {median(ours):.1f} µs, worst {max(ours):.0f} µs"
    print(f"{len(thrown)} positions: {told}")  # noqa: T201  a script tells
    try:
        other = engine()
    except ImportError:
        print("gnubg-nn is not installed")  # noqa: T201  a script tells
        return 0
    boards = [(as_theirs(p), d) for p, d in thrown]
    theirs = [cpu_us(lambda b=b, d=d: other.moves(b, *d, 0)) for b, d in boards]  # type: ignore[misc]
    ratio = fmean(ours) / fmean(theirs)
    print(f"gnubg-nn: mean {fmean(theirs):.1f} µs; ratio {ratio:.1f}")  # noqa: T201  a script tells
    return 0


if __name__ == "__main__":
    sys.exit(main())
