"""Every event in a few words, without its position."""

from app.games.backgammon import plays
from app.games.backgammon.move_text import plain
from app.games.backgammon.rules.score import KINDS
from app.rulebook.facts import DiceRolled, Event
from app.rulebook.words import Argument, Phrase, phrase


def describe(event: Event) -> Phrase:
    match event:
        case plays.Move():
            return _event("move", move=plain(event.hops))
        case DiceRolled():
            return _event("roll", faces="–".join(str(face) for face in event.faces))
        case plays.Resign():
            kind = phrase(f"backgammon.kind.{KINDS.get(event.times, 'single')}")
            return _event("resign", side=phrase(f"backgammon.side.{event.side}"), kind=kind)
        case plays.Leave() | plays.TakeBack() | plays.Done() | plays.NextGame() | plays.Settle():
            return _event(type(event).__name__.lower())
        case _:
            side = phrase(f"backgammon.side.{getattr(event, 'side', 'H')}")
            return _event(type(event).__name__.lower(), side=side)


def _event(key: str, **args: Argument | Phrase) -> Phrase:
    return phrase(f"backgammon.event.{key}", **args)
