"""The bottom bar: what the app believes is happening, undo and redo, and its senses."""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.match.table_view import TableView
from app.ui.controls import Text, WoodButton, secondary
from app.ui.icons import hatched_sense, state_sign
from app.ui.speech import Speech
from app.ui.theme import BRASS, NIGHT, faded


class _Sign(Widget):
    """A shape redrawn in its middle."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(size_hint_x=None, width=dp(30), **kwargs)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.made: Callable[[tuple[float, float]], InstructionGroup] | None = None
        self.bind(pos=self.draw, size=self.draw)

    def draw(self, *_: object) -> None:
        self._group.clear()
        if self.made is not None:
            self._group.add(self.made((self.x + self.width / 2, self.y + self.height / 2)))


class _Sense(BoxLayout):
    def __init__(self, name: str, **kwargs: object) -> None:
        super().__init__(spacing=dp(4), **kwargs)
        self.name = name
        self._sign = _Sign()
        self._sign.width = dp(18)
        self.word = Text(em=15, valign="bottom")
        self.how = secondary(em=12, valign="top")
        words = BoxLayout(orientation="vertical")
        words.add_widget(self.word)
        words.add_widget(self.how)
        self.add_widget(self._sign)
        self.add_widget(words)

    def show(
        self, how: str, speech: Speech, sigma_mm: float | None, doubt: str | None = None
    ) -> None:
        self.word.text = speech.say(f"ui.sense.{self.name}")
        self.how.text = speech.say(f"ui.sense.{how}")
        if how == "ok" and sigma_mm is not None:
            self.how.text = f"±{speech.number(sigma_mm)}\N{NO-BREAK SPACE}mm"
        if how == "ok" and doubt is not None:
            self.how.text = speech.say(f"ui.sense.{doubt}")
        self._sign.made = lambda at: hatched_sense(at, dp(6), how)
        self._sign.draw()


class StateBar(BoxLayout):
    """The buttons `undo`, `redo` and `stop` stand at the same place on every screen."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(padding=(dp(16), dp(4)), spacing=dp(10), **kwargs)
        with self.canvas.before:
            Color(*faded(NIGHT, 0.88))
            self._ground = Rectangle()
            Color(*faded(BRASS, 0.45))
            self._edge = Rectangle()
        self.bind(pos=self._lay, size=self._lay)
        self._sign = _Sign()
        self.word = Text(em=19, bold=True)
        self.undo = _button()
        self.redo = _button()
        self.stop = _button("button_wine")
        self.senses = [_Sense(name) for name in ("eye", "dice", "posts")]
        senses = BoxLayout(size_hint_x=None, width=dp(270), spacing=dp(6))
        for part in (self._sign, self.word, self.undo, self.redo, self.stop, senses):
            self.add_widget(part)
        for sense in self.senses:
            senses.add_widget(sense)

    def _lay(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        self._edge.pos, self._edge.size = (self.x, self.top - dp(1)), (self.width, dp(1))

    def show(self, view: TableView, speech: Speech, *, stopped: bool) -> None:
        state = "stop" if stopped else view.bar
        self.word.text = speech.say("ui.bar.stopped") if stopped else speech.say(view.bar_text)
        self._sign.made = lambda at: state_sign(state, at, dp(10))
        self._sign.draw()
        self.undo.text, self.redo.text = speech.say("ui.bar.undo"), speech.say("ui.bar.redo")
        self.undo.disabled, self.redo.disabled = not view.can_undo, not view.can_redo
        self.stop.text = speech.say("ui.bar.resume" if stopped else "ui.bar.stop")
        senses = view.senses
        hows = (senses.eye, senses.dice, senses.posts)
        for sense, how, sigma in zip(
            self.senses, hows, (senses.eye_sigma_mm, None, None), strict=True
        ):
            light = senses.light if sense.name == "eye" else None
            sense.show(how, speech, sigma, None if light is None else light.kind)


def _button(look: str = "button") -> WoodButton:
    return WoodButton(look=look, em=15, size_hint_x=None, width=dp(112), size_hint_y=1)
