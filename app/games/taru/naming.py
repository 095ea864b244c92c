"""Discs in sentences: by square, since discs of a team look alike, or by number if printed."""

from collections.abc import Sequence
from dataclasses import replace

from app.games.taru.state import State
from app.rulebook.api import Ruling
from app.rulebook.words import Argument, Phrase, phrase


def speak(state: State, ruling: Ruling[State]) -> Ruling[State]:
    """The ruling with every disc named by its square: before the event in the headline, after it in
    what hands must do.
    """
    arrange = ruling.arrange
    if arrange is not None:
        arrange = replace(arrange, why=_named((ruling.state, state), arrange.why))
    return replace(ruling, headline=_named((state, ruling.state), ruling.headline), arrange=arrange)


def disc_name(state: State, disc: str) -> Phrase | str:
    """`the disc on g14`; its number where the board prints one or the disc is off the board."""
    place = state.squares.get(disc)
    if place is None or state.pitch.board.discs_numbered:
        return disc
    return phrase("taru.disc", square=place.name)


def _named(states: Sequence[State], said: Phrase) -> Phrase:
    return Phrase(said.key, tuple((name, _value(states, value)) for name, value in said.args))


def _value(states: Sequence[State], value: Argument | Phrase) -> Argument | Phrase:
    if not isinstance(value, str):
        return value
    known = next((state for state in states if value in state.squares), states[0])
    return disc_name(known, value)
