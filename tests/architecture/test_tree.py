"""The tree keeps its shape: file lengths, top level, words in both languages, no machine paths."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("app", "vision", "calibration", "firmware_bridge")
TOP_FOLDERS = {*PACKAGES, "tests", "hardware"}


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607 - git as found on the machine
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("this tree is not a git checkout, so there is no list of its files")
    return [ROOT / name for name in listed.stdout.splitlines()]


def test_python_files_stay_small_enough_to_hold_in_the_head() -> None:
    lengths = {p: len(p.read_text("utf-8").splitlines()) for p in tracked() if p.suffix == ".py"}
    too_long = {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > 300}
    assert not too_long
    sizes = sorted(n for p, n in lengths.items() if p.relative_to(ROOT).parts[0] in PACKAGES and n)
    assert sizes[len(sizes) // 2] <= 150


def test_no_further_top_level_folder() -> None:
    folders = {
        p.relative_to(ROOT).parts[0] for p in tracked() if len(p.relative_to(ROOT).parts) > 1
    }
    assert {name for name in folders if not name.startswith(".")} <= TOP_FOLDERS


def test_no_unfinished_marks_and_no_machine_paths() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b|(^|[^A-Za-z.])/(home|root|work)/")
    found = [
        f"{p.relative_to(ROOT)}:{n}"
        for p in tracked()
        if p.suffix in {".py", ".md", ".toml", ".sh"} and p != Path(__file__)
        for n, line in enumerate(p.read_text("utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert not found
