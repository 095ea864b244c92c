"""Too dark, glare, flicker: said where it is so, and nowhere else."""

import numpy as np
import pytest

from calibration.surface import Surface
from vision.change import Reduction
from vision.light import FLICKER_FRAMES, LightMeter, light_warnings
from vision.synthetic import Look, Moment, Scene, SceneDisc, SyntheticCamera, default_view
from vision.synthetic.harsh import KINDS, harsh_pictures
from vision.synthetic.weather import LIGHTS

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
CAMERA = SyntheticCamera(SURFACE, default_view(SURFACE, (960, 540)), Look(), seed=5)
DISCS = tuple(SceneDisc(x_mm=20.0 + 40 * k, y_mm=300.0, team=k % 2) for k in range(12))
TRUE = {"lowlight": {"dark"}, "glare": {"glare"}}


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_still_picture_is_warned_of_where_it_is_so(kind: str) -> None:
    for picture in harsh_pictures(kind, 2, (960, 540), 8):
        found = light_warnings(picture.image, picture.table, picture.surface)
        assert {warning.kind for warning in found} == TRUE.get(kind, set())


def test_glare_is_told_where_it_is() -> None:
    image = CAMERA.render(Scene(discs=DISCS), 0.0)
    spot = CAMERA.table.to_image([[140.0, 620.0, 0.0]])[0]
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    veil = 150 * np.exp(-((np.hypot(x - spot[0], y - spot[1]) / 50) ** 2))
    shiny = np.clip(image + veil[..., None], 0, 255).astype(np.uint8)
    (warning,) = light_warnings(shiny, CAMERA.table, SURFACE)
    assert warning.kind == "glare"
    assert warning.at_mm is not None
    assert np.hypot(warning.at_mm[0] - 140, warning.at_mm[1] - 620) < 60


def followed(name: str, seed: int = 2) -> set[str]:
    """The kinds warned of after so many frames in a light that changes by itself."""
    reduction = Reduction(CAMERA.table, SURFACE)
    meter, light = LightMeter(reduction), LIGHTS[name](np.random.default_rng(seed), SURFACE)
    times = [k / 30 for k in range(FLICKER_FRAMES + 5)]
    scenes = [Scene(discs=DISCS, moment=light(at)) for at in times]
    frames = [reduction.of(CAMERA.render(s, at)) for s, at in zip(scenes, times, strict=True)]
    for small in frames:
        meter.follow(small)
    return {warning.kind for warning in meter.warnings(frames[-1])}


@pytest.mark.parametrize("name", ["candle", "mains"])
def test_a_flicker_is_seen(name: str) -> None:
    assert "flicker" in followed(name)


@pytest.mark.parametrize("name", ["steady", "dimmed", "cloud", "shadows", "exposing", "switched"])
def test_other_lights_do_not_flicker(name: str) -> None:
    assert "flicker" not in followed(name)


def test_a_lamp_that_goes_out_makes_it_dark() -> None:
    image = CAMERA.render(Scene(discs=DISCS, moment=Moment(lamp=0.02, window=0.05)), 0.0)
    assert {w.kind for w in light_warnings(image, CAMERA.table, SURFACE)} == {"dark"}


def test_what_is_interrupted_is_no_flicker() -> None:
    reduction = Reduction(CAMERA.table, SURFACE)
    meter = LightMeter(reduction)
    for k in range(2 * FLICKER_FRAMES):
        moment = Moment(lamp=1.0 if k % 2 else 0.5)
        meter.follow(reduction.of(CAMERA.render(Scene(moment=moment), k / 30)))
        meter.interrupted()
    assert meter.warnings(reduction.of(CAMERA.render(Scene(), 9.0))) == ()
