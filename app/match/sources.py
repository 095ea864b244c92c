"""What a session watches and listens to. Real and simulated ones look alike; wiring adapts them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.match.log import Cursor
from app.match.perception.flight import FlightSeen
from app.match.perception.press import Heard, Kick, Passing
from app.rulebook.side import Side
from app.rulebook.words import Phrase
from vision.observation import Observation


class Sight(Protocol):
    """The eye: one frame in, what it shows out. Frames are given in the order of their stamps."""

    def look(self, frame: Any, /) -> Observation: ...

    def flights(self) -> Sequence[FlightSeen]:
        """Flicks that ended since this was last asked, in order."""
        ...


class FrameSource(Protocol):
    """The camera."""

    def until(self, now: float, /) -> Sequence[Any]:
        """Frames taken since this was last asked, up to `now`; live, the newest may do."""
        ...


class Box(Protocol):
    """The box with dice, posts and keys, seen through its link."""

    @property
    def alive(self) -> bool: ...

    def trouble(self, now: float, /) -> Phrase | None:
        """What is wrong with the box, in words that say what to do; None while all is well."""
        ...

    def poll(self, now: float, /) -> Sequence[Heard]:
        """Events heard since this was last asked, each once, in order."""
        ...

    def acknowledge(self, cursor: Cursor, /) -> None:
        """Everything up to `cursor` is safe in the log."""
        ...

    def light(self, side: Side | None, /) -> None:
        """Let the turn light shine at one end."""
        ...


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The senses of a session; what is missing is entered by hand."""

    sight: Sight | None = None
    frames: FrameSource | None = None
    box: Box | None = None
    passing: Passing = lambda _beams, _stuck: Kick(good=None)
    eye_trouble: Callable[[], Phrase | None] = lambda: None
    """What is wrong with the camera, in words that say what to do; None while all is well."""
    teams: tuple[Side, Side] = (Side.HOME, Side.AWAY)
    """The sides of the eye's teams 0 and 1."""
