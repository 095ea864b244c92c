"""Damaged frames by the thousand into the firmware, under the sanitizers."""

import json
import subprocess

import pytest

from tests.firmware_bridge.backends import programs


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_damaged_frame_is_obeyed_and_none_does_harm(seed: int) -> None:
    done = subprocess.run(  # noqa: S603 - made here
        [programs() / "taru-fuzz", "60000", str(seed)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == {"frames": 60000, "obeyed": 0}
    assert done.returncode == 0
