"""Dumps: written as it goes, and never over what is read."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from calibration.command_line import run
from calibration.problem import EyeProblem
from vision.dumping import check_dump, dumping
from vision.measured import Measurement, add_command


def test_a_run_that_is_interrupted_keeps_what_it_measured(tmp_path: Path) -> None:
    def measured() -> Iterator[int]:
        yield from (1, 2)
        raise KeyboardInterrupt

    def numbers() -> Measurement[int]:
        return Measurement(
            scores=measured(), line=lambda one: {"n": one}, figures=lambda all_: {"n": len(all_)}
        )

    app, dump = typer.Typer(), tmp_path / "dump.jsonl"
    add_command(app, numbers)
    app.registered_commands[0].help = "help.light"
    assert run(app, "vision", ["--dump", str(dump)]) == 130
    assert [json.loads(line)["n"] for line in dump.read_text("utf-8").splitlines()] == [1, 2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_that_nobody_reads_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EyeProblem) as refused:
        check_dump(tmp_path / "pipe")
    assert refused.value.key == "dump.refused"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk on this system")
def test_a_full_disk_is_one_sentence() -> None:
    with pytest.raises(EyeProblem) as refused, dumping(Path("/dev/full"), ()) as keep:
        keep({"n": 1})
    assert refused.value.key == "dump.refused"


@pytest.mark.parametrize("name", ["crests.json", "crests.jpg", "link"])
def test_what_is_read_is_never_written_over(
    tmp_path: Path, complaint: Callable[..., str], name: str
) -> None:
    fixtures = Path(__file__).parent / "fixtures"
    for suffix in (".json", ".jpg"):
        (tmp_path / f"crests{suffix}").write_bytes((fixtures / f"crests{suffix}").read_bytes())
    (tmp_path / "link").hardlink_to(tmp_path / "crests.json")
    before = (tmp_path / name).read_bytes()
    asked = ("evaluate", "pictures", tmp_path, "--dump", tmp_path / name)
    assert "another name" in complaint(*asked)
    assert (tmp_path / name).read_bytes() == before
