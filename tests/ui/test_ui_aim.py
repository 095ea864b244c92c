"""The step that sets the eye up, in the real window: by itself, by touch, by the keys alone."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kivy.clock import Clock

from app.rehearsal.stage import surface_of
from app.rulebook.words import LANGS, Lang
from app.ui.aim_screen import AimScreen
from app.ui.aiming import Fit
from app.ui.controls import Lines, Text
from app.ui.keys import command_of
from app.ui.loupe import cut_out
from app.ui.speech import Speech
from app.wiring.aiming import Aimed, kept_for, still_right
from app.wiring.boards import boards
from calibration.drift import apart_mm
from vision.frames import Image
from vision.synthetic import Look, Scene, SyntheticCamera, default_view
from vision.synthetic.knocks import knocked

pytestmark = pytest.mark.window

SURFACE = surface_of(boards()["std"])
TABLE = default_view(SURFACE, (960, 540))
PICTURE = SyntheticCamera(SURFACE, TABLE, Look(markers=False), 4).render(Scene(), 0.0)
CORNERS = TABLE.to_image(np.column_stack([np.asarray(SURFACE.corners_mm), np.zeros(4)]))
ENTER, BACKSPACE, LEFT, DOWN, ONE, TWO = 40, 42, 80, 81, 30, 31


class Step:
    """The step in the window over one picture, with fingers and keys."""

    def __init__(self, window: Any, folder: Path, lang: Lang, picture: Image = PICTURE) -> None:
        self.folder, self.done = folder, 0
        self.aimed = Aimed("camera:0", SURFACE, lambda: picture, folder)
        self.screen: Any = AimScreen(self.aimed, Speech(lang, ("app.match",)))
        self.screen.on_done = self._done
        self.screen.size_hint, self.screen.size = (None, None), (1280, 800)
        window.add_widget(self.screen)
        self.pump()

    def _done(self) -> None:
        self.done += 1

    def pump(self) -> None:
        for _ in range(4):
            self.screen.refresh()
            Clock.tick()

    def shows(self, button: str) -> bool:
        return getattr(self.screen, button).parent is not None

    def found(self) -> Fit:
        self.aimed.close()
        self.pump()
        assert isinstance(self.screen.fit, Fit)
        return self.screen.fit

    def touch(self, *ways: tuple[float, float]) -> None:
        """A finger down at the first point (px of the picture), over the others, and up."""
        at = self.screen.view.to_screen(np.asarray(ways))
        finger = import_module("kivy.tests.common").UnitTestTouch(*at[0])
        finger.touch_down()
        for x, y in at[1:]:
            finger.touch_move(x, y)
        self.pump()
        finger.touch_up()
        self.pump()

    def key(self, scancode: int, times: int = 1) -> None:
        command = command_of(scancode, [])
        assert command is not None
        for _ in range(times):
            self.screen.command(command)
        self.pump()


@pytest.fixture
def step(window: Any, tmp_path: Path) -> Iterator[Callable[..., Step]]:
    made: list[Step] = []

    def begin(lang: Lang = "fr", picture: Image = PICTURE) -> Step:
        made.append(Step(window, tmp_path, lang, picture))
        return made[-1]

    yield begin
    for one in made:
        one.aimed.close()
        window.remove_widget(one.screen)


def test_the_eye_finds_the_table_and_asks_once_which_end_is_home(step: Callable[..., Step]) -> None:
    one = step()
    fit = one.found()
    assert fit.residual_mm < 0.3
    assert len(fit.regions) == 9
    assert not fit.home_known
    assert one.screen.accept.disabled
    one.key(ENTER)
    assert one.done == 0
    one.key(TWO)
    assert one.screen.fit.home == "right"
    one.screen.seat("left")
    assert one.screen.fit.home == "left"
    assert not one.screen.accept.disabled
    one.key(ENTER)
    assert one.done == 1
    assert one.aimed.table is not None
    assert apart_mm(one.aimed.table, TABLE, SURFACE) < 0.6
    kept = kept_for("camera:0", (960, 540), one.folder)
    assert kept is not None
    assert kept.residual_mm < 0.3
    assert kept_for("camera:0", (1280, 720), one.folder) is None
    assert kept_for("camera:1", (960, 540), one.folder) is None


def test_four_rough_touches_snap_to_the_ruled_lines(step: Callable[..., Step]) -> None:
    one = step()
    one.screen.touch_corners()
    rough = CORNERS + np.array([(4.0, -3.0), (-3.0, 4.0), (3.5, 3.5), (-4.0, -2.0)])
    for corner in rough:
        one.touch(tuple(corner + 30), tuple(corner))
    fit = one.found()
    assert fit.home_known
    assert np.abs(fit.corners_px - CORNERS).max() < 0.7
    assert np.allclose(one.screen.points, rough, atol=1.0)
    one.screen.accept.act()
    assert one.done == 1


def test_one_may_go_back_to_what_was_kept(step: Callable[..., Step]) -> None:
    one = step()
    one.found()
    assert not one.shows("kept")
    one.key(ONE)
    one.screen.take()
    one.screen.touch_corners()
    one.pump()
    assert one.shows("kept")
    one.screen.kept.act()
    fit = one.found()
    assert fit.home_known
    assert fit.residual_mm < 0.3
    one.key(ENTER)
    assert one.done == 2


def test_a_corner_that_was_found_is_dragged_elsewhere(step: Callable[..., Step]) -> None:
    one = step()
    one.found()
    held = one.screen.fit.corners_px[2]
    one.touch(tuple(held), (held[0] + 5.0, held[1] + 4.0))
    assert one.screen.stage in ("search", "found")
    fit = one.found()
    assert np.abs(fit.corners_px[2] - held).max() < 0.7


def test_the_keys_alone_set_four_corners(step: Callable[..., Step]) -> None:
    one = step()
    one.screen.touch_corners()
    for k, corner in enumerate(CORNERS):
        assert one.screen.at == k
        one.key(DOWN, 3)
        one.screen.points[k] = np.round(corner + 2)
        one.key(LEFT, 2)
        assert one.screen.points[k][0] < round(corner[0] + 2)
        one.screen.points[k] = np.round(corner + 2)  # keys pressed fast go far
        one.key(ENTER)
    assert one.found().residual_mm < 0.3


def test_a_point_is_taken_back(step: Callable[..., Step]) -> None:
    one = step()
    one.screen.touch_corners()
    one.touch((100.0, 100.0))
    one.touch((110.0, 400.0))
    one.key(BACKSPACE)
    assert (len(one.screen.points), one.screen.at) == (1, 1)
    one.key(ONE)
    assert one.screen.stage == "search"


def test_what_shows_no_table_says_why_and_asks_for_the_corners(step: Callable[..., Step]) -> None:
    one = step("fr", np.full_like(PICTURE, 70))
    one.aimed.close()
    one.pump()
    assert one.screen.stage == "touch"
    assert "quadrillage" in one.screen.why.text
    for corner in (CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]):
        one.touch(tuple(corner))
    one.aimed.close()
    one.pump()
    assert "vu d’en haut" in one.screen.why.text
    assert one.screen.stage == "touch"


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_cut_in_any_stage(step: Callable[..., Step], lang: Lang) -> None:
    one = step(lang)
    for stage in (lambda: None, one.found, one.screen.touch_corners):
        stage()
        one.pump()
        shown = [w for w in one.screen.walk(restrict=True) if w.width > 1]
        texts = [w for w in shown if isinstance(w, Text) and w.text]
        assert all(text.fits() for text in texts)
        lines: list[Any] = [w for w in shown if isinstance(w, Lines) and w.text]
        assert min(w.to_window(*w.pos)[1] for w in [*texts, *lines]) >= 0
    sentence = one.screen.text.text
    one.screen.command("language")
    assert one.screen.text.text != sentence


def test_a_loupe_ends_where_the_picture_does() -> None:
    seen = cut_out(PICTURE, (0.2, 3.0), 4)
    assert seen.shape == (9, 9, 3)
    assert not seen[:, :4].any()
    assert np.array_equal(seen[:, 4:], PICTURE[0:8, 0:5][-9:]) or seen[1:, 4:].any()
    whole = cut_out(PICTURE, (100.0, 80.0), 4)
    assert np.array_equal(whole, PICTURE[76:85, 96:105])


def test_a_map_from_another_evening_is_moved_or_refused() -> None:
    gone = knocked(TABLE, SURFACE, np.random.default_rng(5))
    found = still_right(gone, PICTURE, SURFACE)
    assert found is not None
    assert apart_mm(found, TABLE, SURFACE) < 0.6
    assert still_right(TABLE, np.full_like(PICTURE, 70), SURFACE) is None
