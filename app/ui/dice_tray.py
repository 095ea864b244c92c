"""The dice as they lie: a colour in words and in hue, the face, what has been made of each."""

from kivy.graphics import Color, Ellipse, InstructionGroup, RoundedRectangle, SmoothLine
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.match.table_view import TableView
from app.rulebook.standing import Die
from app.ui.controls import Box, Text, secondary
from app.ui.speech import Speech
from app.ui.theme import LINEN, NIGHT, Colour, colour, faded

_HUES: dict[str, Colour] = {"red": colour("#A8324A"), "green": colour("#2F7A4F")}
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class DieFace(Widget):
    """One die. Dimmed when touched by spending, struck through when committed whole."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.die: Die | None = None
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self.draw, size=self.draw)

    def show(self, die: Die) -> None:
        if die != self.die:
            self.die = die
            self.draw()

    def draw(self, *_: object) -> None:
        self._group.clear()
        if self.die is None:
            return
        side = min(self.width, self.height)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        strength = 1.0 if self.die.intact and self.die.face is not None else 0.45
        hue = _HUES.get(self.die.colour, LINEN)
        self._body(x, y, side, hue, strength)
        self._pips(x, y, side, NIGHT if hue is LINEN else faded(LINEN, max(strength, 0.75)))
        if self.die.committed is not None:
            self._strike(x, y, side)

    def _body(self, x: float, y: float, side: float, hue: Colour, strength: float) -> None:
        shades = (
            ((0.0, 0.0, 0.0, 0.5), dp(2), -dp(3), 0.0),
            ((*(v * 0.55 for v in hue[:3]), 1), 0.0, -dp(1.5), 0.0),
            ((*(v * (0.45 + 0.55 * strength) for v in hue[:3]), 1), 0.0, 0.0, 0.0),
            ((1, 1, 1, 0.10 * strength), 0.0, side * 0.04, side * 0.10),
        )
        for rgba, right, up, inset in shades:
            self._group.add(Color(*rgba))
            self._group.add(
                RoundedRectangle(
                    pos=(x + right + inset / 2, y + up + inset / 2),
                    size=(side - inset, side - inset),
                    radius=[side * 0.20],
                )
            )

    def _pips(self, x: float, y: float, side: float, hue: Colour) -> None:
        if self.die is None or self.die.face is None:
            return
        radius = side * 0.085
        self._group.add(Color(*hue))
        for across, up in _PIPS.get(self.die.face, ()):
            at_x, at_y = x + side * (0.5 + 0.26 * across), y + side * (0.5 + 0.26 * up)
            pip = Ellipse(pos=(at_x - radius, at_y - radius), size=(2 * radius, 2 * radius))
            self._group.add(pip)

    def _strike(self, x: float, y: float, side: float) -> None:
        points = [x + side * 0.08, y + side * 0.08, x + side * 0.92, y + side * 0.92]
        for rgba, width in ((NIGHT, 3.0), (LINEN, 1.6)):
            self._group.add(Color(*rgba))
            self._group.add(SmoothLine(points=points, width=dp(width)))


class DiceTray(Box):
    """The dice side by side in their tray, each with its word below."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__("tray", padding=(dp(10), dp(6)), spacing=dp(8), **kwargs)
        self.faces: list[DieFace] = []
        self.words: list[Text] = []

    def show(self, view: TableView, speech: Speech) -> None:
        dice = view.standing.dice or (Die(colour="red", face=None), Die(colour="green", face=None))
        if len(dice) != len(self.faces):
            self._build(len(dice))
        for die, face, word in zip(dice, self.faces, self.words, strict=True):
            face.show(die)
            name = speech.first_of(f"ui.die.{die.colour}")
            game = view.board.game
            used = die.committed and speech.first_of(
                f"{game}.committed.{die.committed}", f"ui.committed.{die.committed}"
            )
            word.text = used or name

    def _build(self, count: int) -> None:
        self.clear_widgets()
        self.faces = [DieFace() for _ in range(count)]
        self.words = [
            secondary(em=12, halign="center", colour=LINEN, size_hint_y=None, height=dp(17))
            for _ in range(count)
        ]
        for face, word in zip(self.faces, self.words, strict=True):
            column = BoxLayout(orientation="vertical", spacing=dp(3))
            column.add_widget(face)
            column.add_widget(word)
            self.add_widget(column)
