"""What touches of the board mean: they become plays and posts to the desk. No drawing here."""

from dataclasses import dataclass

from app.match.table_view import Desk, TableView
from app.rulebook.api import Section, Target
from app.rulebook.facts import Edge, Exit, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Spot
from app.rulebook.side import Side
from app.rulebook.words import Phrase, phrase

_DISCS_A_SIDE = 15


@dataclass(frozen=True, kw_only=True)
class Touched:
    """Where a finger touched the table: on a square, or beside the felt by its nearest square."""

    square: Square
    x_mm: float
    y_mm: float
    edge: Edge | None = None


class Fingers:
    """What is selected, offered and explained; taps, drags and long presses change it.

    In flick mode a tap tells where the flicked ball went: the disc it touched first, the square
    it came to rest on, or the edge over which it left.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.view: TableView = desk.view()
        self.selected: DiscId | None = None
        self.targets: tuple[Target, ...] = ()
        self.choosing: tuple[Target, ...] = ()
        self.why: tuple[Section | None, Phrase] | None = None
        self.at: Square | None = None
        self.flicking = False
        self.flick_by: DiscId | None = None
        self.in_hand: tuple[DiscId, ...] = self._in_hand()
        self.see(self.view)

    def see(self, view: TableView) -> None:
        """Take a new view: what was selected on the old table is let go."""
        changed = (view.layout, view.awaits) != (self.view.layout, self.view.awaits)
        self.view = view
        if changed:
            self.in_hand = self._in_hand()
            self.let_go()
        if view.awaits.kind == "flick" and not self.flicking:
            self.start_flick()

    def let_go(self) -> None:
        """Close cards, drop the selection, leave flick mode unless a flick is awaited."""
        self.selected, self.targets, self.choosing, self.why = None, (), (), None
        self.flicking, self.flick_by = False, None
        if self.view.awaits.kind == "flick":
            self.start_flick()

    def start_flick(self) -> None:
        by = self.view.awaits.flick_from
        self.selected, self.targets, self.choosing, self.why = None, (), (), None
        self.flicking = bool(by)
        self.flick_by = by[0] if len(by) == 1 else None

    @property
    def may_flick(self) -> bool:
        """A flick may be told, and is not the only thing awaited."""
        return bool(self.view.awaits.flick_from) and self.view.awaits.kind != "flick"

    def tap(self, touched: Touched) -> None:
        if self.choosing or self.why is not None:
            self.choosing, self.why = (), None
            return
        if self.flicking:
            self._tap_flick(touched)
        elif touched.edge is not None:
            self.let_go()
        else:
            self._tap_square(touched.square)

    def drop(self, start: Square, end: Touched) -> None:
        """A disc dragged from one square and let go over another."""
        if self.flicking or end.edge is not None:
            return
        disc = self.top_at(start)
        if disc is not None and end.square != start:
            self._select(disc)
            if not self._go(end.square):
                self._explain(end.square)

    def hold(self, touched: Touched) -> None:
        """A long press: why the selected disc may not go there; without one, what to do first."""
        if self.flicking or touched.edge is not None:
            return
        if self.selected is None and self.top_at(touched.square) is None:
            self.why, self.at = (None, phrase("ui.why.disc_first")), touched.square
        elif self.selected is None:
            self._tap_square(touched.square)
        else:
            self._explain(touched.square)

    def choose(self, index: int) -> None:
        """One of several plays to the same square."""
        if index < len(self.choosing):
            play = self.choosing[index].play
            self.let_go()
            self._desk.take(play)

    def top_at(self, square: Square) -> DiscId | None:
        towers = dict(self.view.layout.towers)
        return towers[square][-1] if square in towers else None

    def _in_hand(self) -> tuple[DiscId, ...]:
        """Discs that are not on the table and may be laid on it."""
        if self.view.awaits.kind != "place":
            return ()
        laid = self.view.layout.where()
        discs = (d for side, _ in self.view.awaits.areas for d in _discs_of(side))
        return tuple(d for d in discs if d not in laid and self._desk.targets(d))

    def _tap_square(self, square: Square) -> None:
        if self._go(square):
            return
        disc = self.top_at(square)
        if disc is not None and disc != self.selected:
            self._select(disc)
        elif disc is None and self.view.awaits.kind == "place":
            self._lay_next(square)
        else:
            self.let_go()

    def _select(self, disc: DiscId) -> None:
        self.selected, self.why = disc, None
        self.targets = self._desk.targets(disc)
        if self.targets and self.targets[0].disc is not None:
            self.selected = self.targets[0].disc

    def _go(self, square: Square) -> bool:
        """Play the selected disc to a square; several ways of doing so are offered."""
        ways = tuple(t for t in self.targets if square in (t.square, *t.also))
        if len(ways) == 1:
            self.let_go()
            self._desk.take(ways[0].play)
        elif ways:
            self.choosing, self.at = ways, square
        return bool(ways)

    def _explain(self, square: Square) -> None:
        if self.selected is not None:
            self.why, self.at = self._desk.why_not(self.selected, square), square

    def _lay_next(self, square: Square) -> None:
        """A disc still in hand that may be laid on an empty square of its side's area."""
        sides = [side for side, squares in self.view.awaits.areas if square in squares]
        for disc in self.in_hand:
            if disc[0] in sides:
                self._select(disc)
                if self._go(square):
                    return
        self.let_go()

    def _tap_flick(self, touched: Touched) -> None:
        disc = None if touched.edge is not None else self.top_at(touched.square)
        if self.flick_by is None or disc in self.view.awaits.flick_from:
            self.flick_by = disc if disc in self.view.awaits.flick_from else self.flick_by
            return
        flown = _flown(self.flick_by, disc, touched)
        self.let_go()
        self._desk.take(flown)


def _discs_of(side: Side) -> list[DiscId]:
    return [f"{side.value}{n}" for n in range(1, _DISCS_A_SIDE + 1)]


def _flown(by: DiscId, disc: DiscId | None, touched: Touched) -> Flown:
    spot = Spot(x_mm=touched.x_mm, y_mm=touched.y_mm, sigma_mm=0.0)
    if touched.edge is not None:
        return Flown(by=by, exit=Exit(edge=touched.edge, square=touched.square, spot=spot))
    if disc is not None:
        return Flown(by=by, first_touch=disc, contacts=(disc,))
    return Flown(by=by, rest=(touched.square,))
