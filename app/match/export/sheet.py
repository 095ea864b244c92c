"""The match sheet: one or more A4 pages with the score and every decision."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, XPos, YPos

from app.match.match import Match
from app.match.numbers import measure_text
from app.match.table_view import DecisionLine
from app.match.view import side_name
from app.rulebook.api import S
from app.rulebook.side import Side
from app.rulebook.words import Catalogue, Phrase, phrase

FAMILY = "sheet"
INK, GREY, RULE = (38, 56, 74), (110, 100, 90), (200, 188, 170)
WIDTHS_MM = (14.0, 28.0, 78.0, 22.0, 38.0)
LINE_MM = 5.0


@dataclass(frozen=True, kw_only=True)
class Fonts:
    """TrueType files the sheet is set in; both hold the letters of every language shown."""

    regular: Path
    bold: Path


def write_sheet(match: Match[S], catalogue: Catalogue, fonts: Fonts, path: Path) -> None:
    """Writes the sheet as PDF. The same match gives the same bytes."""
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it remarks on a font's date
    sheet = _Sheet(catalogue, fonts)
    sheet.add_page()
    _head(sheet, match)
    _table(sheet, match)
    sheet.output(str(path))


class _Sheet(FPDF):
    def __init__(self, catalogue: Catalogue, fonts: Fonts) -> None:
        super().__init__(format="A4")
        self.catalogue = catalogue
        self.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # not from a clock
        self.set_margin(15)
        self.set_auto_page_break(auto=True, margin=18)
        self.add_font(FAMILY, "", str(fonts.regular))
        self.add_font(FAMILY, "B", str(fonts.bold))
        self.set_text_color(*INK)
        self.set_draw_color(*RULE)

    def footer(self) -> None:
        self.set_y(-14)
        self.set_font(FAMILY, "", 8)
        self.set_text_color(*GREY)
        text = self.say(phrase("match.sheet.page", page=self.page_no()))
        self.cell(0, 6, text, align="R")
        self.set_text_color(*INK)

    def say(self, what: Phrase) -> str:
        return self.catalogue.say(what)

    def line_of(self, text: str, size: float, style: str = "") -> None:
        self.set_font(FAMILY, style, size)
        self.multi_cell(0, size * 0.5, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _head(sheet: _Sheet, match: Match[S]) -> None:
    home, away = (sheet.say(side_name(match, side)) for side in Side)
    score = match.standing.score
    sheet.line_of(sheet.say(phrase("match.sheet.title")), 11)
    words = phrase(
        "match.sheet.score", home=home, away=away, home_score=score[0], away_score=score[1]
    )
    sheet.line_of(sheet.say(words), 22, "B")
    sheet.line_of(sheet.say(_result(match)), 11)
    if match.setup.date:
        sheet.line_of(sheet.say(phrase("match.sheet.played_on", date=match.setup.date)), 9)
    board = match.setup.board.id
    sheet.line_of(sheet.say(phrase("match.sheet.game", game=match.game.name, board=board)), 9)
    sheet.ln(4)


def _result(match: Match[S]) -> Phrase:
    match match.standing.winner:
        case None:
            return phrase("match.sheet.unfinished")
        case "draw":
            return phrase("match.sheet.draw")
        case Side() as side:
            return phrase("match.sheet.winner", team=side_name(match, side))


def _table(sheet: _Sheet, match: Match[S]) -> None:
    sheet.line_of(sheet.say(phrase("match.sheet.decisions")), 13, "B")
    sheet.ln(1)
    names = ("entry", "side", "headline", "rule", "numbers")
    heads = [sheet.say(phrase(f"match.sheet.column_{name}")) for name in names]
    _row(sheet, heads, bold=True)
    for line in match.decisions:
        _row(sheet, _cells(sheet, match, line), bold=False)
    if any(getattr(step.event, "seen_path", True) is False for step in match.entries):
        sheet.ln(2)
        sheet.line_of(sheet.say(phrase("match.sheet.unseen_path")), 8)


def _cells(sheet: _Sheet, match: Match[S], line: DecisionLine) -> list[str]:
    flags = [name for name in ("refused", "struck", "provisional") if getattr(line, name)]
    marks = ", ".join(sheet.say(phrase(f"match.sheet.{flag}")) for flag in flags)
    headline = sheet.say(line.headline) + (f" ({marks})" if marks else "")
    side = "" if line.side is None else sheet.say(side_name(match, line.side))
    sections = ", ".join((line.rule, *line.also))
    numbers = " · ".join(measure_text(sheet.catalogue, m) for m in line.measures)
    return [str(line.entry), side, headline, sections, numbers]


def _height(sheet: _Sheet, width: float, text: str) -> float:
    wanted = MethodReturnValue.HEIGHT
    height = sheet.multi_cell(width, LINE_MM, text, dry_run=True, output=wanted, align="L")
    return height if isinstance(height, float) else LINE_MM


def _row(sheet: _Sheet, cells: Sequence[str], *, bold: bool) -> None:
    """A row as high as its highest cell, never torn over two pages."""
    sheet.set_font(FAMILY, "B" if bold else "", 9)
    heights = [_height(sheet, width, text) for width, text in zip(WIDTHS_MM, cells, strict=True)]
    height = max(heights)
    if sheet.will_page_break(height):
        sheet.add_page()
        sheet.set_font(FAMILY, "B" if bold else "", 9)
    top = sheet.get_y()
    left = sheet.l_margin
    for width, text in zip(WIDTHS_MM, cells, strict=True):
        sheet.set_xy(left, top)
        sheet.multi_cell(width, LINE_MM, text, align="L")
        left += width
    sheet.line(sheet.l_margin, top + height, sheet.l_margin + sum(WIDTHS_MM), top + height)
    sheet.set_y(top + height)
