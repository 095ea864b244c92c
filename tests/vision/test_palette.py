"""Teams are told apart by paint over felt and rim, in any order, light or hue."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.pose import Freedom, snap
from vision.discs import find_discs
from vision.felt import Felt
from vision.frames import Image
from vision.palette import Palette, features, paint_features, with_teams
from vision.picture import load_picture
from vision.scene import read_scene
from vision.score import match

FIXTURES = Path(__file__).parent / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
IMAGE = load_picture(FIXTURES / "crests.jpg")
TABLE = snap(IMAGE, TRUTH.table, TRUTH.surface, Freedom(lens=False))
DISCS = find_discs(IMAGE, TABLE, TRUTH.surface)
TRUE = {
    k: disc.team
    for k, disc in match(DISCS, TRUTH.discs, TRUTH.surface.disc_mm / 2)[0]
    if TRUTH.ball is None or disc.name != TRUTH.ball.carrier
}


def tinted(image: Image, gains: tuple[float, float, float]) -> Image:
    return np.asarray(np.clip(image * np.array(gains), 0, 255), np.uint8)


@pytest.mark.parametrize("gains", [(1, 1, 1), (0.55, 0.85, 1.15), (0.4, 0.4, 0.4)])
def test_a_reference_names_the_clusters_in_any_light(gains: tuple[float, float, float]) -> None:
    found = find_discs(tinted(IMAGE, gains), TABLE, TRUTH.surface, TRUTH.palette)
    pairs = match(found, TRUTH.discs, TRUTH.surface.disc_mm / 2)[0]
    carrier = TRUTH.ball.carrier if TRUTH.ball else None
    wrong = [d.name for k, d in pairs if found[k].team != d.team and d.name != carrier]
    assert wrong == []


def test_without_a_reference_the_two_teams_still_part() -> None:
    teams = [DISCS[k].team for k in TRUE]
    agree = np.mean([team == TRUE[k] for team, k in zip(teams, TRUE, strict=True)])
    assert agree in (0.0, 1.0)


def test_known_teams_teach_a_palette_that_classifies() -> None:
    chosen = list(TRUE)[:12]
    palette = Palette.learn_named(
        IMAGE, TABLE, TRUTH.surface, [DISCS[k] for k in chosen], [TRUE[k] for k in chosen]
    )
    for k in list(TRUE)[12:]:
        team, margin = palette.classify(IMAGE, TABLE, TRUTH.surface, DISCS[k])
        assert team == TRUE[k]
        assert 0 < margin <= 1


def test_discs_all_alike_are_no_two_teams() -> None:
    reds = [DISCS[k] for k, team in TRUE.items() if team == 0]
    assert Palette.learn(IMAGE, TABLE, TRUTH.surface, reds) is None
    unnamed = [replace(disc, team=None) for disc in reds]
    colours = features(IMAGE, TABLE, TRUTH.surface, unnamed)
    assert all(disc.team is None for disc in with_teams(unnamed, colours, None))
    assert Palette.learn(IMAGE, TABLE, TRUTH.surface, reds[:1]) is None


@given(gain=st.floats(0.3, 1.5))
def test_features_do_not_feel_the_exposure(gain: float) -> None:
    paint, rim, felt = (
        np.array([c]) for c in ((60.0, 40.0, 120.0), (150.0, 150.0, 160.0), (40.0, 70.0, 45.0))
    )
    plain = paint_features(paint, rim, felt)
    np.testing.assert_allclose(
        paint_features(paint * gain, rim * gain, felt * gain), plain, rtol=0.15
    )


def test_the_felt_is_seen_under_everything_else() -> None:
    felt = Felt.learn(IMAGE, TABLE, TRUTH.surface)
    empty = felt.at(np.array([[255.0, 140.0]]))[0]
    u, v = TABLE.to_image([[255.0, 140.0, 0.0]])[0].round().astype(int)
    seen = np.median(IMAGE[v - 4 : v + 5, u - 4 : u + 5], axis=(0, 1))
    np.testing.assert_allclose(empty, seen, atol=14)
    covered = np.array([[DISCS[0].x_mm, DISCS[0].y_mm]])
    hue = felt.at(covered)[0]
    assert hue[1] > hue[0]
    assert hue[1] > hue[2]
