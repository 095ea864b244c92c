"""The pieces of the drawn board: aluminium discs, two-high stacks, the ball; moves glide."""

from collections.abc import Iterator

from kivy.animation import AnimationTransition
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle

from app.match.table_view import TableView
from app.rulebook.layout import DiscId, side_of
from app.ui.paint import texture
from app.ui.pieces import REACH
from app.ui.projection import Drawn

GLIDE_S = 0.18
_BALL = ""
_WALL = 6
"""Copies of a disc that make the visible side of the one on top."""

Place = tuple[float, float, float]


def places(view: TableView) -> dict[DiscId, Place]:
    """Where every disc lies, in mm (z = how high it stands above the felt); key "" is the ball."""
    board, found = view.board, {}
    for square, tower in view.layout.towers:
        x, y = board.centre_of(square)
        for level, disc in enumerate(tower):
            found[disc] = (x, y, level * board.disc_height_mm)
    ball = view.layout.ball
    if isinstance(ball, str):
        x, y, z = found[ball]
        found[_BALL] = (x, y, z + 0.25 * board.disc_height_mm)
    elif ball is not None:
        found[_BALL] = (*board.centre_of(ball), 0.0)
    return found


class Sprites:
    """Draws the pieces into a group of the canvas and glides those that moved."""

    def __init__(self, group: InstructionGroup) -> None:
        self._group = group
        self._plan: Drawn | None = None
        self._from: dict[DiscId, Place] = {}
        self._to: dict[DiscId, Place] = {}
        self._drawn: dict[DiscId, list[Rectangle]] = {}
        self._lifted: tuple[DiscId, tuple[float, float]] | None = None
        self._progress = 1.0
        self._clock = Clock.create_trigger(self._step, 0, interval=True)

    @property
    def gliding(self) -> bool:
        return self._progress < 1

    def show(self, view: TableView, plan: Drawn | None, *, glide: bool = True) -> None:
        """Lay the pieces of a view; None hides them (the picture shows the real ones)."""
        now = places(view)
        if (now, plan) == (self._to, self._plan) and self._lifted is None:
            return
        moved = plan is not None and plan == self._plan and self._to != now and bool(self._to)
        self._from = self._current() if moved and glide else now
        self._to, self._plan, self._lifted = now, plan, None
        self._build(view)
        self._progress = 0.0 if moved and glide else 1.0
        self._arrange()
        if self.gliding:
            self._clock()

    def lift(self, disc: DiscId, px: tuple[float, float]) -> None:
        """A dragged disc follows the finger."""
        self._lifted = (disc, px)
        self._arrange()

    def _current(self) -> dict[DiscId, Place]:
        return {key: self._at(key) for key in self._to}

    def _at(self, key: DiscId) -> Place:
        x, y, z = self._to[key]
        fx, fy, fz = self._from.get(key, (x, y, z))
        t = AnimationTransition.out_cubic(self._progress)
        return (fx + (x - fx) * t, fy + (y - fy) * t, fz + (z - fz) * t)

    def _step(self, dt: float) -> bool:
        self._progress = min(1.0, self._progress + dt / GLIDE_S)
        self._arrange()
        return self.gliding

    def _build(self, view: TableView) -> None:
        self._group.clear()
        self._drawn = {}
        if self._plan is None:
            return
        board, scale = view.board, self._plan.scale
        disc_px, ball_px = board.disc_mm * scale * REACH, max(board.ball_mm) * scale * REACH
        for key in self._order():
            name = f"disc_{side_of(key).value}" if key else "ball"
            side = disc_px if key else ball_px
            copies = _WALL if key and self._to[key][2] > 0 else 0
            self._drawn[key] = []
            self._group.add(Color(1, 1, 1, 1))
            for n in range(copies + 1):
                skin = name if n == copies else "wall"
                picture = Rectangle(texture=texture(skin), size=(side, side))
                self._group.add(picture)
                self._drawn[key].append(picture)

    def _order(self) -> Iterator[DiscId]:
        """From the far side of the table to the near one, stacks from below, the ball last."""
        discs = [key for key in self._to if key]
        yield from sorted(discs, key=lambda d: (self._to[d][0], self._to[d][1], self._to[d][2]))
        if _BALL in self._to:
            yield _BALL

    def _rides(self, key: DiscId, lifted: DiscId) -> bool:
        """Whether a piece moves with a lifted disc: itself, and the ball it carries."""
        return key == lifted or (key == _BALL and self._to[key][:2] == self._to[lifted][:2])

    def _arrange(self) -> None:
        if self._plan is None:
            return
        for key, pictures in self._drawn.items():
            x, y, z = self._at(key)
            height = self._plan.board.disc_height_mm
            for n, picture in enumerate(reversed(pictures)):
                px, py = self._plan.to_window([[x, y, z - n * height / max(1, _WALL)]])[0]
                if self._lifted is not None and self._rides(key, self._lifted[0]):
                    px, py = self._lifted[1]
                picture.pos = (px - picture.size[0] / 2, py - picture.size[1] / 2)
