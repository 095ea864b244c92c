"""A chronicle of backgammon as games of turns: what record formats write down."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.games.backgammon.hops import canonical
from app.games.backgammon.plays import (
    Accept,
    Beaver,
    Correct,
    Double,
    Drop,
    Hop,
    NextGame,
    Take,
    TakeBack,
)
from app.games.backgammon.position import OFF, Dice, Position
from app.games.backgammon.rules.score import KINDS
from app.games.backgammon.state import State, Turn
from app.rulebook.chronicle import Chronicle, Entry
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Played:
    """A turn: its throw, and its hops in legal order; `hops` is None when it was not legal and was
    let stand, or not played to its end: then `after`, in the mover's view, says what came of it.
    """

    side: Side
    dice: Dice
    hops: tuple[Hop, ...] | None
    after: Position
    whole: bool = True


@dataclass(frozen=True, kw_only=True)
class Word:
    """What was said about the cube: `double`, `take`, `drop`, `beaver`; `value` it would have."""

    side: Side
    said: str
    value: int


@dataclass(frozen=True, kw_only=True)
class Told:
    """One game. `score` before it; `winner` None while it is not over. `automatic`: how often the
    cube turned by itself at the opening; `resigned`: it ended by being given up.
    """

    number: int
    score: tuple[int, int]
    crawford: bool
    acts: tuple[Played | Word, ...] = ()
    winner: Side | None = None
    points: int = 0
    times: int = 1
    resigned: bool = False
    automatic: int = 0


def games_of(chronicle: Chronicle[State]) -> tuple[Told, ...]:
    """The games in order; turns taken back or corrected are told as they were played at last."""
    return tuple(_games(chronicle))


def _games(chronicle: Chronicle[State]) -> Iterator[Told]:
    state = chronicle.start
    told = _new_game(state)
    acts: list[Played | Word] = []
    for entry in chronicle.entries:
        if entry.refused:
            continue
        before, state = entry.before, entry.after
        if isinstance(entry.event, NextGame):
            yield replace(told, acts=tuple(acts))
            told, acts = _new_game(state), []
            continue
        _tell(entry, acts)
        told = replace(told, automatic=max(told.automatic, state.automatic))
        if state.games > before.games:
            told = _ended(told, entry)
    yield replace(told, acts=(*acts, *_unfinished(state)))


def _new_game(state: State) -> Told:
    return Told(
        number=state.games + 1,
        score=state.score,
        crawford=state.crawford == "now",
    )


def _tell(entry: Entry[State], acts: list[Played | Word]) -> None:
    event, value = entry.event, entry.before.cube.value
    if isinstance(event, TakeBack | Correct) and entry.before.last is not None:
        acts.pop()
    words: dict[type, str] = {Double: "double", Take: "take", Drop: "drop", Beaver: "beaver"}
    said = words.get(type(event))
    if said is not None:
        offer = entry.after.offer
        worth = 1 << offer.exponent if offer is not None else value
        acts.append(Word(side=event.side, said=said, value=worth))  # type: ignore[attr-defined]
    acts += _turns(entry)


def _turns(entry: Entry[State]) -> Iterator[Played]:
    """The turns that an entry brought to their end: by a move, or by a throw that moves nothing."""
    state = entry.before
    for ruling in entry.rulings:
        turn, after = state.under_way, ruling.state
        if turn is not None and after.under_way is None and after.resigned == state.resigned:
            over = _is_over(turn, after)
            if over is not None:
                yield over
        state = after


def _is_over(turn: Turn, after: State) -> Played | None:
    end = after.seen_by(turn.side)
    illegal = after.last is not None and after.last.illegal
    hops = None if illegal else canonical(turn.begun, turn.dice, end)
    if hops is None and not illegal:
        last = tuple(Hop(point, OFF) for point in range(25, 0, -1) if turn.begun[point] > 0)
        hops = last[:1]
    return Played(side=turn.side, dice=turn.dice, hops=hops, after=end)


def _unfinished(state: State) -> Iterator[Played]:
    """A throw that is not played yet, or in part."""
    turn = state.under_way
    if turn is not None:
        yield Played(side=turn.side, dice=turn.dice, hops=None, after=state.mine, whole=False)


def _ended(told: Told, entry: Entry[State]) -> Told:
    before, after = entry.before, entry.after
    gained = [now - then for now, then in zip(after.score, before.score, strict=True)]
    points = max(gained)
    won = next(r for r in entry.rulings if r.headline.key.startswith("backgammon.did.won_"))
    kinds = {kind: times for times, kind in KINDS.items()}
    return replace(
        told,
        winner=Side.HOME if gained[0] else Side.AWAY,
        points=points,
        times=kinds[won.headline.key.removeprefix("backgammon.did.won_")],
        resigned=isinstance(entry.event, Accept),
    )
