"""Harsh synthetic pictures: the same by seed, their truth in order, and read as promised."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from vision.__main__ import app
from vision.evaluate import Totals
from vision.evaluate_scenes import evaluate_scenes, truth_of
from vision.synthetic.harsh import KINDS, harsh_pictures

SMALL = (960, 540)


def test_the_same_seed_gives_the_same_picture() -> None:
    one, two = (next(harsh_pictures("hand", 1, SMALL, 4)) for _ in range(2))
    other = next(harsh_pictures("hand", 1, SMALL, 5))
    assert np.array_equal(one.image, two.image)
    assert one.discs == two.discs
    assert not np.array_equal(one.image, other.image)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_tells_its_truth(kind: str) -> None:
    picture = next(harsh_pictures(kind, 1, SMALL, 2))
    truth = truth_of(picture)
    assert picture.image.shape == (540, 960, 3)
    assert len(truth.discs) == 30
    places = [(disc.x_mm, disc.y_mm) for disc in truth.discs if disc.level == 0]
    gaps = [np.hypot(a - c, b - d) for k, (a, b) in enumerate(places) for c, d in places[:k]]
    assert min(gaps) >= picture.surface.disc_mm
    assert any(disc.level for disc in truth.discs) == (kind == "stacks")
    assert (min(disc.visible for disc in truth.discs) < 1) == (kind in {"hand", "stacks"})
    moved = picture.believed.to_image([[0.0, 0.0, 0.0]]) - picture.table.to_image([[0.0, 0.0, 0.0]])
    assert bool(np.abs(moved).max() > 0.2) == (kind == "bumped")


HARDEST = ["touching", "green", "candle", "parallax", "boards", "felts"]


@pytest.mark.parametrize("kind", HARDEST)
def test_a_few_of_the_hardest_are_read_right(kind: str) -> None:
    figures = Totals(scores=list(evaluate_scenes(kind, 60, "720p", 6))).figures()
    assert (figures["recall"], figures["precision"]) == (1.0, 1.0)
    assert (figures["error_mm_p95"] or 9.0) < 0.9


@pytest.mark.parametrize("seed", [2, 7])
def test_teams_of_bare_metal_are_told_apart(seed: int) -> None:
    figures = Totals(scores=list(evaluate_scenes("metal", 60, "720p", seed))).figures()
    assert (figures["team_accuracy"] or 0.0) > 0.98


def test_the_command_prints_the_figures() -> None:
    told = ["--kind", "plain", "--discs", "30", "--size", "720p", "--seed", "3", "--json"]
    done = CliRunner().invoke(app, ["evaluate", "scenes", *told])
    assert done.exit_code == 0
    figures = json.loads(done.stdout.splitlines()[-1])
    assert (figures["pictures"], figures["discs"], figures["recall"]) == (1, 30, 1.0)
