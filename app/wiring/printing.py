"""`print`: markers for the frame and a sheet in true size, as PDF with a ruler to check it by."""

import logging
from datetime import UTC, datetime
from pathlib import Path

import cv2
import typer
from fpdf import FPDF

from app.rehearsal.stage import surface_of
from app.rulebook.words import Problem
from app.wiring.boards import board_named
from app.wiring.language import Voice
from app.wiring.places import sheet_fonts
from calibration.markers import COUNT, DICTIONARY
from calibration.surface import Surface

MARKER_MM, RIM_MM, MODULES = 37.5, 6.0, 6
"""Black square, white rim around it, and modules along its side (four bits and the border)."""
RULER_MM = 100
LEFT_MM, TOP_MM = 25.0, 30.0
FAMILY = "print"


def attach(cli: typer.Typer, voice: Voice) -> None:
    group = typer.Typer(help=voice.text("cli.print.help"), no_args_is_help=True)

    @group.command(help=voice.text("cli.print.markers"))
    def markers(
        out: Path = typer.Option(Path("markers.pdf"), help=voice.text("cli.print.out")),
    ) -> None:
        page = _page(voice)
        for number in range(COUNT):
            _marker(page, voice, number)
        page.set_xy(LEFT_MM, 215)
        page.multi_cell(160, 5, voice.text("cli.print.glue"))
        _write(page, voice, out)

    @group.command(help=voice.text("cli.print.sheets"))
    def sheets(
        board: str = typer.Option("std", help=voice.text("cli.print.board")),
        out: Path = typer.Option(Path("sheet.pdf"), help=voice.text("cli.print.out")),
    ) -> None:
        known = board_named(board)
        page = _page(voice)
        _squares(page, voice, surface_of(known), known.id)
        _write(page, voice, out)

    cli.add_typer(group, name="print")


def _page(voice: Voice) -> FPDF:
    """An A4 page with the ruler at its foot."""
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it remarks on a font's date
    fonts = sheet_fonts()
    page = FPDF(format="A4")
    page.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # not from a clock
    page.set_auto_page_break(auto=False)
    page.add_font(FAMILY, "", str(fonts.regular))
    page.add_page()
    page.set_font(FAMILY, "", 10)
    foot = 262.0
    page.line(LEFT_MM, foot, LEFT_MM + RULER_MM, foot)
    for mm in range(0, RULER_MM + 1, 5):
        page.line(LEFT_MM + mm, foot, LEFT_MM + mm, foot - (5 if mm % 10 == 0 else 3))
    for mm in range(0, RULER_MM + 1, 50):
        page.text(LEFT_MM + mm - 2, foot + 5, str(mm))
    page.text(LEFT_MM, foot + 12, voice.text("cli.print.ruler"))
    return page


def _marker(page: FPDF, voice: Voice, number: int) -> None:
    """One marker in vectors, its cutting line, its number and an arrow towards Away."""
    step = MARKER_MM + 2 * RIM_MM + 32
    left, top = LEFT_MM + step * (number % 2), TOP_MM + step * (number // 2)
    page.set_draw_color(160)
    page.rect(left, top, MARKER_MM + 2 * RIM_MM, MARKER_MM + 2 * RIM_MM)
    book = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    bits = cv2.aruco.generateImageMarker(book, number, MODULES)
    side = MARKER_MM / MODULES
    page.set_fill_color(0)
    for row, column in zip(*(bits == 0).nonzero(), strict=True):
        x, y = left + RIM_MM + column * side, top + RIM_MM + row * side
        page.rect(x, y, side, side, style="F")
    middle = left + MARKER_MM / 2 + RIM_MM
    page.polygon([(middle - 2, top + 4.5), (middle + 2, top + 4.5), (middle, top + 1.5)], style="F")
    place = voice.text(f"cli.print.place_{number}")
    said = voice.text("cli.print.marker", number=number, place=place)
    page.text(left, top + MARKER_MM + 2 * RIM_MM + 6, said)


def _squares(page: FPDF, voice: Voice, surface: Surface, name: str) -> None:
    """Squares of the board in true size, a disc in the first and the ball in the second."""
    size = surface.square_mm
    columns, rows = max(1, int(160 / size)), max(1, int(190 / size))
    page.set_xy(LEFT_MM, 18)
    long, short = surface.ball_mm
    sizes = {"square": size, "disc": surface.disc_mm, "long": long, "short": short}
    page.text(LEFT_MM, 22, voice.text("cli.print.sheet", name=name, **sizes))
    for column in range(columns + 1):
        x = LEFT_MM + column * size
        page.line(x, TOP_MM, x, TOP_MM + rows * size)
    for row in range(rows + 1):
        y = TOP_MM + row * size
        page.line(LEFT_MM, y, LEFT_MM + columns * size, y)
    inset = (size - surface.disc_mm) / 2
    page.ellipse(LEFT_MM + inset, TOP_MM + inset, surface.disc_mm, surface.disc_mm)
    below = TOP_MM + size * (1 if rows > 1 else 0)
    page.ellipse(LEFT_MM + (size - long) / 2, below + (size - short) / 2, long, short)


def _write(page: FPDF, voice: Voice, path: Path) -> None:
    try:
        page.output(str(path))
    except OSError:
        raise Problem("cli.cannot_write", path=str(path)) from None
    voice.say("cli.print.done", path=str(path))
