"""The house rules of a match to come: one row each, a button that goes through its values."""

from collections.abc import Callable, Mapping

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from app.rulebook.house_rule import HouseRule
from app.ui.controls import Heading, Lines, WoodButton, card, secondary
from app.ui.speech import Speech
from app.ui.theme import BRASS, LINEN, TAN, faded


class RuleRow(BoxLayout):
    """One rule: what it is about, its section, the value chosen; brass when it is not as usual."""

    def __init__(self, game: str, rule: HouseRule, value: str, speech: Speech) -> None:
        super().__init__(size_hint_y=None, height=dp(58), spacing=dp(12))
        self._game, self.rule, self.value, self._speech = game, rule, value, speech
        self.on_value: Callable[[str, str], None] = lambda _, __: None
        words = BoxLayout(orientation="vertical", padding=(0, dp(6)))
        self.name = Lines(em=16)
        words.add_widget(self.name)
        words.add_widget(secondary(rule.section, em=13, size_hint_y=None, height=dp(18)))
        self.button = WoodButton(em=15, size_hint_x=None, width=dp(290), act=self._next)
        self.add_widget(words)
        self.add_widget(self.button)
        self.show()

    def _next(self) -> None:
        values = self.rule.values
        at = values.index(self.value) if self.value in values else -1
        self.value = values[(at + 1) % len(values)]
        self.show()
        self.on_value(self.rule.name, self.value)

    def show(self) -> None:
        stem, usual = f"{self._game}.house.{self.rule.name}", self.rule.values[0]
        self.name.text = self._speech.first_of(f"{stem}.name")
        said = self._speech.first_of(f"{stem}.{self.value}", f"ui.house.{self.value}")
        self.button.text = said[:1].upper() + said[1:]
        changed = self.value != usual
        self.name.color = BRASS if changed else LINEN
        self.button.color = BRASS if changed else LINEN


class RulesPage(BoxLayout):
    """All rules in a column that scrolls. `chosen` holds those that are not as usual."""

    def __init__(
        self, game: str, rules: tuple[HouseRule, ...], chosen: Mapping[str, str], speech: Speech
    ) -> None:
        super().__init__(orientation="vertical", spacing=dp(10))
        self.chosen = dict(chosen)
        self.on_close: Callable[[], None] = lambda: None
        self._speech = speech
        self._card = card(padding=(dp(26), dp(20)))
        self._card.add_widget(Heading(speech.say("ui.house.title")))
        hint = secondary(speech.say("ui.house.hint"), em=15, size_hint_y=None, height=dp(26))
        self._card.add_widget(hint)
        rows = BoxLayout(orientation="vertical", spacing=dp(4), size_hint_y=None)
        rows.padding = (0, 0, dp(12), 0)
        rows.bind(minimum_height=rows.setter("height"))
        self.rows = [
            RuleRow(game, rule, self.chosen.get(rule.name, rule.values[0]), speech)
            for rule in rules
        ]
        for row in self.rows:
            row.on_value = self._take
            rows.add_widget(row)
        scroll = ScrollView(do_scroll_x=False, bar_width=dp(5), bar_color=faded(TAN, 0.9))
        scroll.bar_inactive_color = faded(TAN, 0.35)
        scroll.add_widget(rows)
        self._card.add_widget(scroll)
        self.usual = WoodButton(speech.say("ui.house.reset"), self._reset, em=15)
        self.close = WoodButton(speech.say("ui.house.done"), self._done, em=17)
        buttons = BoxLayout(size_hint_y=None, height=dp(52), spacing=dp(12))
        buttons.add_widget(self.usual)
        buttons.add_widget(self.close)
        self._card.add_widget(buttons)
        self.add_widget(self._card)

    def _take(self, name: str, value: str) -> None:
        usual = next(row.rule.values[0] for row in self.rows if row.rule.name == name)
        self.chosen.pop(name, None)
        if value != usual:
            self.chosen[name] = value

    def _done(self) -> None:
        self.on_close()

    def _reset(self) -> None:
        self.chosen.clear()
        for row in self.rows:
            row.value = row.rule.values[0]
            row.show()
