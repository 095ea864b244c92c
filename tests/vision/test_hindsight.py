"""A ball that left its place is found in the frames in which it still half hid that place."""

from collections.abc import Iterator

import numpy as np
import pytest

from vision.hindsight import Hindsight
from vision.observation import SeenAgain, SeenBall, SeenDisc, SeenHand
from vision.synthetic.flicks import FilmedFlick, filmed_flicks

FPS, BEFORE = 60.0, 3
WRONG_MM, ERROR_MM = 45.0, 1.2


@pytest.fixture(scope="module")
def films() -> list[FilmedFlick]:
    return [film for film in filmed_flicks(5, FPS, 5) if film.plan.kind != "chip"]


def truth(film: FilmedFlick, k: int) -> SeenBall:
    ball = film._ball(k / FPS)
    assert ball is not None
    return SeenBall(x_mm=ball.x_mm, y_mm=ball.y_mm, z_mm=ball.z_mm)


def told(
    film: FilmedFlick, lay: SeenBall | None, hands: tuple[SeenHand, ...] = ()
) -> tuple[int, tuple[SeenAgain, ...]]:
    """The first frame after which something is told, and what."""
    start = int(film.release_at * FPS) - BEFORE
    sight = Hindsight(film.table, film.camera.surface)
    sight.settle(film.frame(start), lay, ())
    home = truth(film, start)
    discs = [SeenDisc(x_mm=disc.x_mm, y_mm=disc.y_mm) for disc in film.discs]
    for k in range(start + 1, start + 20):
        ball = truth(film, k)
        seen = ball if apart(ball, home) > 1.0 else lay
        again = sight.look(film.frame(k), seen, hands, discs)
        if again:
            return k, again
    return 0, ()


def apart(a: SeenBall, b: SeenBall) -> float:
    return float(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm))


def at_home(film: FilmedFlick) -> Iterator[SeenBall | None]:
    """Where the ball lies; nowhere; elsewhere."""
    home = truth(film, 0)
    yield home
    yield None
    yield SeenBall(x_mm=home.x_mm + WRONG_MM, y_mm=home.y_mm)


def test_where_it_lay_and_went_is_told_once_its_place_is_bare(films: list[FilmedFlick]) -> None:
    for film in films:
        for lay in at_home(film):
            clear, again = told(film, lay)
            assert [round(seen.at * FPS) for seen in again] == list(
                range(int(film.release_at * FPS) - BEFORE, clear)
            )
            for seen in again:
                assert apart(seen.ball, truth(film, round(seen.at * FPS))) < ERROR_MM


def test_the_ball_is_clear_of_its_place_by_then(films: list[FilmedFlick]) -> None:
    for film in films:
        clear, again = told(film, truth(film, 0))
        length = max(film.camera.surface.ball_mm)
        assert apart(again[0].ball, truth(film, clear)) > length
        assert apart(again[0].ball, truth(film, clear - 1)) < 4 * length


def test_nothing_is_told_of_a_place_under_a_hand(films: list[FilmedFlick]) -> None:
    film = films[0]
    x, y = film.plan.launch.origin
    corners = ((-60.0, -60.0), (60.0, -60.0), (60.0, 60.0), (-60.0, 60.0))
    hand = SeenHand(outline_mm=tuple((x + dx, y + dy) for dx, dy in corners))
    assert told(film, truth(film, 0), (hand,)) == (0, ())
