"""What lies on a quiet table: read where something changed, held where nothing did."""

from dataclasses import replace

import pytest

from tests.vision.staged import SURFACE, at_square, camera_over, shown
from vision.layout_reader import Known, Layout, LayoutReader
from vision.observation import SeenBall, SeenDisc
from vision.synthetic import Scene, SceneBall, SceneDisc

CAMERA = camera_over(SURFACE, seed=9)
DISCS = tuple(at_square(SURFACE, f, r, (f + r) % 2) for f in (3, 6, 9) for r in (4, 9, 14))
BALL = SceneBall(x_mm=260.0, y_mm=460.0)
SCENE = Scene(discs=DISCS, ball=BALL)


def learned() -> LayoutReader:
    reader = LayoutReader(SURFACE, None)
    places = [(disc.x_mm, disc.y_mm, disc.team) for disc in DISCS]
    image = shown(CAMERA, SCENE, -1.0).image
    assert reader.learn(image, CAMERA.table, places, (BALL.x_mm, BALL.y_mm)) == len(DISCS)
    return reader


def read(reader: LayoutReader, scene: Scene, known: Known | None = None) -> Layout:
    image = shown(CAMERA, scene, 0.0).image
    return reader.read(image, CAMERA.table, known or Known(layout=Layout()))


def test_a_disc_between_two_changed_places_is_read_once() -> None:
    reader = learned()
    before = read(reader, SCENE)
    disc = DISCS[4]
    beside = [(disc.x_mm - 12.0, disc.y_mm), (disc.x_mm + 12.0, disc.y_mm)]
    now = read(reader, SCENE, Known(layout=before, places=(beside, 20.0)))
    assert len(now.discs) == len(DISCS)


def test_the_ball_lies_where_it_was_told_to_lie() -> None:
    seen = read(learned(), SCENE)
    assert len(seen.discs) == len(DISCS)
    assert seen.ball is not None
    assert (seen.ball.x_mm, seen.ball.y_mm) == (BALL.x_mm, BALL.y_mm)


def test_a_ball_followed_onto_a_disc_lies_on_it() -> None:
    reader, disc = learned(), DISCS[4]
    on_it = SceneBall(x_mm=disc.x_mm, y_mm=disc.y_mm, z_mm=SURFACE.disc_height_mm)
    before = read(reader, SCENE)
    known = Known(layout=before, near=(disc.x_mm, disc.y_mm))
    seen = read(reader, replace(SCENE, ball=on_it), known)
    assert seen.ball is not None
    assert seen.ball.on_disc is not None
    under = seen.discs[seen.ball.on_disc]
    assert abs(under.x_mm - disc.x_mm) + abs(under.y_mm - disc.y_mm) < 2.0


def test_a_disc_under_the_ball_that_was_put_on_it_is_not_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, disc = learned(), DISCS[4]
    before = read(reader, SCENE)
    others = [d for d in before.discs if abs(d.x_mm - disc.x_mm) + abs(d.y_mm - disc.y_mm) > 9]
    monkeypatch.setattr("vision.layout_reader.find_discs", lambda *_: others)
    monkeypatch.setattr("vision.layout_reader.find_disc_under_ball", lambda *_, **__: [])
    on_it = SceneBall(x_mm=disc.x_mm + 2, y_mm=disc.y_mm, z_mm=SURFACE.disc_height_mm)
    seen = read(reader, replace(SCENE, ball=on_it), Known(layout=before))
    assert len(seen.discs) == len(DISCS)
    assert seen.ball is not None
    assert seen.ball.on_disc == len(DISCS) - 1


def test_pieces_that_were_taken_away_are_gone() -> None:
    reader = learned()
    before = read(reader, SCENE)
    now = read(reader, Scene(discs=DISCS[1:]), Known(layout=before))
    assert len(now.discs) == len(DISCS) - 1
    assert now.ball is None


def test_what_is_not_made_out_but_looks_as_it_did_still_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither rings nor the ball are found in a bad light, but nothing has changed."""
    reader = learned()
    before = read(reader, SCENE)
    monkeypatch.setattr("vision.layout_reader.find_discs", lambda *_, **__: [])
    monkeypatch.setattr("vision.layout_reader.find_ball", lambda *_, **__: None)
    monkeypatch.setattr("vision.layout_reader.BallLook.find", lambda *_, **__: None)
    now = read(reader, replace(SCENE, light=0.2), Known(layout=before))
    assert now.discs == before.discs
    assert now.ball == before.ball
    assert not read(learned(), SCENE).discs


def test_a_ball_does_not_turn_up_where_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has the ball's colour elsewhere had it before: the ball is where it was followed to."""
    reader, disc = learned(), DISCS[4]
    before = read(reader, SCENE)
    elsewhere = SeenBall(x_mm=DISCS[0].x_mm, y_mm=DISCS[0].y_mm, sigma_mm=1.0)
    monkeypatch.setattr("vision.layout_reader.BallLook.find", lambda *_: elsewhere)
    rest = (disc.x_mm, disc.y_mm)
    moved = replace(SCENE, ball=SceneBall(x_mm=rest[0], y_mm=rest[1], z_mm=6.0))
    followed = replace(before, ball=SeenBall(x_mm=rest[0], y_mm=rest[1]))
    seen = read(reader, moved, Known(layout=followed, near=rest))
    assert seen.ball is not None
    assert abs(seen.ball.x_mm - rest[0]) + abs(seen.ball.y_mm - rest[1]) < 6.0


