"""`dice verify` and `dice test` on the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from app.games.taru.game import Taru
from app.match.desk import HandDesk
from app.match.log import FileLog, read_log, seal
from app.match.match import Match, Setup
from app.wiring.boards import boards
from app.wiring.chances import ALARM_P, fit, power, visible_share
from app.wiring.cli import run

Capture = pytest.CaptureFixture[str]
Complaint = Callable[..., str]


def played(path: Path) -> Path:
    """A match by hand whose first rolls were made with the app's own dice."""
    match = Match.start(Taru(), Setup(board=boards()["std"]), FileLog(path))
    desk = HandDesk(match, Random(2))
    for _ in range(60):
        desk.roll()
        choices = match.awaits.choices
        if choices and not match.awaits.rolls:
            desk.take(choices[0].play)
    desk.close()
    return path


def test_a_match_by_hand_is_verified(tmp_path: Path, capsys: Capture) -> None:
    path = played(tmp_path / "match.jsonl")
    assert run(["dice", "verify", str(path), "--json", "--lang", "en"]) == 0
    told = capsys.readouterr().out.splitlines()
    report = json.loads(told[-1])
    assert report["rolls"] >= 1
    assert report["proved"] == report["dice"] == 2 * report["rolls"]
    assert "proved" in told[0]


def test_no_bit_of_a_match_file_can_change_and_still_be_vouched_for(
    tmp_path: Path, capsys: Capture
) -> None:
    path = played(tmp_path / "match.jsonl")
    data = path.read_bytes()
    start = data.index(b'"dice":[{')
    rng = Random(5)
    for _ in range(60):
        changed = bytearray(data)
        changed[rng.randrange(start, len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        assert run(["dice", "verify", str(path)]) in {1, 2}
        assert "Traceback" not in capsys.readouterr().err


def test_a_forged_face_is_named_by_its_line(tmp_path: Path, capsys: Capture) -> None:
    path = played(tmp_path / "match.jsonl")
    log = read_log(path)
    lines = [seal(log.header)]
    for line in log.lines:
        text = seal(line)
        if line.event is not None and "faces" in line.event:
            text = text.replace(b'"faces":[', b'"faces":[7,', 1)
        lines.append(_sealed_again(text))
    path.write_bytes(b"".join(lines))
    assert run(["dice", "verify", str(path), "--lang", "en"]) == 1
    assert "does not follow" in capsys.readouterr().err


def _sealed_again(text: bytes) -> bytes:
    import zlib  # noqa: PLC0415 - only to forge

    body = text.rpartition(b',"crc":"')[0]
    return b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))


def test_bad_input_is_one_sentence(complaint: Complaint, tmp_path: Path) -> None:
    assert "nothing.jsonl" in complaint("dice", "verify", tmp_path / "nothing.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    complaint("dice", "verify", tmp_path / "empty.jsonl")
    complaint("dice", "test", "--box", "/dev/ttyTARU9")


def test_the_dice_of_the_simulated_box_are_well(capsys: Capture) -> None:
    assert run(["dice", "test", "--box", "sim://", "--rolls", "120", "--json", "--lang", "fr"]) == 0
    told = capsys.readouterr().out.splitlines()
    report = json.loads(told[-1])
    assert {die: fits["rolls"] >= 120 for die, fits in report["dice"].items()} == {
        "R": True,
        "G": True,
    }
    assert not report["alarm"]
    assert any("neuf fois sur dix" in line for line in told)


def test_few_rolls_conclude_nothing(tmp_path: Path, capsys: Capture) -> None:
    path = played(tmp_path / "match.jsonl")
    assert run(["dice", "test", str(path), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "Too few rolls" in told
    assert "go unnoticed" in told


def test_what_chi_square_says_and_what_it_takes() -> None:
    fair = fit([1, 2, 3, 4, 5, 6] * 20 + [1, 2, 3])
    assert not fair.alarming or fair.p > 1 - ALARM_P
    assert fit([1, 2, 3, 4, 5] * 60).alarming
    assert not fit([6] * 5).alarming  # too few to say so
    # Rolls needed to see a bias, alpha 1 %, power 90 %, as published for the design.
    for share, rolls in ((0.20, 2754), (0.18, 17209)):
        assert power(share, rolls) >= 0.9 > power(share, rolls - 2)
        assert visible_share(rolls) == pytest.approx(share, abs=1e-4)
    assert power(0.0, 111) >= 0.9 > power(0.0, 110)
    assert visible_share(10) is None
