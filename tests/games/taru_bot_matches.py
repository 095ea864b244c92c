"""A match of bots on plays alone: no table, no app, only rule book and bot."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from app.games.taru.bots.bot import TaruBot
from app.games.taru.labels.open_play import flick_in
from app.games.taru.pitch import load_board, pitch_of
from app.games.taru.plays import Kickoff
from app.games.taru.readings import read
from app.games.taru.rules.judge import judge
from app.games.taru.rules.rolls import rollers
from app.games.taru.state import Phase, State, team
from app.rehearsal.chance import chance_of
from app.rulebook.acts import Act, Flick, LayOut, PutBall, RollDice, Slide, TakeAway
from app.rulebook.api import Change, Intent, Label, Ruling
from app.rulebook.board import Board, read_table
from app.rulebook.facts import DiceRolled, Event, Exit, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side

BOARDS = Path(__file__).parents[2] / "hardware" / "boards"
LONGEST = 4000


def std_board(name: str = "taru-std") -> Board:
    return load_board(read_table(BOARDS / f"{name}.toml"))


def start(board: Board) -> State:
    return State(
        pitch=pitch_of(board),
        phase=Phase.SETUP,
        turn=Side.HOME,
        in_hand=frozenset(d for side in Side for d in team(side)),
    )


BOT = TaruBot()


@dataclass(frozen=True, kw_only=True)
class Step:
    """One act of a match: the state before it, what was done, how it was judged, and the label."""

    @property
    def event(self) -> Event:
        return self.events[0]

    state: State
    intent: Intent
    events: tuple[Event, ...]
    rulings: tuple[Ruling[State], ...]
    label: Label


def flown(state: State, flick: Flick, chance: Random) -> Flown:
    """A flick that goes where it is aimed, short or long by a square now and then."""
    board = state.pitch.board
    x, y = (v + chance.gauss(0, board.square_mm / 2) for v in flick.towards_mm)
    rest = board.square_at(x, y)
    if rest is None:
        return Flown(by=flick.by, exit=_exit(board, x, y), bounced=flick.lift == 0)
    touched = state.top_at(rest)
    if touched is not None and touched != flick.by:
        return Flown(by=flick.by, first_touch=touched, contacts=(touched,))
    return Flown(by=flick.by, rest=(rest,))


def _exit(board: Board, x: float, y: float) -> Exit:
    last = Square(
        min(max(int(x // board.square_mm) + 1, 1), board.files),
        min(max(int(y // board.square_mm) + 1, 1), board.ranks),
    )
    if 0 <= x < board.width_mm:
        return Exit(edge="S" if y < 0 else "N", square=last)
    return Exit(edge="W" if x < 0 else "E", square=last)


def events_of(state: State, intent: Intent, chance: Random) -> tuple[Event, ...]:
    if intent.event is not None:
        return (intent.event,)
    flick = next((act for act in intent.acts if isinstance(act, Flick)), None)
    if flick is not None:
        seen = flown(state, flick, chance)
        return (Kickoff(flown=seen) if state.phase is Phase.KICKOFF else flick_in(state, seen),)
    if isinstance(intent.acts[0], RollDice):
        sides = rollers(state)
        faces = (chance.randrange(6) + 1, chance.randrange(6) + 1)
        return (DiceRolled(faces=faces, side=sides[0] if len(sides) > 1 else None),)
    return read(state, change_by(state, intent.acts, ways=True))[0].plays


def change_by(
    state: State, acts: tuple[Act, ...], *, ways: bool, flights: tuple[Flown, ...] = ()
) -> Change:
    """What is seen of some acts, with or without the ways of discs."""
    where = dict(state.layout().where())
    seen = []
    for act in acts:
        if isinstance(act, Slide):
            seen.append((where[act.disc], *act.path))
            where[act.disc] = act.path[-1]
    return Change(
        before=state.layout(),
        after=table_after(state, acts).seen(),
        ways=tuple(seen) if ways else (),
        flights=flights,
    )


def judged(state: State, events: tuple[Event, ...]) -> tuple[Ruling[State], ...]:
    rulings: tuple[Ruling[State], ...] = ()
    for event in events:
        rulings += judge(rulings[-1].state if rulings else state, event)
    return rulings


def bot_match(seed: int, board: Board | None = None) -> Iterator[Step]:
    """Every act of one match, until it is over or `LONGEST` acts were made."""
    chance, dice = chance_of(seed, "bots"), chance_of(seed, "dice")
    state = start(board or std_board())
    for _ in range(LONGEST):
        if state.phase is Phase.FINISHED:
            return
        intent = BOT.choose(state, chance)
        events = events_of(state, intent, dice)
        label = intent.label or BOT.label_of(state, events[0])
        rulings = judged(state, events)
        yield Step(state=state, intent=intent, events=events, rulings=rulings, label=label)
        state = rulings[-1].state


def table_after(state: State, acts: tuple[Act, ...]) -> Layout:
    """What lies where once hands have done their acts; the ball of a flick stays where it was."""
    towers = dict(state.layout().towers)
    ball: DiscId | Square | None = state.ball
    for act in acts:
        match act:
            case Slide(disc=disc, path=path):
                towers = _without(towers, disc)
                if state.pitch.board.holds(path[-1]):
                    towers[path[-1]] = (*towers.get(path[-1], ()), disc)
                elif ball == disc:
                    ball = None
            case PutBall(to=to):
                ball = to
            case TakeAway(disc=disc):
                towers = _without(towers, disc)
            case LayOut(layout=layout):
                towers, ball = dict(layout.towers), layout.ball
            case _:
                pass
    return Layout(towers=tuple(sorted(towers.items())), ball=ball)


def _without(
    towers: dict[Square, tuple[DiscId, ...]], disc: DiscId
) -> dict[Square, tuple[DiscId, ...]]:
    left = {sq: tuple(d for d in tower if d != disc) for sq, tower in towers.items()}
    return {sq: tower for sq, tower in left.items() if tower}
