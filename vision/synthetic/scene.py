"""What the synthetic camera is asked to show: a scene in table mm, and how the table looks."""

from dataclasses import dataclass

RGB = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class SceneDisc:
    """A disc on the table: centre (mm), level 0 on the felt or 1 on another disc, team 0 or 1.

    `label` is enamelled on the crest; `angle` (rad) turns the crest; `z_mm`, when given, is the
    height of its foot while it is lifted (else level × disc height).
    """

    x_mm: float
    y_mm: float
    level: int = 0
    team: int = 0
    label: str | None = None
    angle: float = 0.0
    z_mm: float | None = None


@dataclass(frozen=True, kw_only=True)
class SceneBall:
    """The ball: centre (mm), height of its foot, heading of its long axis (rad).

    `trail_mm` is how far it travels while the shutter is open (motion blur).
    """

    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    angle: float = 0.4
    trail_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, kw_only=True)
class Dress:
    """Whose arm it is: colours of skin and sleeve (sRGB 0..255)."""

    skin: RGB = (196, 153, 129)
    sleeve: RGB = (65, 79, 101)


USUAL_DRESS = Dress()


@dataclass(frozen=True, kw_only=True)
class SceneHand:
    """A forearm with its hand: tip of the fingers (mm) and the edge `S N W E` it comes in over.

    `angle` (rad, table frame), when given, is where the fingers point and wins over the edge.
    `holding` closes thumb and fingers around whatever lies under the tip.
    """

    x_mm: float
    y_mm: float
    edge: str = "S"
    holding: bool = False
    angle: float | None = None
    dress: Dress = USUAL_DRESS


@dataclass(frozen=True, kw_only=True)
class SceneHead:
    """A head bent over the table: its middle (mm) and the colour of its hair (sRGB 0..255)."""

    x_mm: float
    y_mm: float
    hair: RGB = (62, 44, 32)


@dataclass(frozen=True, kw_only=True)
class Shadow:
    """The shadow of somebody in the lamp's way: middle (mm), radius to its half depth (mm), width
    of its soft edge (mm), share of the lamp it takes.
    """

    x_mm: float
    y_mm: float
    radius_mm: float
    soft_mm: float
    depth: float


@dataclass(frozen=True, kw_only=True)
class Moment:
    """The light of one instant, beside the usual one: factors of the lamp and of the window,
    shadows in the lamp's light, and the camera's exposure. `mains` is the depth of the lamp's
    100 Hz, `mains_at` (s) when the top row of the picture is taken, `row_s` the time from row to
    row: the bands of a rolling shutter.
    """

    lamp: float = 1.0
    window: float = 1.0
    exposure: float = 1.0
    shadows: tuple[Shadow, ...] = ()
    mains: float = 0.0
    mains_at: float = 0.0
    row_s: float = 2e-5


@dataclass(frozen=True, kw_only=True)
class Scene:
    """One instant of the table. `light` multiplies the exposure (a lamp switched, a cloud);
    `moment` is a light that differs from place to place.
    """

    discs: tuple[SceneDisc, ...] = ()
    ball: SceneBall | None = None
    hands: tuple[SceneHand, ...] = ()
    heads: tuple[SceneHead, ...] = ()
    light: float = 1.0
    moment: Moment | None = None


@dataclass(frozen=True, kw_only=True)
class PaintedCircle:
    """A circle painted on the felt (mm): an outline `line_mm` wide, or filled where that is 0; a
    `label` may stand in it.
    """

    x_mm: float
    y_mm: float
    radius_mm: float
    colour: RGB
    line_mm: float = 0.0
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Look:
    """Materials and light. Colours are sRGB 0..255; `noise` is a σ in grey levels.

    `warmth` 0..1 goes from window light to lamp light; `blur_px` is the lens' own softness
    (σ at any size); `frame_mm` the width of the wooden frame; `markers` lets four ArUco squares
    (DICT_4X4_50, 0–3 counter-clockwise from the a1 corner) into it. `signs`: discs bear one of four
    signs and a small number instead of a shield; `face` is the enamelled share of their radius;
    `metal`: no enamel, the metal itself has the team's colour. `painted`: circles on the felt.
    `frame`, `ground`: of what colour the frame and the table around it are, None as usual.
    """

    teams: tuple[RGB, RGB] = ((196, 38, 46), (34, 96, 190))
    accents: tuple[RGB, RGB] = ((244, 236, 214), (244, 236, 214))
    felt: RGB = (58, 124, 74)
    ball: RGB = (172, 100, 54)
    noise: float = 1.8
    warmth: float = 0.6
    blur_px: float = 0.45
    frame_mm: float = 75.0
    markers: bool = True
    signs: bool = False
    face: float = 0.67
    metal: bool = False
    painted: tuple[PaintedCircle, ...] = ()
    frame: RGB | None = None
    ground: RGB | None = None
