"""`python hardware/wiring/draw.py`: the drawings of wiring.toml as SVG, beside this file."""

import tomllib
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).parent
ROW, THING, WIRE, SPINE, HEAD, LINE = 40, 268, 200, 168, 76, 18
INK, WOOD, PAPER, PALE, EMBER = "#26384A", "#7A5530", "#F8F3E9", "#EADFCB", "#8A4708"
FONT = "font-family='DejaVu Sans, Arial, sans-serif'"
Row = tuple[str, str, str, str, str]


def board_rows(pins: Sequence[dict[str, str]], hangs: dict[str, list[str]]) -> list[Row]:
    """Rows of the board: inputs hang on its left, outputs and what is free on its right."""
    rows = []
    for pin in pins:
        wire, thing = hangs.get(pin["id"], ["", f"{pin['fr']}|{pin['en']}"])
        name = f"{pin['pin']} ({pin['port']})"
        left = pin["way"] == "in"
        rows.append((thing, wire, name, "", "") if left else ("", "", name, wire, thing))
    return rows


def text(x: float, y: float, words: str, *, size: int, anchor: str, fill: str = INK) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' {FONT} font-size='{size}' text-anchor='{anchor}' "
        f"fill='{fill}'>{escape(words)}</text>"
    )


def both(x: float, y: float, words: str, *, anchor: str = "middle") -> Iterator[str]:
    """French above English, or the one line that serves both, centred at `y`."""
    french, _, english = words.partition("|")
    if english and english != french:
        yield text(x, y - 2, french, size=12, anchor=anchor)
        yield text(x, y + 12, english, size=11, anchor=anchor, fill=WOOD)
    else:
        yield text(x, y + 4, french, size=12, anchor=anchor)


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f"<rect x='{x:g}' y='{y:g}' width='{width}' height='{height:g}' rx='5' fill='{fill}' "
        f"stroke='{INK}' stroke-width='1.2'/>"
    )


def side(rows: Sequence[Row], *, right: bool) -> Iterator[str]:
    """What hangs on one side: wires to the spine, and neighbours with one name as one thing."""
    thing, wire = (4, 3) if right else (0, 1)
    spine_at = THING + WIRE + (SPINE if right else 0)
    thing_at = THING + 2 * WIRE + SPINE if right else 0
    near = thing_at if right else thing_at + THING
    for name, group in groupby(enumerate(rows), key=lambda pair: pair[1][thing]):
        members = list(group)
        if not name:
            continue
        top = HEAD + members[0][0] * ROW + 3
        yield box(20 + thing_at, top, THING, len(members) * ROW - 6, PAPER)
        yield from both(20 + thing_at + THING / 2, top + len(members) * ROW / 2 - 3, name)
        for i, row in members:
            y = HEAD + i * ROW + ROW / 2
            yield (
                f"<line x1='{20 + near}' y1='{y:g}' x2='{20 + spine_at}' y2='{y:g}' "
                f"stroke='{EMBER}' stroke-width='1.6'/>"
            )
            if row[wire]:
                yield label(20 + (near + spine_at) / 2, y, row[wire])


def label(x: float, y: float, words: str) -> str:
    """A word on a wire, on paper so that the wire does not run through it; one line for both."""
    french, _, english = words.partition("|")
    shown = english or french
    width = 6.2 * len(shown) + 8
    return (
        f"<rect x='{x - width / 2:g}' y='{y - 8:g}' width='{width:g}' height='16' fill='white'/>"
        + text(x, y + 4, shown, size=11, anchor="middle", fill=EMBER)
    )


def draw(drawing: dict[str, object], rows: Sequence[Row]) -> str:
    """One drawing as an SVG text."""
    title, spine = str(drawing["title"]), str(drawing["spine"])
    notes = [str(note) for note in drawing.get("notes", [])]
    width = 40 + 2 * THING + 2 * WIRE + SPINE
    foot = HEAD + len(rows) * ROW + 30
    height = foot + 2 * LINE * len(notes) + 4
    french, _, english = title.partition("|")
    left = 20 + THING + WIRE
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}'>",
        f"<rect width='{width}' height='{height}' fill='white'/>",
        text(20, 26, french, size=17, anchor="start"),
        text(20, 46, english, size=13, anchor="start", fill=WOOD),
        *side(rows, right=False),
        *side(rows, right=True),
        box(left, HEAD - 20, SPINE, len(rows) * ROW + 24, PALE),
        text(left + SPINE / 2, HEAD - 6, spine.replace("|", " · "), size=12, anchor="middle"),
        *(
            text(left + SPINE / 2, HEAD + i * ROW + ROW / 2 + 4, row[2], size=12, anchor="middle")
            for i, row in enumerate(rows)
        ),
    ]
    for i, note in enumerate(notes):
        french, _, english = note.partition("|")
        parts.append(text(20, foot + 2 * LINE * i, french, size=12, anchor="start"))
        parts.append(
            text(20, foot + 2 * LINE * i + 15, english, size=11, anchor="start", fill=WOOD)
        )
    return "\n".join([*parts, "</svg>", ""])


def drawings() -> dict[str, str]:
    """All drawings by file name."""
    pins = tomllib.loads((HERE.parent / "pins.toml").read_text("utf-8"))["pins"]
    wiring = tomllib.loads((HERE / "wiring.toml").read_text("utf-8"))
    made = {}
    for drawing in wiring["drawings"]:
        rows = drawing.get("rows")
        rows = board_rows(pins, drawing["hangs"]) if rows is None else [tuple(row) for row in rows]
        made[f"{drawing['id']}.svg"] = draw(drawing, rows)
    return made


if __name__ == "__main__":
    for name, svg in drawings().items():
        (HERE / name).write_text(svg, "utf-8")
