"""Where things are kept on this machine."""

from pathlib import Path

from platformdirs import user_data_path


def matches_folder() -> Path:
    """Where match files go when no other place is named."""
    return user_data_path("taru-table") / "matches"
