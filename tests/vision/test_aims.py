"""Good and bad views by seed: the good ones register, the bad ones do not pass for good."""

import pytest

from vision import evaluate_aims
from vision.evaluate_aims import AimScore, figures
from vision.synthetic.aims import FAULTS, aims
from vision.synthetic.view import share_in_view

SIZE = (1120, 630)
COUNT = len(FAULTS)


@pytest.fixture(scope="module", name="scores")
def scored() -> list[AimScore]:
    return list(evaluate_aims.evaluate_aims(COUNT, SIZE, 5))


def test_good_views_are_taken_and_bad_ones_are_not(scores: list[AimScore]) -> None:
    told = figures(scores)
    assert told["good"] == 3
    assert (told["good_taken"], told["good_taken_wrongly"]) == (1.0, 0)
    for fault in ("cut", "board", "moved"):
        assert (told[fault], told[f"{fault}_taken_wrongly"]) == (1, 0)


def test_a_cut_felt_is_partly_out_of_view_and_a_good_one_is_not() -> None:
    for aim in aims(2, SIZE, 9):
        assert (share_in_view(aim.table, aim.surface) < 1.0) == (aim.fault == "cut")


def test_what_is_taken_wrongly_counts() -> None:
    score = AimScore(name="", fault="board", refused=None, off_mm=0.0, cpu_s=0.0)
    assert score.taken_wrongly
    told = figures([score, AimScore(name="", fault="none", refused="x", off_mm=None, cpu_s=1.0)])
    assert (told["board_taken_wrongly"], told["good_taken"], told["cut"]) == (1, 0.0, 0)
    assert told["moved_found"] is None
