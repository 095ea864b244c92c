"""What is kept of a registration."""

from calibration.registration import Registration
from calibration.store import StoredCalibration
from calibration.surface import Surface


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
