"""From what a table shows to the plays that explain it."""

from app.games.taru.readings.read import read

__all__ = ["read"]
