"""How well the eye reads the harsh pictures of the synthetic camera."""

import time
from collections.abc import Iterator

import numpy as np

from calibration.problem import EyeProblem
from calibration.registration import register, turned
from calibration.table_map import TableMap
from vision.palette import Palette
from vision.picture import read_image
from vision.scene import Scene, TrueBall, TrueDisc
from vision.score import PictureScore, scored
from vision.synthetic.harsh import HarshPicture, harsh_pictures
from vision.synthetic.layouts import COUNT

SIZES = {"1080p": (1920, 1080), "720p": (1280, 720)}


def evaluate_scenes(
    kind: str, discs: int, size: str, seed: int, *, auto: bool = False
) -> Iterator[PictureScore]:
    """Scores as many pictures of a kind as hold at least so many discs. `auto`: the camera is
    registered from each picture, else the one that the scene believes in is given.
    """
    pictures = harsh_pictures(kind, -(-discs // COUNT), SIZES[size], seed)
    for k, picture in enumerate(pictures):
        yield _score(f"{kind}-{size}-{seed}-{k}", picture, auto=auto)


def truth_of(picture: HarshPicture) -> Scene:
    """The truth of a harsh picture, as scene files tell it."""
    rgb = [np.array(team) / 255 for team in picture.look.teams]
    linear = [(colour**2.2).tolist() for colour in rgb]
    covered = [share == 0.0 and not disc.level for disc, share in zip(
        picture.discs, picture.visible, strict=True
    )]  # fmt: skip
    names = [f"team{disc.team}-{k}" for k, disc in enumerate(picture.discs)]
    ball = picture.ball
    return Scene(
        surface=picture.surface,
        table=picture.table,
        corners_px=(),
        palette=Palette.from_colours(linear[0], linear[1]),
        discs=tuple(
            TrueDisc(
                name=names[k],
                team=disc.team,
                x_mm=disc.x_mm,
                y_mm=disc.y_mm,
                level=disc.level,
                covered=covered[k],
                visible=picture.visible[k],
            )
            for k, disc in enumerate(picture.discs)
        ),
        ball=TrueBall(
            x_mm=ball.x_mm,
            y_mm=ball.y_mm,
            z_mm=ball.z_mm,
            carrier=None if picture.carrier is None else names[picture.carrier],
            visible=True,
        ),
    )


def _score(name: str, picture: HarshPicture, *, auto: bool) -> PictureScore:
    truth = truth_of(picture)
    table = _registered(picture) if auto else picture.believed
    start = time.process_time()
    reading = read_image(picture.image, table, picture.surface, truth.palette)
    cpu_ms = (time.process_time() - start) * 1000
    return scored(name, truth, reading, cpu_ms)


def _registered(picture: HarshPicture) -> TableMap:
    """By the picture itself, either way round; by what is believed where it does not register."""
    try:
        found = register(picture.image, picture.surface)
    except EyeProblem:
        return picture.believed
    corner = [[0.0, 0.0, 0.0]]
    true = picture.table.to_image(corner)
    ways = (found.table, turned(found.table, picture.surface))
    return min(ways, key=lambda table: float(np.linalg.norm(table.to_image(corner) - true)))
