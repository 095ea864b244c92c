"""A ball that left its place is found in the frames in which it still half hid that place."""

from collections.abc import Iterator

import numpy as np
import pytest

from vision.frames import Frame
from vision.hindsight import Hindsight
from vision.observation import SeenAgain, SeenBall, SeenDisc, SeenHand
from vision.synthetic import Scene, SceneBall
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


OUT_MM = (5.0, 9.0, 14.0, 18.0, 16.0)
BACK_MM, ASTRAY_MM, BESIDE_MM = 14.0, 7.0, 2.5
"""How far along a line a ball goes and comes back to rest; how far off it is followed there, and
how far off, its place being half hidden, it is seen at most.
"""


def comes_back(film: FilmedFlick) -> tuple[list[Frame], list[SceneBall]]:
    """Pictures of a ball that goes from the middle of a disc, turns back and rests on its rim."""
    disc, high = film.discs[0], film.camera.surface.disc_height_mm
    start = SceneBall(x_mm=disc.x_mm, y_mm=disc.y_mm, z_mm=high)
    balls = [start, start]
    for far in (*OUT_MM, BACK_MM, BACK_MM, BACK_MM):
        away = (disc.x_mm + 0.8 * far, disc.y_mm + 0.6 * far)
        balls.append(SceneBall(x_mm=away[0], y_mm=away[1]))
    scenes = [Scene(discs=film.discs, ball=ball) for ball in balls]
    frames = [
        Frame(at=k / FPS, image=film.camera.render(scene, k / FPS), index=k)
        for k, scene in enumerate(scenes)
    ]
    return frames, balls


def as_seen(ball: SceneBall, astray_mm: float = 0.0) -> SeenBall:
    return SeenBall(x_mm=ball.x_mm + astray_mm, y_mm=ball.y_mm, z_mm=ball.z_mm)


@pytest.mark.parametrize("known", [True, False])
def test_a_ball_that_rests_beside_its_place_is_found_in_all_pictures(
    films: list[FilmedFlick], *, known: bool
) -> None:
    for film in films:
        frames, balls = comes_back(film)
        discs = [SeenDisc(x_mm=disc.x_mm, y_mm=disc.y_mm) for disc in film.discs]
        sight = Hindsight(film.table, film.camera.surface)
        sight.settle(frames[0], as_seen(balls[0]) if known else None, discs)
        for frame, ball in zip(frames[1:-1], balls[1:-1], strict=True):
            followed = as_seen(ball, 0.0 if ball is balls[0] else ASTRAY_MM)
            assert sight.look(frame, followed, (), discs) == ()
        near = as_seen(balls[-1], ASTRAY_MM)
        rests = sight.rests(frames[-1], (near.x_mm, near.y_mm))
        assert rests is not None
        assert apart(rests, as_seen(balls[-1])) < BESIDE_MM
        again = sight.settle(frames[-1], rests, discs)
        assert [round(seen.at * FPS) for seen in again] == list(range(len(frames) - 1))
        for seen in again:
            assert apart(seen.ball, as_seen(balls[round(seen.at * FPS)])) < BESIDE_MM
