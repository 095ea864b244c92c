"""All path-traced pictures with known truth, by the given camera and from clicked corners."""

from pathlib import Path

import pytest

from vision.evaluate import Calibration, Totals, scene_files, score_picture

RENDERS = Path(__file__).parents[2] / "../shared/footage/renders"


@pytest.mark.skipif(
    not RENDERS.is_dir(), reason="the path-traced pictures are not beside the project"
)
@pytest.mark.parametrize("calibration", ["given", "corners"])
def test_the_renders_are_read_as_well_as_promised(calibration: Calibration) -> None:
    totals = Totals(scores=[score_picture(path, calibration) for path in scene_files(RENDERS)])
    figures = totals.figures()
    least = {
        "recall": 0.99, "precision": 0.998, "team_accuracy": 0.995, "square_accuracy": 0.998,
        "carrier_accuracy": 0.95, "ball_accuracy": 0.95, "registered": 1.0,
    }  # fmt: skip
    short = {name: figures[name] for name, floor in least.items() if (figures[name] or 0.0) < floor}
    assert short == {}
    assert (figures["error_mm_median"] or 99.0) < 0.4
