"""Teams are told apart by paint over felt and rim, in any order, light or hue."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.picture_file import load_picture
from calibration.pose import Freedom, snap
from vision.discs import find_discs
from vision.faces import Faces, faces, two_paints
from vision.felt import Felt
from vision.frames import Image
from vision.palette import Palette, with_teams
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
    seen = faces(IMAGE, TABLE, TRUTH.surface, unnamed)
    assert all(disc.team is None for disc in with_teams(unnamed, seen, None))
    assert Palette.learn(IMAGE, TABLE, TRUTH.surface, reds[:1]) is None


WHITE_ON_BLACK = Palette(paints=np.array([[[4.0] * 3, [0.1] * 3], [[0.1] * 3, [4.0] * 3]]))
"""Team 0: white with a black crest; team 1 the other way round, beside a mid-grey felt."""


def displayed(light: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.full((1, 3), 257 * min(light, 1.0) ** (1 / 2.2) - 2)


@given(shade=st.floats(0.3, 1.5), glare=st.floats(0.0, 0.4), team=st.integers(0, 1))
def test_neither_shade_nor_glare_hides_a_team(shade: float, glare: float, team: int) -> None:
    felt = 0.15
    ground, crest = (0.6, 0.015) if team == 0 else (0.015, 0.6)
    face = Faces(
        ground=displayed(ground * shade + glare),
        crest=displayed(crest * shade + glare),
        cover=np.array([0.8]),
        rim=displayed(0.5 + glare),
        felt=displayed(felt),
    )
    judged, margin = WHITE_ON_BLACK.judge(face)[0]
    assert judged == team
    assert margin > 0.2


@given(shade=st.floats(0.5, 1.2))
def test_a_crest_blurred_over_half_its_face_names_no_other_team(shade: float) -> None:
    ivory_on_black = Palette(paints=np.array([[[4.0] * 3, [3.6] * 3], [[0.1] * 3, [2.0] * 3]]))
    felt = 0.15
    face = Faces(
        ground=displayed(0.5 * 2.0 * felt * shade),
        crest=displayed(0.1 * felt * shade),
        cover=np.array([0.51]),
        rim=displayed(0.5),
        felt=displayed(felt),
    )
    judged, margin = ivory_on_black.judge(face)[0]
    assert judged == 1
    assert margin > 0.2


@given(share=st.floats(0.05, 0.45), level=st.floats(20.0, 200.0))
def test_the_ground_is_what_covers_most(share: float, level: float) -> None:
    few = round(200 * share)
    points = np.full((2, 200, 3), level)
    points[:, :few] += 50
    points[1] += 10
    ground, crest, cover = two_paints(points, np.ones(200))
    assert cover == pytest.approx([1 - few / 200] * 2)
    assert ground[:, 0].tolist() == pytest.approx([level, level + 10])
    assert crest[:, 2].tolist() == pytest.approx([level + 50, level + 60])


def test_a_face_of_one_paint_has_no_crest() -> None:
    points = np.full((1, 200, 3), 90.0)
    points[0, 0] += 60
    ground, crest, _ = two_paints(points, np.ones(200))
    assert ground.tolist() == [[90.0] * 3]
    assert np.isnan(crest).all()


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
