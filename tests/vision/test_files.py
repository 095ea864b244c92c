"""Pictures on the disk: their order, the ones that are missing, and those without colour."""

from pathlib import Path

import numpy as np
import pytest

from vision.files import colourless, first_missing, in_order


def test_numbers_go_by_their_value() -> None:
    names = ["p10.png", "p2.png", "a.png", "p1.png"]
    assert [path.name for path in in_order([Path(name) for name in names])] == [
        "a.png", "p1.png", "p2.png", "p10.png",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        (["000.jpg", "001.jpg", "002.jpg"], None),
        (["000.jpg", "002.jpg", "005.jpg"], "001.jpg"),
        (["p9.png", "p11.png"], "p10.png"),
        (["p9.png", "q11.png"], None),
        (["table.png"], None),
        (["a.png", "b.png"], None),
    ],
)
def test_the_first_that_is_missing(names: list[str], missing: str | None) -> None:
    assert first_missing([Path(name) for name in names]) == missing


def test_a_picture_without_colours() -> None:
    rng = np.random.default_rng(1)
    grey = np.repeat(rng.integers(0, 256, (90, 160, 1), np.uint8), 3, axis=2)
    assert colourless(grey)
    coloured = grey.copy()
    coloured[30:60, 40:80] = (40, 90, 40)
    assert not colourless(coloured)
