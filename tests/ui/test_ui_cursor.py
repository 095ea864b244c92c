from hypothesis import given
from hypothesis import strategies as st

from app.rulebook.geometry import Square, square
from app.ui.cursor import Cursor
from tests.ui.fake_desk import BOARD

steps = st.lists(st.sampled_from([(-1, 0), (1, 0), (0, 1), (0, -1)]), max_size=60)


@given(steps)
def test_it_never_walks_farther_than_the_edge(walk: list[tuple[int, int]]) -> None:
    cursor = Cursor()
    for right, up in walk:
        cursor.step(BOARD, right, up, None)
    touched = cursor.touched(BOARD)
    assert (touched is None) == (not walk)
    if touched is not None and cursor.square is not None:
        assert BOARD.holds(touched.square)
        assert (touched.edge is None) == BOARD.holds(cursor.square)
        assert 0 <= touched.x_mm <= BOARD.width_mm
        assert 0 <= touched.y_mm <= BOARD.length_mm


def test_right_is_up_the_ranks_and_up_is_towards_file_a() -> None:
    cursor = Cursor()
    cursor.step(BOARD, 1, 0, square("g12"))
    cursor.step(BOARD, 1, 0, None)
    cursor.step(BOARD, 0, 1, None)
    assert cursor.square == square("f13")


def test_off_the_felt_it_names_the_edge() -> None:
    cursor = Cursor()
    cursor.square = Square(1, 17)
    cursor.step(BOARD, 0, 1, None)
    touched = cursor.touched(BOARD)
    assert touched is not None
    assert (touched.edge, touched.square) == ("W", square("a17"))
