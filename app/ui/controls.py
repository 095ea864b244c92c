"""Text, buttons and boxes in the style of the table."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.graphics import Color, Rectangle
from kivy.input import MotionEvent
from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from app.ui.paint import patch, texture
from app.ui.theme import BRASS, LINEN, TAN, Colour, faded

SMALLEST = 0.7
"""Text shrinks to this share of its size before it would be cut."""


def register_fonts() -> None:
    """Lato for the interface (`Body`), EB Garamond for titles (`Title`); both lie in fonts/."""
    folder = files("app.ui") / "fonts"
    LabelBase.register(
        "Body", str(folder / "Lato-Regular.ttf"), fn_bold=str(folder / "Lato-Bold.ttf")
    )
    LabelBase.register("Title", str(folder / "EBGaramond-SemiBold.woff"))


class Text(Label):
    """Text of `em` sp in a box that shrinks, down to SMALLEST, rather than be cut."""

    def __init__(self, text: str = "", *, em: float = 15, **kwargs: object) -> None:
        self.em = em
        settings: dict[str, object] = {
            "font_name": "Body",
            "color": LINEN,
            "halign": "left",
            "valign": "middle",
            "font_size": sp(em),
            "font_hinting": "light",
        }
        super().__init__(text=text, **(settings | kwargs))
        self._fit = Clock.create_trigger(self.fit, -1)
        self.bind(size=self._fit, text=self._fit, padding=self._fit)
        self._fit()

    def fit(self, *_: object) -> None:
        """Choose the largest size at which the whole text fits."""
        if self.width < 2 or self.height < 2:
            return
        self.text_size = (self.width, None)
        self.font_size = sp(self.em)
        self.texture_update()
        smallest = sp(self.em * SMALLEST)
        while not self.fits() and self.font_size > smallest:
            self.font_size = max(smallest, self.font_size * 0.94)
            self.texture_update()
        self.text_size = (self.width, self.height)
        self.texture_update()

    def fits(self) -> bool:
        """Whether all lines, and the longest word, lie within the box."""
        across = self.width - self.padding[0] - self.padding[2]
        words = (self._label.get_extents(w)[0] for w in self.text.split())
        return bool(self.texture_size[1] <= self.height + 1 and max(words, default=0) <= across + 1)


class Lines(Label):
    """Text as wide as its box and as high as its lines."""

    def __init__(self, text: str = "", *, em: float = 15, **kwargs: object) -> None:
        settings: dict[str, object] = {
            "font_name": "Body",
            "color": LINEN,
            "font_size": sp(em),
            "font_hinting": "light",
            "line_height": 1.08,
            "size_hint_y": None,
        }
        super().__init__(text=text, **(settings | kwargs))
        self.bind(width=self._wrap, texture_size=self._rise)
        self._wrap()

    def _wrap(self, *_: object) -> None:
        self.text_size = (self.width, None)

    def _rise(self, *_: object) -> None:
        self.height = self.texture_size[1]


class Heading(Text):
    """A title on leather, with a brass rule below."""

    def __init__(self, text: str = "", **kwargs: object) -> None:
        settings: dict[str, object] = {
            "font_name": "Title",
            "color": BRASS,
            "size_hint_y": None,
            "height": dp(32),
        }
        super().__init__(text=text, em=20, **(settings | kwargs))
        with self.canvas.after:
            Color(*faded(BRASS, 0.5))
            self._rule = Rectangle()
        self.bind(pos=self._underline, size=self._underline)

    def _underline(self, *_: object) -> None:
        self._rule.pos, self._rule.size = self.pos, (self.width, dp(1))


class WoodButton(ButtonBehavior, Text):
    """A mahogany button. `on_press_done` runs when it is released over itself."""

    def __init__(
        self, text: str = "", act: Callable[[], None] | None = None, **kwargs: object
    ) -> None:
        self._look = str(kwargs.pop("look", "button"))
        settings: dict[str, Any] = {
            "em": 16,
            "bold": True,
            "halign": "center",
            "size_hint_y": None,
            "height": dp(48),
            "padding": (dp(12), dp(4)),
        }
        super().__init__(text=text, **(settings | kwargs))
        self.act = act
        with self.canvas.before:
            self._tint = Color(1, 1, 1, 1)
            self._skin = patch(self._look, (*self.pos, *self.size), dp(13))
        self.bind(pos=self._lay, size=self._lay, state=self._press, disabled=self._press)
        self.disabled_color = faded(TAN, 0.75)
        self.bind(on_release=self._run)

    def _lay(self, *_: object) -> None:
        self._skin.pos, self._skin.size = self.pos, self.size

    def _press(self, *_: object) -> None:
        self._skin.texture = texture("button_down" if self.state == "down" else self._look)
        self._tint.a = 0.4 if self.disabled else 1

    def _run(self, *_: object) -> None:
        if self.act is not None:
            self.act()


class Box(BoxLayout):
    """A row or column with a skin (`card`, `enamel`, `tray`) that the backdrop paints."""

    def __init__(self, skin: str = "", **kwargs: object) -> None:
        self.skin = skin
        super().__init__(**kwargs)


def card(**kwargs: object) -> Box:
    settings: dict[str, object] = {
        "orientation": "vertical",
        "padding": (dp(18), dp(15)),
        "spacing": dp(8),
    }
    return Box("card", **(settings | kwargs))


class Tappable(ButtonBehavior, Box):
    """A box that runs `act` when tapped."""

    act: Callable[[], None] | None = None

    def on_release(self) -> None:
        if self.act is not None:
            self.act()


class Shield(Box):
    """A box that lets no touch through to what lies below."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


def secondary(text: str = "", em: float = 13, colour: Colour = TAN, **kwargs: object) -> Text:
    return Text(text, em=em, color=colour, **kwargs)
