"""How well the eye tells bad light from good: pictures and short films of every kind of light."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from vision.change import Reduction
from vision.evaluate_calm import FPS, SURFACE, random_look
from vision.light import FLICKER_FRAMES, LightMeter, light_warnings
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.harsh import KINDS, harsh_pictures
from vision.synthetic.layouts import as_discs, scattered
from vision.synthetic.scene import Scene
from vision.synthetic.view import default_view
from vision.synthetic.weather import LIGHTS

TRUE = {"lowlight": "dark", "glare": "glare", "candle": "flicker", "mains": "flicker"}
"""What is to be said, by the kind of picture or film; a picture of a candle does not flicker."""
EXTRA_FRAMES = 6


@dataclass(frozen=True, kw_only=True)
class LightScore:
    """One picture or film: what was said, what should have been."""

    kind: str
    film: bool
    said: tuple[str, ...]
    true: str | None

    @property
    def missed(self) -> bool:
        return self.true is not None and self.true not in self.said

    @property
    def false(self) -> bool:
        return any(kind != self.true for kind in self.said)


def evaluate_light(count: int, seed: int, size: tuple[int, int]) -> Iterator[LightScore]:
    """So many pictures of each kind of `harsh`, and so many films of each light of `weather`."""
    for kind in KINDS:
        true = None if kind == "candle" else TRUE.get(kind)
        for picture in harsh_pictures(kind, count, size, seed):
            found = light_warnings(picture.image, picture.table, picture.surface)
            said = tuple(warning.kind for warning in found)
            yield LightScore(kind=kind, film=False, said=said, true=true)
    for k in range(count):
        yield from _films(np.random.default_rng([seed, k]), size)


def _films(rng: np.random.Generator, size: tuple[int, int]) -> Iterator[LightScore]:
    """One film of each light over one table."""
    view = default_view(SURFACE, size)
    camera = SyntheticCamera(SURFACE, view, random_look(rng), int(rng.integers(1 << 30)))
    discs = tuple(as_discs(rng, scattered(rng, SURFACE)))
    reduction = Reduction(view, SURFACE)
    for name, maker in LIGHTS.items():
        meter, light = LightMeter(reduction), maker(rng, SURFACE)
        begin = float(rng.uniform(0, 3))
        small = reduction.of(camera.render(Scene(discs=discs), 0.0))
        for k in range(FLICKER_FRAMES + EXTRA_FRAMES):
            at = begin + k / FPS
            small = reduction.of(camera.render(Scene(discs=discs, moment=light(at)), at))
            meter.follow(small)
        said = tuple(warning.kind for warning in meter.warnings(small))
        yield LightScore(kind=name, film=True, said=said, true=TRUE.get(name))


def figures(scores: Sequence[LightScore]) -> dict[str, float | int | None]:
    """What `evaluate light` tells of all of them together."""
    good = [score for score in scores if score.true is None]
    return {
        "pictures": sum(not score.film for score in scores),
        "films": sum(score.film for score in scores),
        "bad_light": len(scores) - len(good),
        "bad_light_missed": sum(score.missed for score in scores),
        "false_alarms": sum(score.false for score in scores),
    }


def dump_line(score: LightScore) -> dict[str, object]:
    """One picture or film as `--dump` writes it."""
    return asdict(score)
