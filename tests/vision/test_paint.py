"""Circles painted on the felt are no discs, whatever lies on or beside them."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.discs import Elsewhere, find_discs, find_discs_near
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.paint import bodies
from vision.rings import ANGLES, Circles
from vision.shadows import surroundings
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view
from vision.synthetic.harsh import harsh_pictures
from vision.synthetic.scene import PaintedCircle

SURFACE = Surface(
    files=11, ranks=20, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
DISCS = tuple(
    SceneDisc(x_mm=60.0 + 80 * k, y_mm=100.0 + 130 * (k % 3), team=k % 2) for k in range(5)
)
TABLE: TableMap = default_view(SURFACE, (1280, 720))
PLACES = [(100.0, 500.0), (220.0, 620.0), (340.0, 540.0), (260.0, 700.0)]
OUTLINES = tuple(
    PaintedCircle(x_mm=x, y_mm=y, radius_mm=15.0, colour=(228, 222, 206), line_mm=2.0)
    for x, y in PLACES
)


def seen(painted: tuple[PaintedCircle, ...], discs: tuple[SceneDisc, ...]) -> Image:
    look = Look(painted=painted)
    return SyntheticCamera(SURFACE, TABLE, look, seed=4).render(Scene(discs=discs), 0.0)


@pytest.mark.parametrize("line_mm", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("label", ["", "7"])
def test_painted_circles_are_no_discs(line_mm: float, label: str) -> None:
    painted = tuple(replace(circle, line_mm=line_mm, label=label) for circle in OUTLINES)
    found = find_discs(seen(painted, DISCS), TABLE, SURFACE)
    places = sorted((round(d.x_mm / 10), round(d.y_mm / 10)) for d in found)
    assert places == sorted((round(d.x_mm / 10), round(d.y_mm / 10)) for d in DISCS)


def test_a_disc_on_a_painted_circle_is_one() -> None:
    on = (*DISCS, SceneDisc(x_mm=PLACES[0][0] + 1, y_mm=PLACES[0][1]))
    found = find_discs(seen(OUTLINES, on), TABLE, SURFACE)
    assert len(found) == len(on)


def test_alone_a_circle_is_paint_and_a_disc_is_none() -> None:
    image = seen(OUTLINES[:1], DISCS[:1])
    felt = Felt.learn(image, TABLE, SURFACE)
    rings = circles([(DISCS[0].x_mm, DISCS[0].y_mm), PLACES[0]])
    judge = (felt, np.zeros(2), np.zeros(2, np.bool_))
    depth = surroundings(image, TABLE, SURFACE, rings, judge).depths()
    assert depth[0] > 3 * max(depth[1], 0.02)
    for k, is_disc in enumerate((True, False)):
        one = rings.take(np.array([k]))
        assert bodies(image, TABLE, SURFACE, one, felt).tolist() == [is_disc]


def test_a_faint_disc_alone_is_known_beside_discs_elsewhere() -> None:
    """Under a soft light no shadow is deep: what is one is told by the discs that lie elsewhere."""
    image = softly(seen(OUTLINES, DISCS), seen(OUTLINES, ()))
    felt = Felt.learn(image, TABLE, SURFACE)
    rings = circles([(disc.x_mm, disc.y_mm) for disc in DISCS])
    painted = circles(PLACES[:1])
    one, others = rings.take(np.array([0])), rings.take(np.arange(1, len(DISCS)))
    assert bodies(image, TABLE, SURFACE, one, felt).tolist() == [False]
    assert bodies(image, TABLE, SURFACE, one, felt, others).tolist() == [True]
    assert bodies(image, TABLE, SURFACE, painted, felt, others).tolist() == [False]


def test_where_little_is_looked_at_discs_elsewhere_are_told() -> None:
    image = softly(seen(OUTLINES, DISCS), seen(OUTLINES, ()))
    felt = Felt.learn(image, TABLE, SURFACE)
    one = DISCS[0]
    others = [SeenDisc(x_mm=d.x_mm, y_mm=d.y_mm, radius_px=16.0, sigma_mm=0.3) for d in DISCS[1:]]
    near = ([(one.x_mm, one.y_mm)], 15.0)
    assert find_discs_near(image, TABLE, SURFACE, None, near) == []
    (found,) = find_discs_near(
        image, TABLE, SURFACE, None, near, Elsewhere(felt=felt, discs=others)
    )
    assert np.hypot(found.x_mm - one.x_mm, found.y_mm - one.y_mm) < 1.0


METALS = ((226, 186, 96), (214, 216, 220))


@pytest.mark.parametrize("line_mm", [0.0, 3.0])
def test_circles_painted_like_steel_are_no_discs_of_steel(line_mm: float) -> None:
    """As many circles as discs, of their colour and size: each throws no shadow of its own."""
    places = [(20.0 + 80 * (k % 5), 460.0 + 80 * (k // 5)) for k in range(15)]
    painted = tuple(
        PaintedCircle(x_mm=x, y_mm=y, radius_mm=14.9, colour=METALS[1], line_mm=line_mm)
        for x, y in places
    )
    discs = tuple(
        SceneDisc(x_mm=60.0 + 80 * (k % 5), y_mm=60.0 + 80 * (k // 5), team=k % 2, angle=float(k))
        for k in range(15)
    )
    look = Look(painted=painted, teams=METALS, metal=True)
    image = SyntheticCamera(SURFACE, TABLE, look, seed=4).render(Scene(discs=discs), 0.0)
    found = find_discs(image, TABLE, SURFACE)
    places_found = sorted((round(d.x_mm / 10), round(d.y_mm / 10)) for d in found)
    assert places_found == sorted((round(d.x_mm / 10), round(d.y_mm / 10)) for d in discs)


@pytest.mark.parametrize(("kind", "seed"), [("painted", 29), ("metal", 10)])
def test_rings_alike_are_judged_together(kind: str, seed: int) -> None:
    """Alone, two painted circles of the one picture pass for discs, five discs of the other not."""
    picture = next(harsh_pictures(kind, 1, (1280, 720), seed))
    found = find_discs(picture.image, picture.table, picture.surface)
    at = np.array([(disc.x_mm, disc.y_mm) for disc in found])
    true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
    gaps = np.linalg.norm(at[:, None] - true, axis=2)
    assert len(at) == len(true)
    assert gaps.min(axis=0).max() < picture.surface.disc_mm / 4


@pytest.mark.parametrize("seed", [128, 206])
def test_discs_that_all_but_hide_a_circle_are_discs(seed: int) -> None:
    """The circle is the stronger edge: beside that no shadow shows, and nothing looks like a disc
    of the team there.
    """
    picture = next(harsh_pictures("painted", 1, (1920, 1080), seed))
    found = find_discs(picture.image, picture.table, picture.surface)
    at = np.array([(disc.x_mm, disc.y_mm) for disc in found])
    true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
    assert len(at) == len(true)
    assert np.linalg.norm(at[:, None] - true, axis=2).min(axis=0).max() < 2.0


def softly(image: Image, bare: Image) -> Image:
    """The picture with its shadows on the felt a seventh as deep."""
    lost = np.clip(bare.astype(float) - image, 0, None).min(2, keepdims=True)
    shaded = (np.ptp(bare.astype(float) - image, axis=2, keepdims=True) < 60) & (lost > 0)
    return np.asarray(
        np.where(shaded, image + 0.85 * (bare - image.astype(float)), image), np.uint8
    )


def circles(places: list[tuple[float, float]]) -> Circles:
    """Rings as large as a disc there."""
    count = len(places)
    return Circles(
        centres=np.array(places),
        radii=np.full(count, SURFACE.disc_mm / 2),
        carried=np.ones((count, ANGLES), np.bool_),
        sigma=np.full(count, 0.3),
    )
