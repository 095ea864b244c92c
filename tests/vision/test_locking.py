"""A camera's automatisms are locked where its driver allows; the rest is said in one sentence."""

import cv2
import pytest

from vision.locking import lock


class Driver:
    """A camera whose properties stick, but for those that are stuck."""

    def __init__(self, *stuck: int, manual: float = 1.0) -> None:
        self.stuck, self.manual = stuck, manual
        self.now = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }

    def get(self, what: int) -> float:
        return self.now[what]

    def set(self, what: int, value: float) -> bool:
        if what in self.stuck or (what == cv2.CAP_PROP_AUTO_EXPOSURE and value != self.manual):
            return False
        self.now[what] = value
        return True


@pytest.mark.parametrize("manual", [1.0, 0.25])
def test_all_is_locked_at_what_the_camera_found(manual: float) -> None:
    driver = Driver(manual=manual)
    assert lock(driver) is None
    assert driver.now[cv2.CAP_PROP_AUTO_EXPOSURE] == manual
    assert driver.now[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert driver.now[cv2.CAP_PROP_AUTO_WB] == driver.now[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert driver.now[cv2.CAP_PROP_WB_TEMPERATURE] == 4600.0


def test_what_cannot_be_locked_is_said() -> None:
    problem = lock(Driver(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS))
    assert problem is not None
    assert "l’exposition, la mise au point" in problem.sentence("fr")
    assert "its exposure, its focus" in problem.sentence("en")
    assert "balance" not in problem.sentence("en")
