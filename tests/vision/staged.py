"""Tables for tests: the usual board, a camera over it, and an eye that has read what lies there."""

from dataclasses import replace

from calibration.surface import RuledLine, Surface
from calibration.table_map import TableMap
from vision.eye import Eye
from vision.frames import Frame
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view

SIZE = (960, 540)
FPS = 30.0
SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)


def ruled(*lines: RuledLine) -> Surface:
    """The usual board with these lines on it."""
    return replace(SURFACE, lines=lines)


def camera_over(
    surface: Surface, *, seed: int, look: Look | None = None, table: TableMap | None = None
) -> SyntheticCamera:
    """A camera of SIZE over a board, in the usual light unless told."""
    view = default_view(surface, SIZE) if table is None else table
    return SyntheticCamera(surface, view, look or Look(), seed=seed)


def at_square(surface: Surface, file: int, rank: int, team: int, label: str = "7") -> SceneDisc:
    x, y = surface.centre_of(file, rank)
    return SceneDisc(x_mm=x, y_mm=y, team=team, label=label)


def shown(camera: SyntheticCamera, scene: Scene, at: float) -> Frame:
    """What the camera sees at a time (s)."""
    return Frame(at=at, image=camera.render(scene, at))


def settled(
    camera: SyntheticCamera, scene: Scene, ball_mm: tuple[float, float] | None = None
) -> Eye:
    """An eye that was told where discs (and ball) lie, and has watched for a second."""
    eye = Eye(camera.surface, camera.table)
    places = [(disc.x_mm, disc.y_mm, disc.team) for disc in scene.discs]
    assert eye.learn(shown(camera, scene, -1.0), places, ball_mm) == len(places)
    for k in range(round(FPS)):
        eye.look(shown(camera, scene, k / FPS))
    return eye
