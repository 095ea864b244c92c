"""While nothing is played, nothing is read: hands and heads pass, the light changes."""

from collections import Counter

import pytest

from vision.evaluate_calm import SURFACE, CalmScore, dump_line, evaluate_calm, figures
from vision.observation import Observation, SeenBall, SeenDisc
from vision.synthetic import SceneBall, SceneDisc

MINUTES = 1.0
"""`evaluate calm` measures the ten minutes asked for."""


def test_hands_heads_and_lamps_make_no_event() -> None:
    scenes = list(evaluate_calm(MINUTES, 3, (960, 540)))
    told = figures(scenes)
    assert told["frames"] == round(1800 * MINUTES)
    assert told["events"] == 0, [dump_line(scene) for scene in scenes]
    assert told["hands_seen"]
    assert told["hands_invented"] == 0


def score() -> CalmScore:
    discs = (SceneDisc(x_mm=100, y_mm=100, team=0), SceneDisc(x_mm=300, y_mm=500, team=1))
    return CalmScore(surface=SURFACE, discs=discs, ball=SceneBall(x_mm=200, y_mm=200))


def seen(**changes: object) -> Observation:
    discs = (
        SeenDisc(x_mm=100.2, y_mm=100, team=0, track=4),
        SeenDisc(x_mm=300, y_mm=500.1, team=1, track=9),
    )
    return Observation(
        **{"at": 0.0, "discs": discs, "ball": SeenBall(x_mm=200, y_mm=200), **changes}  # type: ignore[arg-type]
    )


DISCS = seen().discs


@pytest.mark.parametrize(
    ("observation", "wrong"),
    [
        (seen(), {}),
        (seen(discs=DISCS[:1]), {"gone": 1}),
        (seen(discs=(*DISCS, SeenDisc(x_mm=400, y_mm=100))), {"invented": 1}),
        (seen(discs=(SeenDisc(x_mm=100, y_mm=100, team=1), DISCS[1])), {"team": 1}),
        (seen(ball=None), {"ball lost": 1}),
        (seen(ball=SeenBall(x_mm=210, y_mm=200)), {"ball elsewhere": 1}),
        (seen(ball=SeenBall(x_mm=200, y_mm=200, on_disc=0)), {"ball on or off its disc": 1}),
        (seen(ball=None, full=False), {}),
    ],
)
def test_what_is_wrong_is_counted(observation: Observation, wrong: dict[str, int]) -> None:
    assert Counter(score().see(observation, anybody=False)) == wrong


def test_another_track_is_another_disc() -> None:
    counted = score()
    counted.see(seen(), anybody=False)
    swapped = (SeenDisc(x_mm=100, y_mm=100, team=0, track=9), DISCS[1])
    assert counted.see(seen(discs=swapped), anybody=False) == ["identity"]
