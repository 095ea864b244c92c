"""Every event in a few words, without its position."""

from collections.abc import Mapping, Sequence

from app.games.taru import plays
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, Flown, PostsPassed, TimeRanOut
from app.rulebook.geometry import Square
from app.rulebook.side import Side
from app.rulebook.words import Argument, Phrase, phrase


def describe(event: Event) -> Phrase:
    match event:
        case plays.Move() | plays.Strip() | plays.Tackle():
            kind = type(event).__name__.lower()
            return _event(kind, disc=event.disc, square=_end(event.path))
        case plays.HandPass():
            return _event("hand_pass", giver=event.giver, receiver=event.receiver)
        case plays.Maul():
            return _event("maul", disc=event.head, count=event.count, steps=event.steps)
        case DiceRolled():
            return _event("roll", faces="–".join(str(face) for face in event.faces))
        case _:
            flown = getattr(event, "flown", None)
            return _flicked(event, flown) if isinstance(flown, Flown) else _declared(event)


def _flicked(event: Event, flown: Flown) -> Phrase:
    return _event(_FLICKS[type(event)], disc=flown.by, fate=_fate(flown))


_FLICKS: Mapping[type[Event], str] = {
    plays.Kickoff: "kickoff",
    plays.LongPass: "long_pass",
    plays.Kick: "kick",
    plays.MarkKick: "mark_kick",
    plays.TouchKick: "touch_kick",
}


_BY_SIDE: Mapping[type[Event], str] = {
    plays.Ready: "ready",
    plays.Decline: "decline",
    plays.StopMatch: "stop",
}


def _declared(event: Event) -> Phrase:
    match event:
        case plays.Place():
            return _event("place", side=_side(event.side), count=len(event.squares))
        case plays.Ready() | plays.Decline() | plays.StopMatch():
            return _event(_BY_SIDE[type(event)], side=_side(event.side))
        case plays.Choose() if event.square is not None:
            return _event("bring", disc=event.disc, square=event.square.name)
        case plays.Choose():
            return _event("choose", disc=event.disc)
        case plays.SendOff():
            return _event("send_off", disc=event.disc)
        case _:
            return _event(_plain(event))


def _plain(event: Event) -> str:
    """The key of an event that says all by its kind."""
    match event:
        case plays.TakePenalty():
            return f"penalty_{event.choice}"
        case plays.DeclareFlick():
            return f"declare_{event.flick}"
        case TimeRanOut():
            return f"bell_{event.clock}"
        case PostsPassed():
            return "over" if event.good else "missed"
        case _:
            return _KINDS[type(event)]


_KINDS: Mapping[type[Event], str] = {
    plays.TakeDrop: "drop",
    plays.PlayTwelve: "play_twelve",
    plays.EndTurn: "end_turn",
    ButtonPressed: "end_turn",
}


def _side(side: Side) -> Phrase:
    return phrase(f"taru.side.{side}")


def _event(key: str, **args: Argument | Phrase) -> Phrase:
    return phrase(f"taru.event.{key}", **args)


def _end(path: Sequence[Square]) -> str:
    return path[-1].name if path else "–"


_OUT: Mapping[bool | None, str] = {
    None: "taru.fate.out",
    True: "taru.fate.out_bounced",
    False: "taru.fate.out_full",
}


def _fate(flown: Flown) -> Phrase:
    if flown.first_touch is not None:
        return phrase("taru.fate.touch", disc=flown.first_touch)
    if flown.exit is not None:
        return phrase(_OUT[flown.bounced], square=flown.exit.square.name)
    return phrase("taru.fate.rest", square=_end(flown.rest))
