from importlib.resources import files
from typing import get_args

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from app.match.table_view import BarState
from app.rulebook.api import Measure
from app.rulebook.words import LANGS, Catalogue, Lang
from app.ui.icons import state_sign
from app.ui.speech import Speech

SPEAKERS = ["app.ui", "app.match", "app.rulebook", "app.games.taru", "app.rehearsal"]
SPEAKERS += ["firmware_bridge"]
WRITTEN_BY_CODE = "0123456789±−–·°→ABCD,.:()/ \N{NO-BREAK SPACE}\N{EM SPACE}"


def packages() -> list[str]:
    return [p for p in SPEAKERS if (files(p) / "words" / "fr.toml").is_file()]


def glyphs(font: str) -> set[int]:
    with (files("app.ui") / "fonts" / font).open("rb") as file:
        return set(TTFont(file).getBestCmap())


@pytest.mark.parametrize("font", ["Lato-Regular.ttf", "Lato-Bold.ttf"])
@pytest.mark.parametrize("lang", LANGS)
def test_the_interface_font_has_every_sign_of_every_sentence(lang: Lang, font: str) -> None:
    known = glyphs(font)
    spoken = Catalogue(lang, *packages())
    text = "".join(spoken.sentence(name) for name in spoken.names()) + WRITTEN_BY_CODE
    assert not {sign for sign in text if ord(sign) not in known and sign != "\n"}


@pytest.mark.parametrize("lang", LANGS)
def test_the_title_font_has_every_sign_of_our_titles(lang: Lang) -> None:
    known = glyphs("EBGaramond-SemiBold.woff")
    own = Catalogue(lang, "app.ui")
    text = "".join(own.sentence(name) for name in own.names())
    assert not {sign for sign in text if ord(sign) not in known}


def test_a_sign_nobody_drew_is_found() -> None:
    assert ord("\uf8fe") not in glyphs("Lato-Regular.ttf")


def test_both_languages_hold_the_same_keys() -> None:
    assert Catalogue("fr", "app.ui").names() == Catalogue("en", "app.ui").names()


def test_every_font_comes_with_its_licence() -> None:
    fonts = files("app.ui") / "fonts"
    names = {f.name for f in fonts.iterdir()}
    assert {"OFL-Lato.txt", "OFL-EBGaramond.txt"} <= names
    for licence in ("OFL-Lato.txt", "OFL-EBGaramond.txt"):
        assert "SIL OPEN FONT LICENSE" in (fonts / licence).read_text("utf-8")


def test_french_has_no_breakable_space_before_high_punctuation() -> None:
    own = Catalogue("fr", "app.ui")
    for name in own.names():
        assert not any(f" {sign}" in own.sentence(name) for sign in ":;!?»")


def test_what_the_window_says_breaks_no_french_line_before_high_punctuation() -> None:
    said = Speech("fr", packages()).say("taru.prompt.double_six", side="Chêne ?")
    assert " :" not in said
    assert "six\N{NO-BREAK SPACE}: Chêne\N{NO-BREAK SPACE}?" in said
    assert "\N{NO-BREAK SPACE}" not in Speech("en", packages()).say(
        "taru.prompt.double_six", side="a"
    )


def test_numbers_take_the_comma_in_french_and_lose_an_empty_decimal() -> None:
    french, english = Speech("fr", ("app.match",)), Speech("en", ("app.match",))
    assert (french.number(0.64), english.number(0.64)) == ("0,6", "0.6")
    assert (french.number(7), french.number(-12.0)) == ("7", "−12")


def test_a_measure_tells_value_unit_sigma_and_limit() -> None:
    measure = Measure(name="centre", value=11.25, unit="mm", sigma=0.6, threshold=1.8)
    assert Speech("en", ("app.match",)).measure(measure) == "centre: 11.2\xa0mm, ±0.6, limit 1.8"
    assert (
        Speech("fr", ("app.match",)).measure(measure) == "centre\xa0: 11,2\xa0mm, ±0,6, seuil 1,8"
    )


def test_switching_goes_round_the_languages() -> None:
    speech = Speech("fr", ("app.match",))
    speech.switch()
    assert (speech.lang, speech.say("ui.bar.undo")) == ("en", "Undo")
    speech.switch()
    assert speech.say("ui.bar.undo") == "Annuler"


def test_every_state_of_the_bar_has_a_sign() -> None:
    for state in get_args(BarState):
        assert state_sign(state, (10.0, 10.0), 8.0).children
