import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rulebook.geometry import square
from app.ui.projection import Drawn, Filmed, LivePicture, fit_drawn, fit_filmed
from tests.ui.fake_desk import BOARD

points = st.tuples(st.floats(0, BOARD.width_mm), st.floats(0, BOARD.length_mm))
PLAN = Drawn(board=BOARD, left=40.0, bottom=100.0, scale=1.03)


def bent(xyz: np.ndarray) -> np.ndarray:
    """A camera from above, turned a quarter, with perspective and a little barrel distortion."""
    x, y, z = np.asarray(xyz, float).T
    u, v = (y - BOARD.length_mm / 2) / 400, (x - BOARD.width_mm / 2) / 400
    depth = 1 + 0.06 * v - z / 2000
    u, v = u / depth, v / depth
    k = 1 - 0.03 * (u**2 + v**2)
    return np.column_stack([640 + 560 * u * k, 360 + 560 * v * k])


PICTURE = LivePicture(bgr=np.zeros((720, 1280, 3), np.uint8), to_image=bent)


@given(points)
def test_the_drawn_board_goes_there_and_back(at: tuple[float, float]) -> None:
    px = PLAN.to_window([[*at, 0.0]])[0]
    assert PLAN.to_table((px[0], px[1])) == pytest.approx(at, abs=1e-6)


@given(points)
def test_a_bent_picture_goes_there_and_back(at: tuple[float, float]) -> None:
    filmed = fit_filmed(BOARD, PICTURE, (20, 30, 900, 500))
    px = filmed.to_window([[*at, 0.0]])[0]
    assert filmed.to_table((px[0], px[1])) == pytest.approx(at, abs=1e-4)


def test_home_is_on_the_left_and_file_a_at_the_top() -> None:
    a1, a24, m1 = (
        PLAN.to_window([[*BOARD.centre_of(s), 0]])[0]
        for s in (square("a1"), square("a24"), square("m1"))
    )
    assert a1[0] < a24[0]
    assert a1[1] == a24[1]
    assert m1[1] < a1[1]


@given(st.floats(300, 2000), st.floats(200, 1200))
def test_a_fitted_board_stays_inside_with_its_frame(width: float, height: float) -> None:
    plan = fit_drawn(BOARD, (10, 20, width, height), margin=1.0)
    frame = BOARD.square_mm * plan.scale
    assert plan.left - frame >= 10 - 1e-6
    assert plan.bottom - frame >= 20 - 1e-6
    assert plan.left + BOARD.length_mm * plan.scale + frame <= 10 + width + 1e-6
    assert plan.bottom + BOARD.width_mm * plan.scale + frame <= 20 + height + 1e-6


def test_a_fitted_picture_keeps_its_shape_and_is_centred() -> None:
    filmed: Filmed = fit_filmed(BOARD, PICTURE, (0, 0, 1280, 1000))
    assert filmed.scale == 1
    assert (filmed.left, filmed.bottom) == (0, 140)


def test_what_stands_higher_is_drawn_higher() -> None:
    low, high = PLAN.to_window([[100, 100, 0], [100, 100, 7]])
    assert high[1] > low[1]
