"""What one frame shows, in table millimetres, each thing with its σ. No game is known here."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class SeenDisc:
    """A disc: centre of its top face (mm), level 0 on the felt, 1 on another disc.

    `team` is 0 or 1 (None when the colours leave it open), `team_margin` 0..1 how clearly.
    `track` names the same disc from frame to frame; `held`: a hand is over it.
    """

    x_mm: float
    y_mm: float
    level: int = 0
    team: int | None = None
    team_margin: float = 0.0
    sigma_mm: float = 0.5
    radius_px: float = 0.0
    track: int | None = None
    held: bool = False


@dataclass(frozen=True, kw_only=True)
class SeenBall:
    """The ball: foot in mm and its height; `on_disc` is an index into the discs of the frame,
    `turn_rad` the direction of its long axis (from x towards y), when it was seen; `late_s`: so
    much after the stamp of the frame its row was read (rolling shutter).
    """

    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    sigma_mm: float = 1.0
    on_disc: int | None = None
    turn_rad: float | None = None
    late_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SeenAgain:
    """The ball as the frame stamped `at` s shows it, now that the place it left is seen bare."""

    at: float
    ball: SeenBall


@dataclass(frozen=True, kw_only=True)
class SeenHand:
    """Something over the board that is no piece: its outline on the felt (mm) and the edge
    (`S N W E`, as Home sees the table) it came in over, when it touches one.
    """

    outline_mm: tuple[tuple[float, float], ...]
    edge: str | None = None


@dataclass(frozen=True, kw_only=True)
class LightWarning:
    """Something is wrong with the light, and where on the table (mm; None: everywhere)."""

    kind: Literal["dark", "glare", "flicker"]
    at_mm: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class Observation:
    """One frame, read. `at` is the frame's monotonic stamp in s; `full` = every disc re-read
    (else discs are carried over from the last full read). `moving` = the picture is changing.
    `paused`: the view was knocked and is being found again; what is told is as it was before.
    `swap_possible`: in a full read, the tracks that moved since the read before and of which
    either may be the other, in pairs. `light`: what was wrong with the light when last measured.
    `again`: once a flicked ball is clear of its place, where it was in the frames before this one,
    the one in which it lay first.
    """

    at: float
    discs: tuple[SeenDisc, ...] = ()
    ball: SeenBall | None = None
    again: tuple[SeenAgain, ...] = ()
    hands: tuple[SeenHand, ...] = ()
    moving: bool = False
    full: bool = True
    paused: bool = False
    swap_possible: frozenset[tuple[int, int]] = frozenset()
    light: tuple[LightWarning, ...] = ()
