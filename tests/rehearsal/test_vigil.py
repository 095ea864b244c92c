"""The whole referee before a table where nothing is played: nothing comes of it."""

import os

from app.games.taru.game import Taru
from app.rehearsal.vigil import vigil
from app.wiring.boards import boards

MINUTES = 1.0 if os.environ.get("TARU_GATE") else 0.3


def test_nothing_comes_of_hands_heads_and_lamps() -> None:
    report = vigil(Taru(), boards(), minutes=MINUTES, seed=3, size=(960, 540))
    assert report.frames == round(1800 * MINUTES)
    assert report.with_hands
    assert report.events == 0
    assert report.never_known == 0
    assert report.known_ms
