"""Whole random matches: what must hold in every position they reach."""

from collections.abc import Mapping
from random import Random
from typing import Protocol

import pytest

from app.games.taru import plays
from app.games.taru.game import Taru
from app.games.taru.rules.moves import run
from app.games.taru.sections import ALL
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event, Flown, PostsPassed, TimeRanOut
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.side import Side
from app.rulebook.words import LANGS, Catalogue

STEPS = 250
CATALOGUES = [Catalogue(lang, "app.rulebook", "app.games.taru") for lang in LANGS]

WINDOW = Catalogue("fr", "app.ui")


class Walk(Protocol):
    def __init__(self, seed: int) -> None: ...

    def event(self, state: State) -> Event: ...


def _said(ruling: Ruling[State]) -> None:
    for catalogue in CATALOGUES:
        assert catalogue.say(ruling.headline)
        if ruling.arrange is not None:
            assert catalogue.say(ruling.arrange.why)


def _invariants(state: State) -> None:
    towers = [square for square, tower in state.stacks.items() if len(tower) > 1]
    assert len(towers) == len(state.stacks)
    stacked = {layer.disc for tower in state.stacks.values() for layer in tower}
    alone = [square for disc, square in state.squares.items() if disc not in stacked]
    assert len(set(alone)) == len(alone)
    assert not set(alone) & set(towers)
    for square, tower in state.stacks.items():
        assert tower[0].by is None
        assert all(layer.by is not None for layer in tower[1:])
        assert all(state.squares[layer.disc] == square for layer in tower)
    if state.carrier is not None:
        assert state.free(state.carrier)
    assert state.loose not in state.occupied
    assert state.points_left >= 0
    if state.in_hand:
        assert state.phase in (Phase.SETUP, Phase.LINEOUT_SETUP)


def _may_have_moved(before: State, event: Event) -> set[str]:
    """Its own disc; the discs of a maul; a carrier whose run an interception stops; those whose
    moves are taken back when a turn ends with a shape that is not allowed (A37).
    """
    if isinstance(event, plays.Maul | plays.EndTurn | TimeRanOut):
        return set(before.squares)
    if before.phase is Phase.INTERCEPT_WINDOW and isinstance(event, DiceRolled):
        return {before.carrier or ""}
    return {getattr(event, "disc", "")}


def _follows(before: State, event: Event, ruling: Ruling[State]) -> None:
    after = ruling.state
    gained = (after.score[0] - before.score[0], after.score[1] - before.score[1])
    assert gained in {(0, 0), (2, 0), (0, 2), (3, 0), (0, 3), (5, 0), (0, 5)}
    out_before = set(before.squares) | before.in_hand
    out_after = set(after.squares) | after.in_hand
    assert out_after <= out_before
    if not isinstance(event, plays.SendOff):
        assert out_after == out_before
    laying_out = before.phase in (Phase.SETUP, Phase.LINEOUT_SETUP)
    if not laying_out and not isinstance(event, PostsPassed):
        moved = {d for d, square in after.squares.items() if before.squares[d] != square}
        assert moved <= _may_have_moved(before, event)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("board", ["std", "club"])
def test_matches_hold_together(
    seed: int, board: str, boards: Mapping[str, Board], taru: Taru, walker: type[Walk]
) -> None:
    walk, state = walker(seed), taru.start(boards[board])
    for _ in range(STEPS):
        if state.phase is Phase.FINISHED:
            break
        event = walk.event(state)
        rulings = taru.judge(state, event)
        assert rulings
        for ruling in rulings:
            assert not ruling.refused, (taru.write(state), event, ruling)
            assert ruling.rule in taru.book.sections
            _said(ruling)
        for catalogue in CATALOGUES:
            assert catalogue.say(taru.describe(event))
        _follows(state, event, rulings[-1])
        state = rulings[-1].state
        _invariants(state)
        assert taru.parse(taru.write(state), boards) == state
        _awaits(taru, state)


def _awaits(taru: Taru, state: State) -> None:
    due = taru.awaits(state)
    for catalogue in CATALOGUES:
        assert catalogue.say(due.prompt)
        assert all(catalogue.say(choice.label) for choice in due.choices)
    for choice in due.choices:
        assert not taru.judge(state, choice.play)[-1].refused
    assert taru.standing(state).score == state.score
    for die in taru.standing(state).dice:
        assert die.committed is None or WINDOW.sentence(f"ui.committed.{die.committed}")
    assert (due.kind == "nothing") == (state.phase is Phase.FINISHED)


