"""Names, scores, whose turn it is and the points left, in enamel framed with brass."""

from typing import Literal

from kivy.graphics import Color, Ellipse, InstructionGroup
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.match.table_view import TableView
from app.rulebook.side import Side
from app.ui.controls import Box, Text, secondary
from app.ui.icons import side_sign
from app.ui.speech import Speech
from app.ui.theme import CREAM, EMBER, faded


class Badge(Widget):
    """The mark of a side, and beside it a lamp that burns while it is that side's turn."""

    def __init__(self, side: Side, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._side = side
        self.lit = False
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self.draw, size=self.draw)

    def draw(self, *_: object) -> None:
        self._group.clear()
        x, y = self.x + self.width / 2, self.y + self.height / 2
        self._group.add(side_sign(self._side, (x, y + dp(5)), dp(14)))
        self._group.add(Color(*(EMBER if self.lit else faded(CREAM, 0.13))))
        radius = dp(4)
        lamp = (x - radius, self.y + dp(8) - radius)
        self._group.add(Ellipse(pos=lamp, size=(2 * radius, 2 * radius)))
        if self.lit:
            self._group.add(Color(*faded(EMBER, 0.25)))
            glow = dp(8)
            self._group.add(
                Ellipse(pos=(x - glow, self.y + dp(8) - glow), size=(2 * glow, 2 * glow))
            )


class ScorePlate(Box):
    """One side: mark, name, score; Away is the mirror of Home."""

    def __init__(self, side: Side, **kwargs: object) -> None:
        super().__init__("enamel", padding=(dp(14), dp(8)), spacing=dp(10), **kwargs)
        self.side = side
        self.badge = Badge(side, size_hint_x=None, width=dp(34))
        self.name = Text(em=19, bold=True, halign="left" if side is Side.HOME else "right")
        self.score = Text(
            em=44, bold=True, color=CREAM, halign="center", size_hint_x=None, width=dp(70)
        )
        self.note = secondary(halign=self.name.halign, valign="top", size_hint_y=None, height=0)
        names = BoxLayout(orientation="vertical")
        names.add_widget(self.name)
        names.add_widget(self.note)
        parts = [self.badge, names, self.score]
        for part in parts if side is Side.HOME else parts[::-1]:
            self.add_widget(part)

    def show(self, view: TableView, speech: Speech) -> None:
        self.name.text = name_of(view, self.side, speech).upper()
        notes = view.standing.notes
        self.note.text = speech.say(notes[self.side.order]) if notes else ""
        self.note.height = dp(22) if notes else 0
        self.name.valign = "bottom" if notes else "middle"
        self.score.text = str(view.standing.score[self.side.order])
        self.badge.lit = view.standing.turn is self.side
        self.badge.draw()


class PointsPlate(Box):
    """The points that are left of the roll; at the end, the winner."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__("enamel", orientation="vertical", padding=(dp(8), dp(7)), **kwargs)
        self.figure = Text(em=34, bold=True, color=CREAM, halign="center")
        self.caption = secondary(halign="center", size_hint_y=None, height=dp(20))
        self.add_widget(self.figure)
        self.add_widget(self.caption)

    def show(self, view: TableView, speech: Speech) -> None:
        standing = view.standing
        if standing.winner is not None:
            self._speak("", _result(view, standing.winner, speech))
            return
        left = standing.points_left
        if left is None:
            self._speak("", speech.say(f"ui.await.{view.awaits.kind}"))
            return
        few = left < 2 if speech.lang == "fr" else left == 1
        self._speak(str(left), speech.say("ui.score.point" if few else "ui.score.points"))

    def _speak(self, figure: str, words: str) -> None:
        """A figure with a word below, or words alone in the whole plate."""
        self.figure.text, self.caption.text = figure, words
        self.figure.size_hint_y = 1 if figure else 0
        self.caption.size_hint_y, self.caption.height = (None, dp(20)) if figure else (1, 0)
        self.caption.em = 14 if figure else 18


def _result(view: TableView, winner: Side | Literal["draw"], speech: Speech) -> str:
    if winner == "draw":
        return speech.say("ui.score.draw")
    return speech.say("ui.score.winner", team=name_of(view, winner, speech))


class Scoreboard(BoxLayout):
    """Home, points left, Away."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(spacing=dp(12), **kwargs)
        self.home, self.away = ScorePlate(Side.HOME), ScorePlate(Side.AWAY)
        self.points = PointsPlate(size_hint_x=None, width=dp(132))
        for part in (self.home, self.points, self.away):
            self.add_widget(part)

    def show(self, view: TableView, speech: Speech) -> None:
        for part in (self.home, self.points, self.away):
            part.show(view, speech)


def name_of(view: TableView, side: Side, speech: Speech) -> str:
    """The name a side was given, else Home or Away."""
    return view.names[side.order] or speech.say(f"ui.side.{side.value}")
