"""The eye on path-traced clips it was not made with: who flicked, what was touched, the end."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.surface import Surface
from calibration.table_map import Lens, TableMap
from vision.eye import Eye
from vision.flights import Flight, FlightWatch
from vision.frames import Frame

CLIPS = Path(__file__).parents[2] / "../shared/footage/clips"


def flown(path: Path) -> tuple[list[Flight], dict[str, object], dict[str, tuple[float, float]]]:
    truth = json.loads(path.read_text("utf-8"))
    board, pose = truth["board"], np.array(truth["RT"])
    surface = Surface(
        files=board["files"],
        ranks=board["field"] + 2 * board["in_goal"],
        square_mm=board["square_mm"],
        disc_mm=truth["disc_d_mm"],
        disc_height_mm=truth["disc_h_mm"],
        ball_mm=tuple(truth["ball_mm"]),
    )
    lens = Lens(K=np.array(truth["K"]), dist=np.array(truth["dist"]), size=tuple(truth["size"]))
    eye = Eye(surface, TableMap(lens=lens, R=pose[:, :3], t=pose[:, 3] * 1000))
    watch, flights = FlightWatch(surface), []
    pictures = sorted(path.with_suffix("").glob("*.jpg"))
    for k in range(len(pictures) + 40):
        image = cv2.imread(str(pictures[min(k, len(pictures) - 1)]))
        assert image is not None
        seen = eye.look(Frame(at=k / 60, image=np.asarray(image, np.uint8), index=k))
        assert seen.hands == ()
        flight = watch.look(seen)
        flights += [flight] if flight else []
    places = {f"{d['team']}-{d['n']}": (d["x_mm"], d["y_mm"]) for d in truth["discs"]}
    return flights, truth["events"], places


@pytest.mark.skipif(not CLIPS.exists(), reason="the clips with known truth are not here")
@pytest.mark.parametrize("path", sorted(CLIPS.glob("*.json")), ids=lambda p: p.stem)
def test_a_filmed_flick_is_told(path: Path) -> None:
    (flight,), events, places = flown(path)
    assert flight.from_disc is not None
    start = flight.discs[flight.from_disc]
    assert (start.x_mm, start.y_mm) == pytest.approx(places[str(events["from_disc"])], abs=2.0)
    touch, seen = events["first_touch"], flight.first_touch
    assert (touch is None) == (seen is None)
    if isinstance(touch, dict) and seen is not None:
        assert seen.disc_mm == pytest.approx(places[touch["disc"]], abs=2.0)
        assert abs(seen.at - touch["t"]) < 0.02
    for told, true, within in (
        (flight.exit_mm, events["exit"], 6.0),
        (flight.rest_mm, events["rest"], 4.0),
    ):
        assert (told is None) == (true is None)
        if isinstance(true, dict):
            assert told == pytest.approx((true["x_mm"], true["y_mm"]), abs=within)
