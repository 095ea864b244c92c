"""The clocks of a timed match: what is left of it in figures, and of the turn as a ring."""

from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from app.rulebook.standing import Clocks
from app.ui.controls import Box, Text, secondary
from app.ui.speech import Speech
from app.ui.theme import CREAM, EMBER, LINEN, TAN, faded

SOON_S = 10
"""From here on the ring says that the turn is about to end."""


def minutes(seconds: int) -> str:
    """`12:41`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


class Ring(FloatLayout):
    """What is left of the turn: an arc that shortens, and the seconds in it."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(size_hint_x=None, width=dp(54), **kwargs)
        self.figure = Text(em=19, bold=True, halign="center", size_hint=(1, 1))
        self.figure.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        self._group = InstructionGroup()
        self.canvas.before.add(self._group)
        self._left, self._runs, self._whole = 0, False, 1
        self.add_widget(self.figure)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, left_s: int, of_s: int, *, runs: bool) -> None:
        """Seconds left of a turn; the ring is full where it begins."""
        self._left, self._whole, self._runs = left_s, of_s, runs
        self.figure.text = str(left_s) if runs else ""
        self.figure.color = EMBER if left_s <= SOON_S else CREAM
        self._draw()

    def _draw(self, *_: object) -> None:
        self._group.clear()
        centre, radius = (self.center_x, self.center_y), dp(23)
        self._group.add(Color(*faded(LINEN, 0.16)))
        self._group.add(SmoothLine(circle=(*centre, radius), width=dp(1.5)))
        if not self._runs:
            return
        soon = self._left <= SOON_S
        self._group.add(Color(*(EMBER if soon else CREAM)))
        turned = 360 * min(1.0, self._left / self._whole)
        if turned:
            width = dp(2.6 if soon else 1.8)
            self._group.add(SmoothLine(circle=(*centre, radius, 0, turned), width=width))


class ClockPlate(Box):
    """Stands in the head of the window, where the title would be."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__("enamel", padding=(dp(14), dp(8)), spacing=dp(8), **kwargs)
        words = BoxLayout(orientation="vertical")
        self.figure = Text(em=33, bold=True, halign="left", valign="bottom")
        self.caption = secondary(em=13, size_hint_y=None, height=dp(20), valign="top")
        self.ring = Ring()
        words.add_widget(self.figure)
        words.add_widget(self.caption)
        self.add_widget(words)
        self.add_widget(self.ring)

    def show(self, clocks: Clocks, speech: Speech) -> None:
        shared = len(clocks.match_s) == 1
        self.figure.text = " · ".join(minutes(left) for left in clocks.match_s)
        self.figure.em = 33 if shared else 19
        stands = clocks.match_runs is None
        self.figure.color = TAN if stands and not clocks.expired else CREAM
        key = "up" if clocks.expired else "stands" if stands else "runs"
        self.caption.text = speech.say(f"ui.clock.{key}")
        self.ring.show(clocks.turn_s, clocks.turn_of_s, runs=clocks.turn_runs)
