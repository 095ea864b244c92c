"""Kivy as a library, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.window


def run(code: str, home: Path, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "DISPLAY"))}
    return subprocess.run(  # noqa: S603  our own code
        [sys.executable, "-c", code, "--size=3", "-v"],
        cwd=ROOT,
        env=kept | {"HOME": str(home)} | env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_arguments_home_and_logging_are_left_alone(tmp_path: Path) -> None:
    code = """
import logging, sys
err = sys.stderr
from app.ui import boot
assert boot.prepare() == "offscreen"
boot.open_window()
from kivy.core.window import Window
assert tuple(Window.size) == (1280, 800), Window.size
assert sys.argv[1:] == ["--size=3", "-v"], sys.argv
assert sys.stderr is err
assert logging.getLogger().level == logging.WARNING
assert not logging.getLogger().handlers
"""
    done = run(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(tmp_path.iterdir())


def test_without_a_window_there_is_one_sentence(tmp_path: Path) -> None:
    code = """
import sys
from app.ui import boot
from app.rulebook.words import Catalogue, Problem
boot.prepare()
try:
    boot.open_window()
except Problem as problem:
    print(Catalogue("en", "app.ui").say(problem.phrase))
    sys.exit(2)
"""
    done = run(code, tmp_path, SDL_VIDEODRIVER="no such driver")
    assert done.returncode == 2
    assert "apt-get install" in done.stdout


def test_a_match_window_wants_a_display(tmp_path: Path) -> None:
    code = """
from app.ui.app import run_window
from app.rulebook.words import Problem
from tests.ui.fake_desk import FakeDesk, PLAYING
try:
    run_window(FakeDesk(PLAYING), lang="fr")
except Problem as problem:
    print(problem.phrase.key)
"""
    assert run(code, tmp_path).stdout.strip() == "ui.no_display"


def test_preparing_after_kivy_is_a_mistake(tmp_path: Path) -> None:
    code = "import kivy; from app.ui import boot; boot.prepare()"
    done = run(code, tmp_path, KIVY_NO_ARGS="1")
    assert "before the first import of kivy" in done.stderr


def test_a_screenshot_has_the_size_asked_for(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from app.ui.shots import screenshot
from tests.ui.fake_desk import FakeDesk, PLAYING
screenshot(FakeDesk(PLAYING), Path({str(tmp_path / "table.png")!r}), (1280, 800), "fr")
"""
    done = run(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    header = (tmp_path / "table.png").read_bytes()[:24]
    assert header[:4] == b"\x89PNG"
    assert (int.from_bytes(header[16:20]), int.from_bytes(header[20:24])) == (1280, 800)
