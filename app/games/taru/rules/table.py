"""Discs changing square on the table: sliding, lying on another, leaving for good."""

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Literal

from app.games.taru.state import Layer, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId

Stacks = Mapping[Square, tuple[Layer, ...]]


def slide(state: State, disc: DiscId, to: Square) -> State:
    """A free disc goes to an empty square; what it lay on is freed."""
    stacks = _without(state.stacks, state.squares[disc], disc)
    return replace(state, squares={**state.squares, disc: to}, stacks=stacks)


def lay_on(state: State, disc: DiscId, to: Square, by: Literal["s", "t"]) -> State:
    """A free disc goes on top of whatever lies on a square, by a strip or a tackle."""
    stacks = dict(_without(state.stacks, state.squares[disc], disc))
    top = state.top_at(to)
    under = stacks.get(to, (Layer(disc=top),) if top else ())
    stacks[to] = (*under, Layer(disc=disc, by=by))
    return replace(state, squares={**state.squares, disc: to}, stacks=stacks)


def take_off(state: State, disc: DiscId) -> State:
    """A disc leaves the game, from under others too (A49); those above stay where they are."""
    stacks = _without(state.stacks, state.squares[disc], disc)
    squares = {other: place for other, place in state.squares.items() if other != disc}
    return replace(state, squares=squares, stacks=stacks)


def without_discs(state: State, discs: Set[DiscId]) -> State:
    """Discs lifted off the board, from under others too; those left keep their squares."""
    squares = {disc: place for disc, place in state.squares.items() if disc not in discs}
    stacks = state.stacks
    for disc in discs:
        if disc in state.squares:
            stacks = _without(stacks, state.squares[disc], disc)
    return replace(state, squares=squares, stacks=stacks)


def _without(stacks: Stacks, place: Square, disc: DiscId) -> Stacks:
    if place not in stacks:
        return stacks
    left = [layer for layer in stacks[place] if layer.disc != disc]
    others = {square: tower for square, tower in stacks.items() if square != place}
    if len(left) > 1:
        others[place] = (Layer(disc=left[0].disc), *left[1:])
    return others
