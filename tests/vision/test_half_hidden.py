"""Discs half under a hand are found; painted circles, seams and corners of squares are none."""

from itertools import islice

import numpy as np
import pytest

from vision.discs import find_discs, find_discs_and_hidden
from vision.evaluate_scenes import truth_of
from vision.felt import Felt
from vision.half_hidden import half_hidden
from vision.scene import TrueDisc
from vision.synthetic.harsh import HarshPicture, harsh_pictures

SIZE = (1920, 1080)
HALF = 0.5


def _missed(picture: HarshPicture) -> list[TrueDisc]:
    """The discs in sight by half or more that no find lies near."""
    where = picture.image, picture.table, picture.surface
    found = find_discs_and_hidden(*where, None, Felt.learn(*where)).discs
    at = np.array([(disc.x_mm, disc.y_mm) for disc in found])
    reach = picture.surface.disc_mm / 4
    return [
        true
        for true in truth_of(picture).discs
        if true.visible >= HALF and np.hypot(*(at - (true.x_mm, true.y_mm)).T).min() > reach
    ]


def test_discs_half_under_a_hand_are_found() -> None:
    pictures = list(islice(harsh_pictures("hand", 3, SIZE, 3), 3))
    partly = [1 for picture in pictures for share in picture.visible if HALF <= share < 0.7]
    assert partly
    assert [_missed(picture) for picture in pictures] == [[], [], []]


def test_where_circles_are_painted_a_part_of_a_ring_proves_nothing() -> None:
    picture = next(harsh_pictures("painted", 1, (1280, 720), 35))
    where = picture.image, picture.table, picture.surface
    found = find_discs_and_hidden(*where, None, Felt.learn(*where)).discs
    assert found
    assert not any(disc.held for disc in found)


@pytest.mark.parametrize("seed", [27, 49])
def test_what_felt_lies_around_or_has_no_team_s_paint_is_none(seed: int) -> None:
    picture = next(harsh_pictures("hand", 1, (1280, 720), seed))
    where = picture.image, picture.table, picture.surface
    found = find_discs_and_hidden(*where, None, Felt.learn(*where)).discs
    true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
    away = [np.hypot(*(true - (disc.x_mm, disc.y_mm)).T).min() for disc in found]
    assert max(away) < picture.surface.disc_mm / 4


def test_nothing_else_is_taken_for_a_half_hidden_disc() -> None:
    for kind, seed in (("painted", 4), ("hand", 3)):
        picture = next(harsh_pictures(kind, 1, SIZE, seed))
        where = picture.image, picture.table, picture.surface
        felt, surface = Felt.learn(*where), picture.surface
        true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
        seen = find_discs(*where, felt=felt)
        half = surface.square_mm / 2
        across = np.arange(half, surface.width_mm, half)
        along = np.arange(half, surface.length_mm, half)
        places = np.stack(np.meshgrid(across, along), axis=2).reshape(-1, 2)
        gaps = np.linalg.norm(places[:, None] - true, axis=2).min(axis=1)
        places = places[gaps > surface.disc_mm]
        pictures = (picture.image, picture.table), (picture.image, picture.table)
        found = half_hidden(pictures, surface, felt, seen, places)
        assert len(places) > 100
        assert all(np.hypot(*(true - at).T).min() < surface.disc_mm / 4 for at in found.centres)
