"""A view far from its last map is registered anew: at once, or beside the frames that go on."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from calibration.drift import apart_mm
from calibration.surface import Surface
from calibration.table_map import TableMap
from tests.vision.staged import SIZE, at_square, camera_over, shown
from vision.aside import Aside, Found, Search, at_once, beside
from vision.drift import DriftWatch
from vision.frames import Frame
from vision.synthetic import Scene, default_view

SURFACE = Surface(
    files=11, ranks=18, square_mm=42.0, disc_mm=31.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
TABLE = default_view(SURFACE, SIZE)
SCENE = Scene(discs=tuple(at_square(SURFACE, 3 * k, 5 * k, k % 2) for k in (1, 2, 3)))
AWAY = replace(TABLE, t=TABLE.t + TABLE.R @ np.array([60.0, 70.0, 0.0]))
BEFORE, FAR = (camera_over(SURFACE, seed=5, table=table) for table in (TABLE, AWAY))


def test_a_view_far_from_its_map_is_registered_anew() -> None:
    """Two squares away and turned: farther than any knock, and found all the same."""
    watch = DriftWatch(SURFACE, TABLE)
    watch.look(shown(BEFORE, SCENE, 0.0), reading=True)
    watch.paused = True
    found: TableMap | None = None
    image = FAR.render(SCENE, 0.0)
    for k in range(1, 40):
        found = watch.look(Frame(at=0.5 * k, image=image), reading=True) or found
    assert found is not None
    assert not watch.paused


def test_frames_are_looked_at_while_a_view_is_registered_anew_beside_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search holds until it is let go: no frame waits for it, and what it found is used."""
    monkeypatch.setattr("vision.drift.found_again", lambda *_: None)
    free, over = threading.Event(), threading.Event()
    begun: list[Search] = []

    def held(search: Search) -> Found:
        def searching() -> TableMap | None:
            free.wait(60.0)
            return search()

        begun.append(search)
        found = beside(searching)
        found.add_done_callback(lambda _: over.set())
        return found

    watch = DriftWatch(SURFACE, TABLE, held)
    watch.look(shown(BEFORE, SCENE, 0.0), reading=True)
    watch.paused = True
    image = FAR.render(SCENE, 0.0)
    told = [watch.look(Frame(at=0.5 * k, image=image)) for k in range(1, 60)]
    assert told == [None] * 59
    assert len(begun) == 1
    free.set()
    assert over.wait(60.0)
    told = [watch.look(Frame(at=30.0 + 0.5 * k, image=image)) for k in range(3)]
    assert not watch.paused
    assert any(table is not None for table in told)
    assert apart_mm(watch.table, FAR.table, SURFACE) < 0.5


@pytest.mark.parametrize("aside", [at_once, beside])
def test_what_goes_wrong_in_a_search_is_raised_where_it_is_asked_for(aside: Aside) -> None:
    def broken() -> TableMap | None:
        raise RuntimeError("lens")

    with pytest.raises(RuntimeError, match="lens"):
        aside(broken).result(60.0)
