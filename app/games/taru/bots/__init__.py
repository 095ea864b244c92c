"""Players for the rehearsal."""

from app.games.taru.bots.bot import TaruBot

__all__ = ["TaruBot"]
