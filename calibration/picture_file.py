"""A picture file, read."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.problem import EyeProblem


def load_picture(path: Path) -> NDArray[np.uint8]:
    """A BGR picture (H×W×3) from a file; EyeProblem when it is missing or no picture."""
    if path.is_dir():
        raise EyeProblem("picture.folder", path=path)
    if not path.is_file():
        raise EyeProblem("picture.missing", path=path)
    try:
        data = np.fromfile(path, np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except (OSError, cv2.error) as unreadable:  # torn, or more pixels than OpenCV takes
        raise EyeProblem("picture.unreadable", path=path) from unreadable
    if image is None:
        raise EyeProblem("picture.unreadable", path=path)
    return np.asarray(image, np.uint8)
