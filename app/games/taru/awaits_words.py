"""How what a position waits for is said, and what may be announced of the ball."""

from app.games.taru.legal import flicks
from app.games.taru.plays import DeclareFlick, TakeDrop
from app.games.taru.state import State
from app.rulebook.api import Choice
from app.rulebook.side import Side
from app.rulebook.words import Phrase, phrase


def prompt(key: str, side: Side | None = None) -> Phrase:
    if side is None:
        return phrase(f"taru.prompt.{key}")
    return phrase(f"taru.prompt.{key}", side=phrase(f"taru.side.{side}"))


def label(key: str, **args: Phrase | str) -> Phrase:
    return phrase(f"taru.choice.{key}", **args)


def announced(state: State) -> tuple[Choice, ...]:
    """What may be told of the ball before it leaves, without the big key."""
    return tuple(
        Choice(
            label=label(_said(play)),
            play=play,
            by_key=False,
            flick=isinstance(play, DeclareFlick),
        )
        for play in flicks(state)
    )


def _said(play: DeclareFlick | TakeDrop) -> str:
    return "drop" if isinstance(play, TakeDrop) else play.flick