@pytest.mark.parametrize("onto", [(140.0, 540.0, 0.0), (DISCS[4].x_mm, DISCS[4].y_mm, 6.0)])
def test_a_ball_is_not_believed_to_lie_in_its_hole(
    monkeypatch: pytest.MonkeyPatch, onto: tuple[float, float, float]
) -> None:
    """It leapt, and what it left bare was followed; its colour is the felt's all over."""
    reader, (x, y, z) = learned(), onto
    before = read(reader, SCENE)
    felt_like = SeenBall(x_mm=60.0, y_mm=60.0, sigma_mm=2.5)
    monkeypatch.setattr("vision.layout_reader.BallLook.find", lambda *_: felt_like)
    hole = SeenBall(x_mm=BALL.x_mm + 12.0, y_mm=BALL.y_mm + 5.0, sigma_mm=1.9)
    known = Known(layout=replace(before, ball=hole), near=(hole.x_mm, hole.y_mm))
    seen = read(reader, replace(SCENE, ball=SceneBall(x_mm=x, y_mm=y, z_mm=z)), known)
    assert seen.ball is not None
    assert abs(seen.ball.x_mm - x) + abs(seen.ball.y_mm - y) < 3.0


def test_what_looked_the_same_while_the_ball_lay_elsewhere_is_not_the_ball(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Part of the table's edge has its colour; nobody saw the ball go."""
    reader = learned()
    before = read(reader, SCENE)
    edge = SeenBall(x_mm=DISCS[0].x_mm, y_mm=DISCS[0].y_mm, sigma_mm=1.0)
    monkeypatch.setattr("vision.layout_reader.BallLook.find", lambda *_: edge)
    moved = replace(SCENE, ball=SceneBall(x_mm=140.0, y_mm=540.0))
    seen = read(reader, moved, Known(layout=before))
    assert seen.ball is not None
    assert abs(seen.ball.x_mm - 140.0) + abs(seen.ball.y_mm - 540.0) < 3.0


@pytest.mark.parametrize("followed", [None, (DISCS[8].x_mm, DISCS[8].y_mm)])
def test_a_ball_put_where_none_lay_ends_a_wrong_belief(
    followed: tuple[float, float] | None,
) -> None:
    """The ball is off the table and believed to lie on a disc; then it is put on another, whatever
    was taken for it meanwhile.
    """
    reader = learned()
    away, wrong, right = replace(SCENE, ball=None), DISCS[0], DISCS[4]
    belief = SeenBall(x_mm=wrong.x_mm, y_mm=wrong.y_mm, z_mm=SURFACE.disc_height_mm)
    first = read(reader, away, Known(layout=Layout(ball=belief), near=(wrong.x_mm, wrong.y_mm)))
    assert first.ball is not None
    on_it = SceneBall(x_mm=right.x_mm, y_mm=right.y_mm, z_mm=SURFACE.disc_height_mm)
    seen = read(reader, replace(SCENE, ball=on_it), Known(layout=first, near=followed))
    assert seen.ball is not None
    assert abs(seen.ball.x_mm - right.x_mm) + abs(seen.ball.y_mm - right.y_mm) < 4.0


@pytest.mark.parametrize("laid", [True, False])
def test_a_disc_changes_its_team_only_where_something_changed(
    monkeypatch: pytest.MonkeyPatch, *, laid: bool
) -> None:
    """The ring of the lower disc of a stack is found: 3 mm off, its team read over two faces."""
    reader, k = learned(), 4
    before = read(reader, SCENE)
    other = replace(before.discs[k], team=1 - (before.discs[k].team or 0))
    misread = [
        replace(other, x_mm=other.x_mm + 3.0) if d == before.discs[k] else d for d in before.discs
    ]
    monkeypatch.setattr("vision.layout_reader.find_discs", lambda *_, **__: misread)
    turned = [replace(d, team=1 - d.team) if laid and _at(d, other) else d for d in DISCS]
    now = read(reader, replace(SCENE, discs=tuple(turned)), Known(layout=before))
    (seen,) = [d for d in now.discs if _at(d, other)]
    assert seen.team == (other.team if laid else before.discs[k].team)


def _at(disc: SeenDisc | SceneDisc, other: SeenDisc) -> bool:
    return abs(disc.x_mm - other.x_mm) + abs(disc.y_mm - other.y_mm) < 9.0
