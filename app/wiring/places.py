"""Where things are kept on this machine."""

from importlib.resources import as_file, files
from pathlib import Path

from platformdirs import user_data_path

from app.match.export.sheet import Fonts


def matches_folder() -> Path:
    """Where match files go when no other place is named."""
    return user_data_path("taru-table") / "matches"


def calibrations_folder() -> Path:
    """Where the last calibrations of each camera are kept."""
    return user_data_path("taru-table") / "calibrations"


def sheet_fonts() -> Fonts:
    """The fonts match sheets are set in; they lie beside the window's."""
    with as_file(files("app.ui")) as folder:
        return Fonts(
            regular=folder / "fonts" / "Lato-Regular.ttf", bold=folder / "fonts" / "Lato-Bold.ttf"
        )
