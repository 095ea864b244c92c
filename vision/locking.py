"""Exposure, white balance and focus kept as they are: a camera that adapts by itself changes every
colour when a sleeve comes into the picture.
"""

from typing import Protocol

import cv2

from calibration.problem import EyeProblem

MANUAL_EXPOSURE = (1.0, 0.25)
"""What drivers call manual: Video4Linux and DirectShow say 1, older ones a quarter."""
NAMES: dict[str, tuple[str, str]] = {
    "exposure": ("l’exposition", "its exposure"),
    "balance": ("la balance des blancs", "its white balance"),
    "focus": ("la mise au point", "its focus"),
}


class Tunable(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...


def lock(capture: Tunable) -> EyeProblem | None:
    """Lock what the driver allows at what the camera has found by itself, so after it has run for
    a moment; one sentence about what it does not allow, None when all is locked.
    """
    tried = {
        "exposure": _exposure(capture),
        "balance": _off(capture, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE),
        "focus": _off(capture, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS),
    }
    free = [NAMES[name] for name, good in tried.items() if not good]
    if not free:
        return None
    french, english = (", ".join(names[k] for names in free) for k in (0, 1))
    return EyeProblem("camera.free", french=french, english=english)


def _exposure(capture: Tunable) -> bool:
    found = capture.get(cv2.CAP_PROP_EXPOSURE)
    for manual in MANUAL_EXPOSURE:
        taken = capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, manual)
        if taken and capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == manual:
            return capture.set(cv2.CAP_PROP_EXPOSURE, found) or found == 0
    return False


def _off(capture: Tunable, automatic: int, value: int) -> bool:
    """Switch an automatism off; what it had found is set by hand where the driver takes it."""
    found = capture.get(value)
    if not capture.set(automatic, 0) or capture.get(automatic) != 0:
        return False
    capture.set(value, found)
    return True
