"""Every event in a few words, without its position."""

from collections.abc import Sequence

from app.games.taru import plays
from app.rulebook.facts import DiceRolled, Event, Flown, PostsPassed
from app.rulebook.geometry import Square
from app.rulebook.words import Argument, Phrase, phrase


def describe(event: Event) -> Phrase:
    match event:
        case plays.Move() | plays.Strip() | plays.Tackle():
            kind = type(event).__name__.lower()
            return _event(kind, disc=event.disc, square=_end(event.path))
        case plays.HandPass():
            return _event("hand_pass", giver=event.giver, receiver=event.receiver)
        case plays.Kickoff() | plays.LongPass():
            kind = "kickoff" if isinstance(event, plays.Kickoff) else "long_pass"
            return _event(kind, disc=event.flown.by, fate=_fate(event.flown))
        case DiceRolled():
            return _event("roll", faces="–".join(str(face) for face in event.faces))
        case PostsPassed():
            return _event("over" if event.good else "missed")
        case _:
            return _declared(event)


def _declared(event: Event) -> Phrase:
    match event:
        case plays.Place():
            return _event("place", side=phrase(f"taru.side.{event.side}"), count=len(event.squares))
        case plays.Ready():
            return _event("ready", side=phrase(f"taru.side.{event.side}"))
        case plays.Choose():
            return _event("choose", disc=event.disc)
        case plays.SendOff():
            return _event("send_off", disc=event.disc)
        case plays.TakePenalty():
            return _event(f"penalty_{event.choice}")
        case _:
            return _event("play_twelve" if isinstance(event, plays.PlayTwelve) else "end_turn")


def _event(key: str, **args: Argument | Phrase) -> Phrase:
    return phrase(f"taru.event.{key}", **args)


def _end(path: Sequence[Square]) -> str:
    return path[-1].name if path else "–"


def _fate(flown: Flown) -> Phrase:
    if flown.first_touch is not None:
        return phrase("taru.fate.touch", disc=flown.first_touch)
    if flown.exit is not None:
        return phrase("taru.fate.out", square=flown.exit.square.name)
    return phrase("taru.fate.rest", square=_end(flown.rest))
