"""The commands of the README exist, with the options it names."""

import re
from pathlib import Path

import pytest

import calibration.__main__
import vision.__main__
from app.wiring.cli import run
from calibration import command_line

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
WRITTEN = re.compile(
    r"(?:^|`)(taru-table|python -m (?:vision|calibration))((?: [^`\n#]+)?)", re.MULTILINE
)
ALONE = {"vision": vision.__main__.app, "calibration": calibration.__main__.app}
COMMANDS = sorted({(program, words.strip()) for program, words in WRITTEN.findall(README)})


def test_the_readme_names_commands() -> None:
    assert len(COMMANDS) > 30


@pytest.mark.parametrize(("program", "words"), COMMANDS)
def test_a_command_of_the_readme_exists(
    program: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # else a page cuts long names of options
    line = words.split()
    path = [word for k, word in enumerate(line) if _leads(line[: k + 1])]
    asked = [*path, "--help", "--lang", "en"]
    package = program.rpartition(" ")[2]
    alone = ALONE.get(package)
    code = run(asked) if alone is None else command_line.run(alone, package, asked)
    page = capsys.readouterr().out
    assert code == 0, (program, words)
    missing = {o.partition("=")[0] for o in line if o.startswith("--")} - set(_options(page))
    assert missing <= {"--lang"}


def _leads(words: list[str]) -> bool:
    """Whether all words up to here are names of commands: plain, and before any option or value."""
    return all(re.fullmatch(r"[a-z]+", word) for word in words) and len(words) <= 2


def _options(page: str) -> list[str]:
    return re.findall(r"--[a-z][a-z-]*", page)
