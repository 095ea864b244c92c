"""`doctor --box`: what is tried, what is said, and what a broken input or output looks like."""

from collections.abc import Callable

import pytest

from app.wiring import box_check
from app.wiring.box_check import INPUTS, OUTPUTS
from app.wiring.cli import run
from firmware_bridge.simulator import SimulatedBox

Capture = pytest.CaptureFixture[str]
Complaint = Callable[..., str]


@pytest.mark.parametrize(
    ("lang", "heard", "yes"), [("fr", "entendu", "Oui."), ("en", "heard", "Yes.")]
)
def test_everything_of_the_simulated_box_is_well(
    capsys: Capture, lang: str, heard: str, yes: str
) -> None:
    assert run(["doctor", "--box", "sim://", "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert told.count(f"{heard}.") == len(INPUTS) - 6  # two dice and four planes say more
    assert told.count(yes) == len(OUTPUTS)
    assert "±" in told


def test_a_beam_that_is_not_connected_and_a_dark_light_are_named(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_beam = SimulatedBox.break_beam

    def dead(box: SimulatedBox, now: float, beam: int, duration_us: int) -> None:
        if beam != 2:
            break_beam(box, now, beam, duration_us)

    monkeypatch.setattr(SimulatedBox, "break_beam", dead)
    monkeypatch.setattr(SimulatedBox, "lights", property(lambda _box: 2))
    monkeypatch.setattr(box_check, "PATIENCE_S", 2.0)
    assert run(["doctor", "--box", "sim://", "--lang", "en"]) == 1
    todo = [line for line in capsys.readouterr().out.splitlines() if "to do" in line]
    assert len(todo) == 2
    assert "under the bar" in todo[0]
    assert "Home's end" in todo[1]


def test_a_box_that_is_not_there_is_one_sentence(complaint: Complaint) -> None:
    complaint("doctor", "--box", "/dev/ttyTARU9")
