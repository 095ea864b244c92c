"""§3 discs that may be played again: T29–T31; A78 may limit it."""

from dataclasses import replace

from app.games.taru.state import State
from app.rulebook.layout import DiscId


def reopens(state: State, disc: DiscId) -> bool:
    """Whether getting the ball would let a played disc play again: a house rule allows it once a
    turn (A78).
    """
    return disc in state.moved and disc not in state.reopened


def reopen(state: State, *discs: DiscId) -> State:
    """T29–T31: the discs may be played again this turn."""
    opened = frozenset(disc for disc in discs if reopens(state, disc))
    counted = opened if state.options.reopen_limit == "1" else frozenset()
    return replace(state, moved=state.moved - opened, reopened=state.reopened | counted)
