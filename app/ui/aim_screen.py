"""The step that sets the eye up: it looks by itself, else four corners are touched; then the error
is shown where it is, and the person accepts it or not.
"""

import time
from collections.abc import Callable
from typing import Literal

import numpy as np
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.rulebook.words import Phrase, phrase
from app.ui.aim_picture import CORNERS, NEAR_DP, AimPicture
from app.ui.aiming import OPPOSITE, Aiming, Fit, HomeSide, Points
from app.ui.backdrop import Backdrop
from app.ui.controls import Heading, Lines, WoodButton, card
from app.ui.keys import Command
from app.ui.loupe import Loupe
from app.ui.speech import Speech
from app.ui.theme import TAN

Stage = Literal["search", "found", "touch"]
REPEATED_S = 0.2
"""Arrows pressed again so soon are held down: the point moves faster and faster."""
FASTEST_PX = 24.0
START = np.array([(0.15, 0.15), (0.15, 0.85), (0.85, 0.85), (0.85, 0.15)])
"""Where the corners are looked for with the keys first, as shares of the picture: Home left."""
ARROWS: dict[Command, tuple[int, int]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
}


class AimScreen(BoxLayout):
    """`on_done()` is called once a fit was kept. Everything is reached with the keys too."""

    def __init__(self, aiming: Aiming, speech: Speech) -> None:
        super().__init__(padding=dp(20), spacing=dp(20))
        self.aiming, self.speech = aiming, speech
        self.on_done: Callable[[], None] = lambda: None
        self.on_full_screen: Callable[[], None] = lambda: None
        self.stage: Stage = "search"
        self.fit: Fit | None = None
        self.points: Points = np.zeros((0, 2))
        self.at = -1
        self._why: Phrase | None = None
        self._pressed, self._speed = 0.0, 1.0
        self.view = AimPicture()
        self.view.on_drag, self.view.on_lifted = self._dragged, self._lifted
        self.view.number = speech.number
        self._build()
        self.backdrop = Backdrop(self)
        self.backdrop.watch(w for w in self.walk(restrict=True) if getattr(w, "skin", ""))
        self.look_alone()

    def _build(self) -> None:
        panel = card(size_hint_x=None, width=dp(380))
        self.title, self.text = Heading(height=dp(40)), Lines(em=18)
        self.error, self.why = Lines(em=17), Lines(em=15, color=TAN)
        self.loupe = Loupe(size_hint_y=None, height=dp(300))
        self.homes = [WoodButton(em=16) for _ in range(2)]
        self.accept = WoodButton(act=self.take, em=18, height=dp(56))
        self.again = WoodButton(act=self.look_alone, em=15)
        self.corners = WoodButton(act=self.touch_corners, em=15)
        self.back = WoodButton(act=self.undo, em=15)
        self.kept = WoodButton(act=self.look_kept, em=15)
        self.language = WoodButton(act=self._switch, em=15)
        self._middle = BoxLayout(orientation="vertical", spacing=dp(8))
        for part in (self.title, self.text, self.error, self.why, self._middle):
            panel.add_widget(part)
        self._foot = BoxLayout(orientation="vertical", spacing=dp(8), size_hint_y=None)
        self._foot.bind(minimum_height=self._foot.setter("height"))
        panel.add_widget(self._foot)
        self.add_widget(panel)
        self.add_widget(self.view)

    # ------------------------------------------------------------------ what the person does

    def look_alone(self) -> None:
        """Find the camera by the picture alone."""
        self._search(np.zeros((0, 2)), None)

    def look_kept(self) -> None:
        """Go back to what was kept before."""
        self._wait(np.zeros((0, 2)))
        self.aiming.search_kept()

    def touch_corners(self) -> None:
        """Let the four corners be touched."""
        self.stage, self.fit, self._why = "touch", None, None
        self.points, self.at = np.zeros((0, 2)), 0
        self.show()

    def undo(self) -> None:
        """Take the last point back."""
        if self.stage == "touch" and len(self.points):
            self.points = self.points[:-1]
            self.at = len(self.points)
        elif self.stage == "found":
            self.touch_corners()
        self.show()

    def take(self) -> None:
        """Accept what was found; at which end Home sits must be known."""
        if self.stage == "found" and self.fit is not None and self.fit.home_known:
            self.aiming.keep(self.fit)
            self.on_done()

    def seat(self, home: HomeSide) -> None:
        """Home sits at that side of the picture."""
        fit = self.fit
        if fit is None:
            return
        other = self.aiming.turned(fit)
        self.fit = other if home == OPPOSITE[fit.home] else self.aiming.turned(other)
        self.show()

    def command(self, command: Command) -> None:
        if command in ARROWS:
            self._arrow(*ARROWS[command])
        elif command == "accept":
            self._enter()
        elif command in ("choose_1", "choose_2"):
            self._choose(int(command[-1]) - 1)
        elif command == "undo":
            self.undo()
        elif command == "language":
            self._switch()
        elif command == "full_screen":
            self.on_full_screen()

    def _choose(self, index: int) -> None:
        if self.stage == "found" and self.fit is not None and not self.fit.home_known:
            self.seat((self.fit.home, OPPOSITE[self.fit.home])[index])
        elif index == 1:
            self.touch_corners()
        elif self.stage != "search":
            self.look_alone()

    def _enter(self) -> None:
        if self.stage == "found":
            self.take()
        elif self.stage == "touch" and len(self.points) == self.at:
            self._put(*self._hovering())
            self._next()
        elif self.stage == "touch":
            self._next()

    def _arrow(self, dx: int, dy: int) -> None:
        if self.stage != "touch":
            return
        now = time.monotonic()
        held = now - self._pressed < REPEATED_S
        self._speed = min(FASTEST_PX, self._speed * 1.25) if held else 1.0
        self._pressed = now
        x, y = self._hovering()
        self._put(x + dx * self._speed, y + dy * self._speed)

    def _hovering(self) -> tuple[float, float]:
        """The point in hand, or where it is looked for first."""
        if self.at < len(self.points):
            x, y = self.points[self.at]
            return float(x), float(y)
        picture = self.aiming.picture()
        high, wide = (1, 1) if picture is None else picture.shape[:2]
        x, y = START[self.at] * (wide, high)
        return float(x), float(y)

    def _dragged(self, x: float, y: float) -> None:
        if self.stage == "found":
            self._hold(x, y)
        if self.stage == "touch":
            self._put(x, y)

    def _lifted(self, x: float, y: float) -> None:
        if self.stage == "touch":
            self._put(x, y)
            self._next()

    def _hold(self, x: float, y: float) -> None:
        """Take hold of a corner that was found, to put it better."""
        if self.fit is None:
            return
        far = np.linalg.norm(self.fit.corners_px - (x, y), axis=1) * self.view.scale
        if far.min() < dp(NEAR_DP):
            self.points, self.at = self.fit.corners_px.copy(), int(far.argmin())
            self.stage, self.fit = "touch", None
            self.show()

    def _put(self, x: float, y: float) -> None:
        if self.at < len(self.points):
            self.points[self.at] = (x, y)
        else:
            self.points = np.vstack([self.points, (x, y)])

    def _next(self) -> None:
        """The next point, or with four of them the search."""
        if len(self.points) < CORNERS:
            self.at = len(self.points)
            self.show()
        else:
            self._search(self.points, self.points)

    def _search(self, points: Points, corners: Points | None) -> None:
        self._wait(points)
        self.aiming.search(corners)

    def _wait(self, points: Points) -> None:
        self.stage, self.fit, self._why = "search", None, None
        self.points, self.at = points, -1
        self.show()

    def _switch(self) -> None:
        self.speech.switch()
        self.show()

    # ------------------------------------------------------------------ what it shows

    def refresh(self, *_: object) -> None:
        """Called for every frame of the window."""
        if self.stage == "search":
            self._learn_outcome()
        picture = self.aiming.picture()
        self.view.show(picture)
        aimed = self._hovering() if self.stage == "touch" else None
        ahead = aimed is not None and self.at == len(self.points)
        points = np.vstack([self.points, aimed]) if ahead and aimed else self.points
        self.view.draw(points, self.at, self.fit)
        self.loupe.show(picture, aimed)

    def _learn_outcome(self) -> None:
        outcome = self.aiming.outcome
        if isinstance(outcome, Fit):
            self.stage, self.fit = "found", outcome
            self.show()
        elif outcome is not None:
            self.touch_corners()
            self._why = outcome
            self.show()

    def show(self) -> None:
        """The panel anew."""
        say = self.speech.say
        self.title.text = say("ui.aim.title")
        key = f"corner_{self.at}" if self.stage == "touch" else self.stage
        self.text.text = say(f"ui.aim.{key}")
        fit = self.fit
        asking = fit is not None and not fit.home_known
        self.error.text = ""
        if fit is not None:
            self.error.text = say(phrase("ui.aim.error", mm=float(fit.residual_mm)))
        self.why.text = say("ui.aim.home") if asking else self._reason()
        self._label(fit)
        self.accept.disabled = asking
        self._fill(self._middle, [self.loupe if self.stage == "touch" else Widget()])
        self._fill(self._foot, self._buttons(asking=asking))

    def _reason(self) -> str:
        return "" if self._why is None else self.speech.say(self._why)

    def _label(self, fit: Fit | None) -> None:
        say = self.speech.say
        self.accept.text, self.again.text = say("ui.aim.accept"), say("ui.aim.again")
        self.corners.text, self.back.text = say("ui.aim.corners"), say("ui.aim.back")
        self.language.text, self.kept.text = say("ui.button.language"), say("ui.aim.kept")
        if fit is not None:
            sides = (fit.home, OPPOSITE[fit.home])
            for button, side in zip(self.homes, sides, strict=True):
                button.text = say(f"ui.aim.home_{side}")
                button.act = self._seater(side)

    def _seater(self, side: HomeSide) -> Callable[[], None]:
        return lambda: self.seat(side)

    def _buttons(self, *, asking: bool) -> list[Widget]:
        """The buttons of the stage, the likeliest on top."""
        last = [self.kept, self.language] if self.aiming.has_kept else [self.language]
        match self.stage:
            case "search":
                return [self.corners, self.language]
            case "found":
                asked = self.homes if asking else []
                return [*asked, self.accept, self.again, self.corners, *last]
            case _:
                return [self.back, self.again, *last]

    def _fill(self, box: BoxLayout, widgets: list[Widget]) -> None:
        if box.children[::-1] != widgets:
            box.clear_widgets()
            for widget in widgets:
                box.add_widget(widget)
