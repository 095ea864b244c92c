"""Pictures on the disk: one read, many in order, and what is missing or odd among them."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.frames import Image

PICTURES = (".jpg", ".jpeg", ".png", ".bmp")
NUMBERED = re.compile(r"(.*?)(\d+)$")
COLOURLESS = 6
"""Channels that differ by less than so many grey levels nearly everywhere show no colour."""
STEP = 8
"""Every so many pixels of a picture tell whether it has colour."""


def in_order(paths: Sequence[Path]) -> list[Path]:
    """By name, numbers by their value: 2 before 10."""
    return sorted(paths, key=lambda path: [_ranked(part) for part in re.split(r"(\d+)", path.name)])


def _ranked(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isdecimal() else (0, part)


def first_missing(paths: Sequence[Path]) -> str | None:
    """The name of the first picture that is missing between others, where all are numbered alike;
    None where none is missing.
    """
    named = [(NUMBERED.fullmatch(path.stem), path.suffix) for path in paths]
    known = [(name[1], name[2], suffix) for name, suffix in named if name is not None]
    alike = len({(stem, suffix) for stem, _, suffix in known}) == 1
    if len(known) < len(paths) or not alike:
        return None
    there = {int(number) for _, number, _ in known}
    stem, digits, suffix = known[0]
    after = next((k for k in sorted(there) if k + 1 not in there), max(there))
    missing = f"{stem}{after + 1:0{len(digits)}d}{suffix}"
    return None if after == max(there) else missing


def colourless(image: Image) -> bool:
    """Whether a BGR picture (H×W×3) is grey all over: teams cannot be told by colour in it."""
    some = image[::STEP, ::STEP].astype(np.int16)
    apart = some.max(axis=2) - some.min(axis=2)
    return bool(np.quantile(apart, 0.99) < COLOURLESS)
