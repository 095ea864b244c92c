"""A disc on another shows the rim of the lower one beside it; nothing else beside a disc does."""

from itertools import islice

import numpy as np
import pytest

from vision.evaluate import Totals
from vision.evaluate_scenes import evaluate_scenes, truth_of
from vision.felt import Felt
from vision.lower_rims import heights, lower_rims
from vision.observation import SeenDisc
from vision.synthetic.harsh import HarshPicture, harsh_pictures

SIZE = (1920, 1080)


def _as_if_on_the_felt(picture: HarshPicture) -> tuple[list[SeenDisc], list[bool]]:
    """The discs in sight, each where it would lie on the felt; and which lie on another."""
    eye, height = picture.table.eye_mm, picture.surface.disc_height_mm
    seen, upper = [], []
    for true in truth_of(picture).discs:
        if true.visible < 0.5:
            continue
        share = (eye[2] - height) / (eye[2] - (true.level + 1) * height)
        x, y = eye[:2] + (np.array([true.x_mm, true.y_mm]) - eye[:2]) * share
        seen.append(SeenDisc(x_mm=float(x), y_mm=float(y)))
        upper.append(true.level == 1)
    return seen, upper


@pytest.mark.parametrize("size", [SIZE, (1280, 720)])
def test_most_stacks_are_known_in_a_still_picture_and_none_is_invented(
    size: tuple[int, int],
) -> None:
    for kind in ("stacks", "touching"):
        told, true = [], []
        for picture in islice(harsh_pictures(kind, 2, size, 7), 2):
            discs, upper = _as_if_on_the_felt(picture)
            where = picture.image, picture.table, picture.surface
            told += heights(*where, discs, Felt.learn(*where))[0]
            true += upper
        lifted = [height == 2 for height, up in zip(told, true, strict=True) if up]
        assert sum(lifted) >= 0.5 * len(lifted)
        assert all(height == 1 for height, up in zip(told, true, strict=True) if not up)


def test_discs_in_painted_circles_lie_on_no_disc() -> None:
    picture = next(harsh_pictures("metal", 1, SIZE, 1))
    where = picture.image, picture.table, picture.surface
    discs, _ = _as_if_on_the_felt(picture)
    assert heights(*where, discs, Felt.learn(*where))[0] == [1] * len(discs)


def test_on_a_board_of_painted_circles_more_is_asked_and_the_rest_is_a_question() -> None:
    picture = next(harsh_pictures("stacks", 1, SIZE, 7))
    where = picture.image, picture.table, picture.surface
    discs, _ = _as_if_on_the_felt(picture)
    felt = Felt.learn(*where)
    plain, sure = heights(*where, discs, felt)
    painted, unsure = heights(*where, discs, felt, painted=True)
    assert sure == []
    assert sum(painted) < sum(plain)
    assert [
        k for k, pair in enumerate(zip(plain, painted, strict=True)) if pair == (2, 1)
    ] == unsure


def test_a_known_stack_is_placed_where_its_upper_disc_is() -> None:
    figures = Totals(scores=list(evaluate_scenes("stacks", 100, "1080p", 8))).figures()
    assert (figures["recall"], figures["precision"]) == (1.0, 1.0)
    assert (figures["error_mm_p95"] or 9.0) < 1.0
    assert figures["stacks_invented"] == 0.0


def test_where_there_is_no_disc_there_is_no_height() -> None:
    picture = next(harsh_pictures("plain", 1, (960, 540), 1))
    where = picture.image, picture.table, picture.surface
    felt = Felt.learn(*where)
    assert heights(*where, [], felt) == ([], [])
    alone = [SeenDisc(x_mm=picture.discs[0].x_mm, y_mm=picture.discs[0].y_mm)]
    assert lower_rims(*where, alone, felt).shape == (1,)
