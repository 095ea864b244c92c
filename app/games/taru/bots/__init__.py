"""Players for the rehearsal."""

from collections.abc import Callable, Mapping

from app.games.taru.bots.bot import TaruBot
from app.games.taru.bots.haphazard import HaphazardBot
from app.games.taru.bots.purposeful import plan

BOTS: Mapping[str, Callable[[], TaruBot]] = {
    "usual": TaruBot,
    "purposeful": lambda: TaruBot(plan),
    "random": HaphazardBot,
}
"""By the names a soak knows them under."""

__all__ = ["BOTS", "HaphazardBot", "TaruBot"]
