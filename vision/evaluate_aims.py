"""How well a registration knows when it is right: good views taken, bad ones refused."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.fitted import fitted_map
from calibration.problem import EyeProblem
from calibration.registration import register, turned
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.synthetic.aims import Aim, Fault, aims
from vision.synthetic.view import crossings

RIGHT_MM = 2.0
"""A map is right whose crossings lie within it of the truth (95 % of them)."""


@dataclass(frozen=True, kw_only=True)
class AimScore:
    """One view: what was wrong with it, the reason given for refusing it (None: a map was made),
    and how far that map is off (mm).
    """

    name: str
    fault: Fault
    refused: str | None
    off_mm: float | None
    cpu_s: float

    @property
    def taken_rightly(self) -> bool:
        return self.off_mm is not None and self.off_mm <= RIGHT_MM

    @property
    def taken_wrongly(self) -> bool:
        """A board that is not on the table cannot be mapped rightly."""
        return self.refused is None and (self.fault == "board" or not self.taken_rightly)


def evaluate_aims(count: int, size: tuple[int, int], seed: int) -> Iterator[AimScore]:
    """Registers so many pictures, good and bad; a camera that has moved has a map of old."""
    for k, aim in enumerate(aims(count, size, seed)):
        start = time.process_time()
        table, refused = _mapped(aim)
        yield AimScore(
            name=f"{aim.fault}-{size[1]}-{seed}-{k}",
            fault=aim.fault,
            refused=refused,
            off_mm=None if table is None else off_mm(table, aim.table, aim.surface),
            cpu_s=time.process_time() - start,
        )


def _mapped(aim: Aim) -> tuple[TableMap | None, str | None]:
    if aim.fault == "moved":
        found = fitted_map(aim.image, aim.believed, aim.chosen)
        return found, "asked" if found is None else None
    try:
        table = register(aim.image, aim.chosen).table
    except EyeProblem as problem:
        return None, problem.key
    ways = (table, turned(table, aim.chosen))
    return min(ways, key=lambda way: off_mm(way, aim.table, aim.surface)), None


def off_mm(believed: TableMap, true: TableMap, surface: Surface) -> float:
    """95 % of the grid's crossings are believed to lie within it of the truth."""
    plane = crossings(surface)
    off = believed.to_table(true.to_image(plane), 0.0) - plane[:, :2]
    return float(np.quantile(np.linalg.norm(off, axis=1), 0.95))


def figures(scores: Sequence[AimScore]) -> dict[str, float | int | None]:
    """The figures by name; shares are 0–1, None when there was nothing to count."""
    good = [s for s in scores if s.fault == "none"]
    kinds: tuple[Fault, ...] = ("cut", "board", "moved")
    bad = {kind: [s for s in scores if s.fault == kind] for kind in kinds}
    taken = [s.off_mm for s in good if s.off_mm is not None]
    said: dict[Fault, str] = {"cut": "calibration.cut", "board": "calibration.squares"}
    return {
        "good": len(good),
        "good_taken": _share([s.taken_rightly for s in good]),
        "good_taken_wrongly": sum(s.taken_wrongly for s in good),
        "residual_mm_p95": float(np.quantile(taken, 0.95)) if taken else None,
        **{kind: len(some) for kind, some in bad.items()},
        **{f"{kind}_taken_wrongly": sum(s.taken_wrongly for s in bad[kind]) for kind in kinds},
        **{
            f"{kind}_said": _share([s.refused == key for s in bad[kind]])
            for kind, key in said.items()
        },
        "moved_found": _share([s.taken_rightly for s in bad["moved"]]),
        "cpu_s_median": float(np.median([s.cpu_s for s in scores])) if scores else None,
    }


def _share(verdicts: Sequence[bool]) -> float | None:
    return sum(verdicts) / len(verdicts) if verdicts else None


def dump_line(score: AimScore) -> dict[str, object]:
    """Everything measured of one view."""
    return {
        "name": score.name,
        "fault": score.fault,
        "refused": score.refused,
        "off_mm": None if score.off_mm is None else round(score.off_mm, 3),
    }
