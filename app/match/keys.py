"""What a big key means in a game that has no word for keys."""

from dataclasses import fields, replace

from app.rulebook.api import Awaits, Game, S
from app.rulebook.facts import ButtonPressed, Event


def key_event(game: Game[S], awaits: Awaits, press: ButtonPressed) -> Event | None:
    """The event to be judged when a side presses its big key: the press itself where the game
    judges presses; else the declaration open to that side, or the other side's in its name, so
    that the book says why not. None when nothing can be declared.
    """
    if ButtonPressed in game.events.values():
        return press
    declared_by_key = [c.play for c in awaits.choices if c.by_key]
    sided = [play for play in declared_by_key if "side" in {field.name for field in fields(play)}]
    for play in sided:
        if getattr(play, "side", None) is press.side:
            return replace(play, at=press.at)
    declared = next(iter(sided), None)
    return None if declared is None else _in_name_of(declared, press)


def _in_name_of(play: Event, press: ButtonPressed) -> Event:
    changes: dict[str, object] = {"side": press.side, "at": press.at}
    return replace(play, **changes)  # type: ignore[arg-type]
