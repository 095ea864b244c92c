"""A match that is resumed and its box."""

from pathlib import Path

from app.games.taru.game import Taru
from app.match.log import FileLog
from app.match.match import Match, Setup
from app.rulebook.facts import DiceRolled
from app.wiring.boards import boards
from app.wiring.live import heard_so_far
from firmware_bridge.delivery import Cursor


def test_a_resumed_match_knows_how_far_it_came_with_its_box(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert heard_so_far(path) is None
    match = Match.start(Taru(), Setup(board=boards()["std"]), FileLog(path))
    assert heard_so_far(path) is None
    match.take(DiceRolled(faces=(3, 4)), cursor=(7, 1, 41, 0))
    match.take(DiceRolled(faces=(3, 4)), cursor=(7, 1, 42, 2))
    match.answer("match.ask.played", "0")
    match.close()
    assert heard_so_far(path) == Cursor(uid=7, epoch=1, id=42, lost=2)
