"""A synthetic camera: frames of a pretend table, seen by a real lens, for rehearsal and tests."""

from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.scene import (
    Dress,
    Look,
    Moment,
    Scene,
    SceneBall,
    SceneDisc,
    SceneHand,
    SceneHead,
    Shadow,
)
from vision.synthetic.view import default_view

__all__ = [
    "Dress",
    "Look",
    "Moment",
    "Scene",
    "SceneBall",
    "SceneDisc",
    "SceneHand",
    "SceneHead",
    "Shadow",
    "SyntheticCamera",
    "default_view",
]
