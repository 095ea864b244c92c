"""The pretend table's two seams: frames of a synthetic camera, bytes of a simulated box."""

from collections.abc import Sequence

import numpy as np

from app.rehearsal.world import World
from app.rulebook.acts import PressKey
from app.rulebook.side import Side
from firmware_bridge.messages import Button, End
from firmware_bridge.posts import Plane, beam_number
from firmware_bridge.simulator import PretendBox
from vision.frames import Frame
from vision.synthetic import SyntheticCamera
from vision.synthetic.knocks import knocked

FLIGHT_FPS, QUIET_FPS = 60.0, 15.0
BUTTONS: dict[tuple[Side, str], Button] = {
    (Side.HOME, "big"): Button.HOME_BIG,
    (Side.HOME, "small"): Button.HOME_SMALL,
    (Side.AWAY, "big"): Button.AWAY_BIG,
    (Side.AWAY, "small"): Button.AWAY_SMALL,
}
BEAM_US, LADDERS_S = 9_000, 0.015
"""A ball of 18 mm at 2 m/s covers a beam for 9 ms and takes 15 ms from ladder to ladder."""


class WorldBox:
    """The box as people on the table use it; presses that it could not notice are made again."""

    def __init__(self, box: PretendBox) -> None:
        self.box = box
        self.now = 0.0
        self.rolls: list[tuple[int, ...]] = []

    def press_dice(self) -> bool:
        faces = self.box.press_dice(self.now)
        if faces is not None:
            self.rolls.append(faces)
        return faces is not None

    def press_key(self, act: PressKey) -> bool:
        return self.box.press(self.now, BUTTONS[act.side, act.key])

    def kick(self, side: Side, *, good: bool) -> None:
        """A ball at the posts that a side attacks: over the bar through both ladders, or under."""
        goal = End.AWAY if side is Side.HOME else End.HOME
        if not good:
            self.box.break_beam(self.now, beam_number(goal, Plane.UNDER), BEAM_US)
            return
        self.box.break_beam(self.now, beam_number(goal, Plane.FRONT), BEAM_US)
        self.box.break_beam(self.now + LADDERS_S, beam_number(goal, Plane.REAR), BEAM_US)


class WorldFrames:
    """Frames of a world: 60 a second while the ball flies, 15 otherwise, so that a rehearsal is
    quick. Each is told once.
    """

    def __init__(self, world: World, camera: SyntheticCamera) -> None:
        self.world, self.camera = world, camera
        self._hung = camera.table
        self.count = 0
        self.last: Frame | None = None
        self._untold: list[Frame] = []

    @property
    def interval(self) -> float:
        """Seconds to the next frame, as things are."""
        return 1 / (FLIGHT_FPS if self.world.flying else QUIET_FPS)

    def take(self) -> Frame:
        """The frame of this very instant."""
        self.count += 1
        image = self.camera.render(self.world.scene(), self.world.now)
        self.last = Frame(at=self.world.now, image=image, index=self.count)
        self._untold.append(self.last)
        return self.last

    def knock(self, seed: int) -> None:
        """From now on the table is seen from where the camera came to rest."""
        old = self.camera
        view = knocked(self._hung, old.surface, np.random.default_rng(seed))
        self.camera = SyntheticCamera(old.surface, view, old.look, seed)

    def until(self, now: float) -> Sequence[Frame]:
        """Frames taken since this was last asked."""
        told = [frame for frame in self._untold if frame.at <= now]
        self._untold = [frame for frame in self._untold if frame.at > now]
        return told
