"""Below the table: the dice, what is asked of whom, and the button that answers it."""

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from app.match.table_view import TableView
from app.rulebook.words import phrase
from app.ui.controls import Text, WoodButton, card, secondary
from app.ui.dice_tray import DiceTray
from app.ui.fingers import Fingers
from app.ui.speech import Speech
from app.ui.theme import LINEN


class Dock(BoxLayout):
    """The buttons `roll` and `flick` come and go with what is awaited."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        body = card(orientation="horizontal", padding=(dp(14), dp(13)), spacing=dp(14))
        self.tray = DiceTray(size_hint_x=None, width=dp(138))
        words = BoxLayout(orientation="vertical", spacing=dp(1))
        self.prompt = Text(em=20, bold=True, valign="bottom")
        self.hint = secondary(em=15, colour=LINEN, valign="top")
        words.add_widget(self.prompt)
        words.add_widget(self.hint)
        self.roll = WoodButton()
        self.flick = WoodButton()
        self._buttons = BoxLayout(size_hint_x=None, width=dp(196), spacing=dp(10))
        for part in (self.tray, words, self._buttons):
            body.add_widget(part)
        self.add_widget(body)

    def show(self, view: TableView, fingers: Fingers, speech: Speech) -> None:
        self.tray.show(view, speech)
        self.tray.width = dp(138 if len(view.standing.dice) < 3 else 226)
        self.prompt.text = speech.say(view.arrange_text or view.awaits.prompt)
        self.hint.text = _hint(view, fingers, speech)
        self.roll.text = _roll_text(view, speech)
        flicking = fingers.flicking and fingers.may_flick
        self.flick.text = speech.say("ui.dock.flick_end" if flicking else "ui.dock.flick")
        wanted = []
        if view.awaits.rolls and not view.question:
            wanted.append(self.roll)
        announced = any(choice.flick for choice in view.awaits.choices)
        if fingers.may_flick and not announced and not view.question and not view.ghosts:
            wanted.append(self.flick)
        if list(reversed(self._buttons.children)) != wanted:
            self._buttons.clear_widgets()
            for button in wanted:
                button.pos_hint = {"center_y": 0.5}
                self._buttons.add_widget(button)
        self._buttons.width = dp(206) * len(wanted)


def _roll_text(view: TableView, speech: Speech) -> str:
    """Whose dice they are, where another side than the one to play may roll."""
    waiting = view.awaits
    if len(waiting.rolls) != 1 or waiting.side in (None, *waiting.rolls):
        return speech.say("ui.dock.roll")
    side = phrase(f"ui.side.{waiting.rolls[0]}")
    return speech.say(phrase("ui.dock.roll_for", side=side))


def _hint(view: TableView, fingers: Fingers, speech: Speech) -> str:
    if view.question is not None:
        return speech.say(view.question.text)
    if view.ghosts or view.ghost_count:
        few = view.ghost_count < 2 if speech.lang == "fr" else view.ghost_count == 1
        return speech.say("ui.dock.restore_one" if few else "ui.dock.restore", n=view.ghost_count)
    resting = not fingers.flicking and fingers.selected is None
    if view.senses.trouble is not None and resting:
        return speech.say(view.senses.trouble)
    if view.senses.light is not None and resting and view.arrange_text is None:
        return speech.say(view.senses.light.text)
    key = None if view.arrange_text is not None else _hint_key(view, fingers)
    return speech.say(key) if key else ""


def _hint_key(view: TableView, fingers: Fingers) -> str | None:
    if fingers.flicking:
        return "ui.dock.flicked" if fingers.flick_by else "ui.dock.flick_who"
    if fingers.selected is not None:
        return "ui.dock.targets" if fingers.targets else "ui.dock.no_target"
    if view.awaits.kind == "posts" and view.senses.posts == "hand":
        return "ui.dock.posts"
    return {"place": "ui.dock.place", "play": "ui.dock.touch"}.get(view.awaits.kind)
