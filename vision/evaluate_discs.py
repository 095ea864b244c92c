"""How well bare discs are found on photographs of any board: no grid, no camera, no colours.

Annotations: JSON {"images": {NAME: [{"x", "y", "r", …}]}} in px, or YOLO text beside the pictures.
"""

import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.table_map import Floats
from vision.bare import Rings, find_bare_discs
from vision.frames import Image

PICTURES = (".jpg", ".jpeg", ".png")
LEAST_RADIUS_PX = 5.0
"""Of a smaller disc no picture shows an outline, and to look for it takes minutes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Photo:
    """A picture, and where which discs are told of it: M×3 px (x, y, r), or M×4 shares of the
    picture (YOLO: centre, width, height).
    """

    path: Path
    told_in: Path
    discs: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class PhotoScore:
    """One photograph: what was found, how many discs there are and how many of them were found."""

    name: str
    found: Rings
    discs: int
    right: int
    cpu_ms: float


def score_photo(photo: "Photo", radius_off: float = 0.0) -> PhotoScore:
    """Scores one annotated picture. The finder is told one radius for all of it, the median of the
    annotated ones times 1 + radius_off. EyeProblem when the picture cannot be read, or when it can
    hold no discs of such radii.
    """
    image = load_picture(photo.path)
    discs = in_pixels(photo.discs, image)
    _check_radii(photo, discs, image)
    start = time.process_time()
    found = find_bare_discs(image, float(np.median(discs[:, 2])) * (1 + radius_off))
    cpu_ms = (time.process_time() - start) * 1000
    return PhotoScore(
        name=photo.path.name,
        found=found,
        discs=len(discs),
        right=matched(found.centres, discs),
        cpu_ms=cpu_ms,
    )


def _check_radii(photo: "Photo", discs: Floats, image: Image) -> None:
    """Raises EyeProblem for a disc that is a speck, or larger than its picture."""
    most = max(image.shape[:2]) / 2
    wrong = np.nonzero((discs[:, 2] < LEAST_RADIUS_PX) | (discs[:, 2] > most))[0]
    if len(wrong):
        entry = int(wrong[0])
        raise EyeProblem(
            "annotations.radius",
            path=photo.told_in,
            name=photo.path.name,
            entry=entry + 1,
            radius=f"{discs[entry, 2]:.3g}",
            least=f"{LEAST_RADIUS_PX:g}",
            most=f"{most:g}",
        )


def figures(scores: list[PhotoScore]) -> dict[str, float | int | None]:
    """The figures by name; shares are 0–1, None when there was nothing to count."""
    discs, found = sum(s.discs for s in scores), sum(len(s.found.radii) for s in scores)
    right = sum(s.right for s in scores)
    return {
        "pictures": len(scores),
        "discs": discs,
        "recall": right / discs if discs else None,
        "precision": right / found if found else None,
        "cpu_ms_median": float(np.median([s.cpu_ms for s in scores])) if scores else None,
    }


def matched(found: Floats, discs: Floats) -> int:
    """How many finds (N×2 px) have a disc (M×3: x, y, r) of their own within half its radius,
    closest pairs first.
    """
    gaps = np.linalg.norm(found[:, None] - discs[None, :, :2], axis=2)
    near = gaps <= discs[:, 2] / 2
    taken_finds, taken_discs = set(), set()
    for k, j in sorted(zip(*np.nonzero(near), strict=True), key=lambda pair: gaps[pair]):
        if k not in taken_finds and j not in taken_discs:
            taken_finds.add(k)
            taken_discs.add(j)
    return len(taken_discs)


def annotated(folder: Path, annotations: Path) -> list[Photo]:
    """The annotated pictures of a folder. EyeProblem when there is nothing to score."""
    if not folder.is_dir():
        raise EyeProblem("folder.missing", path=folder)
    if annotations.is_dir() or annotations.suffix == ".txt":
        files = sorted(annotations.glob("*.txt")) if annotations.is_dir() else [annotations]
        told = [(_picture(folder, file.stem), file, _yolo(file)) for file in files]
    else:
        rows = _told(annotations).items()
        told = [(folder / name, annotations, discs) for name, discs in rows]
    present = [
        Photo(path=path, told_in=file, discs=discs)
        for path, file, discs in told
        if path and path.is_file() and len(discs)
    ]
    if not present:
        raise EyeProblem("annotations.none", path=annotations, folder=folder)
    return present


def in_pixels(discs: Floats, image: Image) -> Floats:
    """M×3 px (x, y, r) from M×3, or from YOLO's M×4 shares of the picture's sides."""
    if discs.shape[1] == 3:
        return discs
    wide, high = image.shape[1], image.shape[0]
    radius = (discs[:, 2] * wide + discs[:, 3] * high) / 4
    return np.column_stack([discs[:, 0] * wide, discs[:, 1] * high, radius])


def dump_line(score: PhotoScore) -> dict[str, object]:
    """Everything found in a photograph, so that anybody can score it."""
    rings = score.found
    rows = np.column_stack([rings.centres, rings.radii]).round(2).tolist()
    return {
        "file": score.name,
        "discs": [{"x_px": x, "y_px": y, "r_px": r} for x, y, r in rows],
    }


def _picture(folder: Path, stem: str) -> Path | None:
    places = (folder / f"{stem}{suffix}" for suffix in PICTURES)
    return next((place for place in places if place.is_file()), None)


def _told(path: Path) -> dict[str, Floats]:
    try:
        images = json.loads(path.read_text(encoding="utf-8-sig"))["images"]
        return {
            str(name): _possible(np.array([(d["x"], d["y"], d["r"]) for d in discs], np.float64))
            for name, discs in images.items()
        }
    except FileNotFoundError as missing:
        raise EyeProblem("annotations.missing", path=path) from missing
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as broken:
        raise EyeProblem("annotations.broken", path=path) from broken


def _yolo(path: Path) -> Floats:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
        rows = [[float(word) for word in line.split()[1:5]] for line in lines if line.strip()]
        return _possible(np.array(rows, np.float64).reshape(-1, 4))
    except FileNotFoundError as missing:
        raise EyeProblem("annotations.missing", path=path) from missing
    except (OSError, ValueError) as broken:
        raise EyeProblem("annotations.broken", path=path) from broken


def _possible(discs: Floats) -> Floats:
    if discs.size and not (np.isfinite(discs).all() and (discs[:, 2:] > 0).all()):
        raise ValueError("discs")
    return discs
