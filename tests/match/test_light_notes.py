"""A trouble of the light is said once it lasts, with its square."""

from app.match.perception.light import LASTS_S, LightWatch
from app.rulebook.words import Phrase, phrase
from tests.match.toy import BOARD
from vision.observation import LightWarning, Observation

AT = (BOARD.square_mm * 2.5, BOARD.square_mm * 1.5)
GLARE = LightWarning(kind="glare", at_mm=AT)
FLICKER = LightWarning(kind="flicker", at_mm=AT)
DARK = LightWarning(kind="dark")


def told(watch: LightWatch, light: tuple[LightWarning, ...], start: float, stop: float) -> None:
    at = start
    while at < stop:
        watch.look(Observation(at=at, light=light))
        at += 0.5


def said(watch: LightWatch) -> Phrase | None:
    return None if watch.note is None else watch.note.text


def test_what_lasts_is_said_and_what_is_over_is_not() -> None:
    watch = LightWatch(BOARD)
    told(watch, (GLARE,), 0.0, LASTS_S)
    assert said(watch) is None
    told(watch, (GLARE,), LASTS_S, LASTS_S + 1)
    assert said(watch) == phrase("match.light.glare_at", square="c2")
    told(watch, (), LASTS_S + 1, 3 * LASTS_S)
    assert said(watch) is None


def test_what_comes_and_goes_quickly_is_not_said() -> None:
    watch = LightWatch(BOARD)
    for k in range(6):
        told(watch, (FLICKER,), 10.0 * k, 10.0 * k + 1)
        told(watch, (), 10.0 * k + 1, 10.0 * k + 9)
        assert said(watch) is None


def test_the_worst_is_said() -> None:
    watch = LightWatch(BOARD)
    told(watch, (FLICKER, GLARE, DARK), 0.0, 2 * LASTS_S)
    assert said(watch) == phrase("match.light.dark")
