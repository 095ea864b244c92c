"""What is counted of the light: bad light that is not told, and alarms without need."""

import pytest

from vision.evaluate_light import LightScore, evaluate_light, figures


def score(*said: str, true: str | None = None) -> LightScore:
    return LightScore(kind="glare", film=False, said=said, true=true)


@pytest.mark.parametrize(
    ("told", "missed", "false"),
    [
        (score(), False, False),
        (score("glare", true="glare"), False, False),
        (score(true="glare"), True, False),
        (score("dark", true="glare"), True, True),
        (score("glare", "dark", true="glare"), False, True),
        (score("flicker"), False, True),
    ],
)
def test_what_is_missed_and_what_is_false(told: LightScore, *, missed: bool, false: bool) -> None:
    assert (told.missed, told.false) == (missed, false)
    assert figures([told])["false_alarms"] == false


def test_bad_light_is_told_and_good_light_left_alone() -> None:
    told = figures(list(evaluate_light(1, 4, (960, 540))))
    assert told["films"] == 8
    assert told["bad_light_missed"] == 0
    assert told["false_alarms"] == 0
