"""A camera registered by what a person told, and what is kept of a registration."""

from calibration.pose import from_corners
from calibration.quality import quality
from calibration.registration import Registration, accept
from calibration.store import StoredCalibration
from calibration.surface import Surface
from vision.frames import Image


def found_by_corners(
    image: Image, surface: Surface, corners: list[tuple[float, float]]
) -> Registration:
    """The full camera from four touched corners; EyeProblem when the lines lie elsewhere."""
    size = (image.shape[1], image.shape[0])
    table = from_corners(corners, surface, size, image)
    measured = quality(image, table, surface)
    accept(measured)
    return Registration(table=table, method="corners", quality=measured, home_known=True)


def stored_as(source: str, found: Registration, surface: Surface) -> StoredCalibration:
    """What is kept of a registration of a camera."""
    plane = [(x, y, 0.0) for x, y in surface.corners_mm]
    corners = found.table.to_image(plane).round(2).tolist()
    return StoredCalibration(
        camera=source,
        method=found.method,
        corners_px=tuple((x, y) for x, y in corners),
        table=found.table,
        residual_mm=found.quality.residual_mm,
    )
