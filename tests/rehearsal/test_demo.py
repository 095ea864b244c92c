import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

from app.games.taru.game import Taru
from app.match.log import MemoryLog
from app.rehearsal.chance import chance_of
from app.rehearsal.demo import DemoOptions, DemoReport, run_demo
from app.rehearsal.faults import Faults
from app.rehearsal.mischief import Mischief
from app.rehearsal.player import Player
from app.rehearsal.stage import Cast, Stage
from app.rehearsal.truth import Tally
from app.rulebook.api import Game
from app.rulebook.board import Board
from app.wiring.boards import boards
from calibration.drift import apart_mm

SMALL = (768, 432)
KEYS = {
    "game", "seed", "result", "score", "turns", "rulings", "wrong_rulings", "missed_events",
    "questions", "frames", "seconds", "decision_ms_median", "decision_ms_p99",
}  # fmt: skip


@pytest.fixture(name="played", scope="module")
def fixture_played(tmp_path_factory: pytest.TempPathFactory) -> tuple[DemoReport, Path]:
    out = tmp_path_factory.mktemp("demo")
    return run_demo(Taru(), boards(), seed=1, out=out, options=DemoOptions(turns=5)), out


def test_the_referee_follows_some_turns_through_pixels_and_bytes(
    played: tuple[DemoReport, Path],
) -> None:
    report, _ = played
    assert report.cases == ()
    assert report.fine
    assert report.turns == 5
    assert report.rulings > 15
    assert report.questions <= 1


def test_a_demo_leaves_a_match_a_video_and_a_summary(played: tuple[DemoReport, Path]) -> None:
    report, out = played
    assert json.loads((out / "summary.json").read_text()).keys() >= KEYS
    assert (out / "match.jsonl").read_text().count("\n") > report.rulings / 2
    video = cv2.VideoCapture(str(out / "table.mp4"))
    assert video.get(cv2.CAP_PROP_FRAME_COUNT) == pytest.approx(report.table_seconds * 10, rel=0.1)


def test_a_camera_that_is_run_into_changes_nothing_of_a_match(tmp_path: Path) -> None:
    stages: list[Stage[Any]] = []
    options = DemoOptions(turns=2, faults=("bump_camera",), on_stage=stages.append)
    report = run_demo(Taru(), boards(), seed=1, out=tmp_path, options=options)
    assert report.cases == ()
    assert report.fine
    (stage,) = stages
    seen_from, hung = stage.frames.camera.table, stage.camera.table
    assert apart_mm(seen_from, hung, stage.surface) > 2.0
    assert apart_mm(stage.sight.eye.table, seen_from, stage.surface) < 0.6


def log_of(seed: int) -> bytes:
    log = MemoryLog()
    game = Taru()
    cast = Cast(board=boards()["std"], seed=seed, faults=Faults.named([]), size=SMALL)
    stage = Stage(game, cast, log)
    bot = game.bot()
    mischief = Mischief(bot, chance_of(seed, "bots"), 0.1, bot.visible_sections())
    player = Player(stage.match, stage.desk, stage.world, stage.tick, mischief, Tally())
    stage.wait(4.0)
    player.play(12, lambda: False)
    return bytes(log.data)


def test_the_same_seed_writes_the_same_log_byte_for_byte() -> None:
    first = log_of(3)
    assert len(first) > 3000
    assert first == log_of(3)


@pytest.mark.parametrize("fault", ["reset_board", "drop_bytes", "linger"])
def test_a_fault_costs_no_event(fault: str) -> None:
    options = DemoOptions(turns=2, faults=[fault], size=SMALL)
    report = run_demo(Taru(), boards(), seed=2, options=options)
    assert report.cases == ()
    assert report.fine


def test_a_referee_that_lets_an_illegal_step_pass_is_found_on_the_table(
    toy: Callable[..., Game[object]], toy_boards: Mapping[str, Board]
) -> None:
    options = DemoOptions(longest=14, illegal=0.5, size=(480, 270))
    sound = run_demo(toy(), toy_boards, seed=1, options=options)
    lax = run_demo(toy(lax=True), toy_boards, seed=1, options=options)
    assert sound.wrong_rulings == 0
    assert sound.sections_fired["M2"] >= 1
    assert lax.wrong_rulings >= 1
