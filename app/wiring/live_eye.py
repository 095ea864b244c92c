"""The camera of a match, and where it looks from: told, kept from before, or set up now."""

from pathlib import Path

from app.rehearsal.senses import EyeSight
from app.rulebook.words import Problem
from app.ui.projection import LivePicture
from app.wiring.aiming import Aimed, kept_for, still_right
from app.wiring.camera import Camera
from app.wiring.places import calibrations_folder
from app.wiring.viewpoint import from_board, viewpoint
from calibration.problem import EyeProblem
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.aside import at_once, beside
from vision.eye import Eye
from vision.files import colourless
from vision.frames import Image
from vision.live_frames import LiveFrames
from vision.picture import check_size
from vision.sources import open_frames

Eyes = tuple[str, str, Path | None, str]
"""Camera URL, board, calibration file, corners."""


class LiveEye:
    """`aimed` sets it up, when `table` is None; `remarks` is what to say of the camera. Raises
    EyeProblem and Problem for a camera, a board or a calibration that cannot be used.
    """

    def __init__(self, eyes: Eyes) -> None:
        url, board, calibration, corners = eyes
        view = viewpoint(board, None, calibration, corners) or from_board(board)
        told = calibration is not None or bool(corners)
        frames = open_frames(url, {})
        self._aside = beside if isinstance(frames, LiveFrames) else at_once
        self.camera = Camera(frames)
        frame = self.camera.newest
        if frame is None:
            self.camera.close()
            raise EyeProblem("source.empty", path=url)
        grey = [EyeProblem("picture.grey", path=url)] if colourless(frame.image) else []
        self.remarks = (*self.camera.remarks, *grey)
        self.surface, self._palette = view.surface, view.palette
        camera = self.camera
        folder = calibrations_folder()
        self.aimed = Aimed(url, view.surface, camera.glance, folder, camera.rows)
        self._eye: Eye | None = None
        try:
            self._known = (
                view.table_for(frame.image) if told else kept_map(url, frame.image, self.surface)
            )
            if self._known is not None:
                check_size(url, frame.image, self._known)
        except (EyeProblem, Problem):
            self.camera.close()
            raise

    @property
    def table(self) -> TableMap | None:
        """Where it looks from; None until that is known."""
        return self._known or self.aimed.table

    def sight(self) -> EyeSight:
        """The eye at work. Raises Problem while it is not known where it looks from."""
        if self.table is None:
            raise Problem("cli.play.not_set_up")
        self._eye = Eye(self.surface, self.table, self._palette, self._aside)
        return EyeSight(self._eye, self.surface)

    def picture(self) -> LivePicture | None:
        frame = self.camera.newest
        if frame is None or self._eye is None:
            return None
        return LivePicture(bgr=frame.image, to_image=self._eye.table.to_image)

    def close(self) -> None:
        self.aimed.close()
        self.camera.close()


def kept_map(url: str, image: Image, surface: Surface) -> TableMap | None:
    """The map kept for this camera at this resolution, if this picture still bears it out."""
    kept = kept_for(url, (image.shape[1], image.shape[0]), calibrations_folder())
    return None if kept is None else still_right(kept.table, image, surface)
