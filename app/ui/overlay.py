"""What lies over the table as light: targets, the offside line, the last move, ghosts, marks.

Everything is projected, so that the same overlay fits the drawn board and the camera's picture.
"""

from dataclasses import dataclass

from kivy.graphics import InstructionGroup

from app.match.table_view import TableView
from app.rulebook.api import Target
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.ui.pen import Pen
from app.ui.projection import Projection
from app.ui.tokens import tokens


@dataclass(frozen=True, kw_only=True)
class Marks:
    """What fingers have brought up, and which layers are wanted."""

    selected: DiscId | None = None
    targets: tuple[Target, ...] = ()
    flicking: bool = False
    flick_by: DiscId | None = None
    asked: Square | None = None
    cursor: Square | None = None
    lines: bool = True
    last_move: bool = True


class Overlay:
    """Draws below the pieces (`under`) and above them (`over`)."""

    def __init__(self, under: InstructionGroup, over: InstructionGroup) -> None:
        self._under, self._over = under, over

    def draw(self, view: TableView, marks: Marks, projection: Projection) -> None:
        self._under.clear()
        self._over.clear()
        pen = Pen(view, projection)
        under: list[object] = []
        over: list[object] = []
        if view.awaits.kind == "place":
            under += pen.areas()
        if marks.lines:
            under += pen.offside_line()
            over += pen.offside_discs() + pen.played()
        if marks.last_move and view.last_move is not None:
            under += pen.arrow(*view.last_move)
        over += pen.buried() + pen.ghosts() + tokens(view, projection)
        over += pen.selection(marks.selected, marks.flick_by)
        over += pen.targets(marks.targets)
        over += pen.asked(marks.asked) + pen.cursor(marks.cursor)
        if marks.flicking:
            over += pen.flick(marks.flick_by)
        for group, parts in ((self._under, under), (self._over, over)):
            for part in parts:
                group.add(part)