def _positions(
    taru: Taru, walker: type[Walk], board: Board, seed: int, every: int, count: int
) -> list[State]:
    walk, state, step = walker(seed), taru.start(board), 0
    found: list[State] = []
    while len(found) < count:
        step += 1
        if state.phase is Phase.FINISHED:
            state = taru.start(board)
        state = taru.judge(state, walk.event(state))[-1].state
        if step % every == 0:
            found.append(state)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_every_listed_play_is_accepted(
    seed: int, boards: Mapping[str, Board], taru: Taru, walker: type[Walk]
) -> None:
    for state in _positions(taru, walker, boards["std"], seed, every=9, count=20):
        listed = list(taru.plays(state))
        assert len({repr(play) for play in listed}) == len(listed)
        for play in listed if state.phase is not Phase.SETUP else listed[:200]:
            ruling = taru.judge(state, play)[0]
            assert not ruling.refused, (taru.write(state), play, ruling)


def _mutant(chance: Random, state: State) -> Event:
    discs = [*sorted(state.squares), *sorted(state.in_hand), "H1", "A15"]
    disc, other = chance.choice(discs), chance.choice(discs)
    start = state.squares.get(disc, Square(5, 5))
    path = [start]
    for _ in range(chance.randint(1, 6)):
        step = chance.choice(DIRECTIONS) if chance.random() < 0.6 or len(path) < 2 else (
            path[-1].file - path[-2].file, path[-1].rank - path[-2].rank
        )  # fmt: skip
        path.append(path[-1].towards(*step))
    way = tuple(path[1:])
    carrier = state.squares.get(state.carrier or "", start)
    makers: list[Event] = [
        plays.Move(disc=disc, path=way),
        plays.Strip(disc=disc, path=(*way[:-1], carrier)),
        plays.Tackle(disc=disc, path=(*way[:-1], carrier)),
        plays.HandPass(giver=state.carrier or disc, receiver=other),
        plays.HandPass(giver=disc, receiver=other),
        plays.EndTurn(side=chance.choice(list(Side))),
        plays.Choose(disc=disc),
        plays.SendOff(disc=disc),
        plays.PlayTwelve(),
        plays.TakePenalty(choice="goal"),
        plays.Place(side=chance.choice(list(Side)), squares=((disc, way[-1]),)),
        plays.Ready(side=chance.choice(list(Side))),
        plays.Kickoff(flown=Flown(by=disc, rest=(way[-1],))),
        plays.LongPass(flown=Flown(by=disc, first_touch=other)),
        plays.LongPass(flown=Flown(by=disc)),
        plays.Kick(flown=Flown(by=chance.choice([disc, state.carrier or disc]), rest=(way[-1],))),
        plays.MarkKick(flown=Flown(by=disc, first_touch=other)),
        plays.TouchKick(flown=Flown(by=disc, rest=(start,))),
        plays.TakeDrop(disc=chance.choice([disc, state.carrier or disc])),
        plays.DeclareFlick(flick=chance.choice(["pass", "kick", "mark"])),
        plays.Choose(disc=disc, square=way[-1]),
        plays.TakePenalty(choice="touch"),
        DiceRolled(faces=(chance.randint(0, 7), 3), side=chance.choice([None, *Side])),
        PostsPassed(good=True),
    ]
    return chance.choice(makers)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tried_is_judged(
    seed: int, boards: Mapping[str, Board], taru: Taru, walker: type[Walk]
) -> None:
    """A refusal cites a section, leaves the state and puts the table back; an accepted move or
    contact goes where `targets` says the disc may go.
    """
    chance = Random(seed)
    for state in _positions(taru, walker, boards["std"], 50 + seed, every=7, count=40):
        for _ in range(40):
            event = _mutant(chance, state)
            ruling = taru.judge(state, event)[0]
            _said(ruling)
            if ruling.refused:
                assert ruling.rule in ALL
                assert ruling.rule not in ruling.also
                assert ruling.state is state
                assert ruling.arrange is not None
                assert ruling.arrange.target == taru.layout(state)
            elif isinstance(event, plays.Move | plays.Strip | plays.Tackle):
                end = run(state, event)[-1] if isinstance(event, plays.Move) else event.path[-1]
                assert end in {target.square for target in taru.targets(state, event.disc)}


@pytest.mark.parametrize("seed", range(3))
def test_why_not_agrees_with_targets(
    seed: int, boards: Mapping[str, Board], taru: Taru, walker: type[Walk]
) -> None:
    chance = Random(seed)
    for state in _positions(taru, walker, boards["std"], 90 + seed, every=11, count=12):
        discs = sorted(state.squares) or sorted(state.in_hand)
        for _ in range(40):
            disc = chance.choice(discs)
            square = Square(chance.randint(1, 13), chance.randint(1, 24))
            ruling = taru.why_not(state, disc, square)
            may = square in {target.square for target in taru.targets(state, disc)}
            assert (ruling is None) == may
            if ruling is not None:
                assert ruling.refused
                _said(ruling)
