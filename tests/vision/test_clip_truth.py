"""The truth of a filmed flick: what it must tell, and that its pictures are all there."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.problem import EyeProblem
from vision.clip_truth import read_clip

FIXTURES = Path(__file__).parent / "fixtures"
NAN = float("nan")
FRAMES = 5
Truth = dict[str, Any]


WRONG_BALLS: list[object] = [
    "abc", 3, [{"on": True, "x_mm": "a", "y_mm": 1}], [{"on": True, "x_mm": NAN, "y_mm": 1}], [{}],
]  # fmt: skip


def told() -> Truth:
    """A clip of five pictures over the board of a fixture."""
    scene: Truth = json.loads((FIXTURES / "crests.json").read_text("utf-8"))
    first, second = (f"{disc['team']}-{disc['n']}" for disc in scene["discs"][:2])
    ball = [{"f": k, "x_mm": 50.0 + k, "y_mm": 60.0, "on": k < 4} for k in range(FRAMES)]
    events = {
        "kind": "pass",
        "from_disc": first,
        "release_frame": 1,
        "first_touch": {"disc": second, "t": 0.02},
        "exit": {"x_mm": 520.0, "y_mm": 300.0},
        "rest": None,
    }
    return scene | {"fps": 60, "ball": ball, "events": events}


def written(folder: Path, truth: Truth, names: list[str] | None = None) -> Path:
    path = folder / "clip.json"
    path.write_text(json.dumps(truth), encoding="utf-8-sig")
    path.with_suffix("").mkdir()
    for name in names or [f"{k:03d}" for k in range(FRAMES)]:
        (path.with_suffix("") / f"{name}.jpg").touch()
    return path


def test_a_clip_is_read(tmp_path: Path) -> None:
    clip = read_clip(written(tmp_path, told()))
    assert [path.stem for path in clip.pictures] == ["000", "001", "002", "003", "004"]
    assert clip.fps == 60
    assert (clip.truth.from_disc, clip.truth.contacts) == (0, ((0.02, 1),))
    assert clip.truth.release_at == pytest.approx(1 / 60)
    assert clip.truth.exit is not None
    assert clip.truth.exit.edge == "E"
    assert (len(clip.truth.ball), clip.truth.ball[4], clip.truth.rest_mm) == (5, None, None)


EDITS: list[tuple[str, Callable[[Truth], object]]] = [
    *(("fps", lambda t, fps=fps: t.update(fps=fps))
      for fps in (0, -60, NAN, float("inf"), 1e9, 1e-9, True, "60", None)),
    *(("ball", lambda t, ball=ball: t.update(ball=ball)) for ball in WRONG_BALLS),
    ("events", lambda t: t.update(events=[3])),
    ("events", lambda t: t.pop("events")),
    *(("events.rest", lambda t, rest=rest: t["events"].update(rest=rest))
      for rest in ("x", {"x_mm": NAN, "y_mm": 0})),
    *(("events.exit", lambda t, gone=gone: t["events"].update(exit=gone))
      for gone in ("x", {"x_mm": 1, "y_mm": "1"})),
    *(("events.release_frame", lambda t, frame=frame: t["events"].update(release_frame=frame))
      for frame in (1e300, -5, None, FRAMES, "1")),
    ("events.from_disc", lambda t: t["events"].update(from_disc="team0-99")),
    ("events.first_touch", lambda t: t["events"].update(first_touch={"disc": "team0-1"})),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(EDITS)), ids=lambda k: f"{EDITS[k][0]}-{k}")
def test_a_truth_that_cannot_be_is_refused_by_name(tmp_path: Path, case: int) -> None:
    what, edit = EDITS[case]
    truth = told()
    edit(truth)
    with pytest.raises(EyeProblem) as refused:
        read_clip(written(tmp_path, truth))
    assert (refused.value.key, refused.value.args_["what"]) == ("scene.lacking", what)


@pytest.mark.parametrize(
    ("names", "key", "says"),
    [
        (["000", "001", "003", "004"], "clips.missing", "002.jpg"),
        (["000", "001", "002", "003"], "clips.count", "tells of 5 pictures"),
        (["001", "002", "003", "004", "005", "006"], "clips.count", "holds 6"),
    ],
)
def test_pictures_that_are_missing_are_told(
    tmp_path: Path, names: list[str], key: str, says: str
) -> None:
    with pytest.raises(EyeProblem) as refused:
        read_clip(written(tmp_path, told(), names))
    assert refused.value.key == key
    assert says in refused.value.sentence("en")
