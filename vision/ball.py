"""Finding the ball, lying on the felt or on a disc."""

from collections.abc import Sequence

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc


def find_ball(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    near_mm: tuple[float, float] | None = None,
) -> SeenBall | None:
    """The ball's foot in table mm and its height, or None; `on_disc` indexes `discs`.

    With `near_mm` only the surroundings of that point are searched.
    """
    return None
