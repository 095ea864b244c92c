"""The match sheet and the JSON record, in both languages."""

from pathlib import Path

import pytest

from app.match.export.sheet import Fonts, write_sheet
from app.match.log import MemoryLog
from app.match.match import Match, Setup
from app.rulebook.facts import DiceRolled
from app.rulebook.geometry import square
from app.rulebook.words import Catalogue, Lang
from tests.match.toy import BOARD, Done, Slide, State, Toy

FOLDER = Path(__file__).parents[2] / "app" / "ui" / "fonts"
FONTS = Fonts(regular=FOLDER / "Lato-Regular.ttf", bold=FOLDER / "Lato-Bold.ttf")


def played(turns: int = 1) -> Match[State]:
    setup = Setup(board=BOARD, names=("Chêne à l’œil", "Noyer"), date="2026-01-16")
    match = Match.start(Toy(), setup, MemoryLog())
    for _ in range(turns):
        match.take(DiceRolled(faces=(2, 1)))
        match.take(Slide(disc="H1", to=square("b7"), seen_path=False))
        match.take(Done())
    match.undo()
    return match


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("turns", [1, 60])
def test_a_sheet_holds_every_decision_and_is_the_same_every_time(
    tmp_path: Path, lang: Lang, turns: int
) -> None:
    catalogue = Catalogue(lang, "app.match")
    for name in ("a.pdf", "b.pdf"):
        write_sheet(played(turns), catalogue, FONTS, tmp_path / name)
    first = (tmp_path / "a.pdf").read_bytes()
    assert first.startswith(b"%PDF")
    assert first == (tmp_path / "b.pdf").read_bytes()
    assert first.count(b"/Type /Page\n") == (1 if turns == 1 else 4)
