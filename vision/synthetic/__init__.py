"""A synthetic camera: frames of a pretend table, seen by a real lens, for rehearsal and tests."""

from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.scene import Look, Scene, SceneBall, SceneDisc, SceneHand
from vision.synthetic.view import default_view

__all__ = [
    "Look",
    "Scene",
    "SceneBall",
    "SceneDisc",
    "SceneHand",
    "SyntheticCamera",
    "default_view",
]
