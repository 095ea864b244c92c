"""Events of a game as plain data and back: what a line of a match file holds."""

import dataclasses
from collections.abc import Mapping

import msgspec

from app.rulebook.facts import Event
from app.rulebook.words import Problem


class EventCodec:
    """Writes and reads the vocabulary of one game, tagged by the event's name.

    Fields that have their default value are left out, so that a file stays readable and events
    may gain fields later.
    """

    def __init__(self, events: Mapping[str, type[Event]]) -> None:
        self._types = dict(events)
        self._names = {kind: name for name, kind in self._types.items()}

    def encode(self, event: Event) -> dict[str, object]:
        """Raises KeyError for an event the game does not know: a programming error."""
        tagged: dict[str, object] = {"type": self._names[type(event)]}
        for field in dataclasses.fields(event):
            value = getattr(event, field.name)
            if field.default is dataclasses.MISSING or value != field.default:
                tagged[field.name] = msgspec.to_builtins(value, order="deterministic")
        return tagged

    def decode(self, tagged: Mapping[str, object]) -> Event:
        """Raises Problem when the game knows no such event or its fields do not fit."""
        fields = dict(tagged)
        kind = self._types.get(str(fields.pop("type", "")))
        if kind is None:
            raise Problem("match.log.unknown_event", name=str(tagged.get("type")))
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError as error:
            raise Problem("match.log.bad_event", name=str(tagged["type"])) from error
