# ruff: noqa: ARG002 - the protocol names the arguments
"""A game of one page: roll, slide discs a square a point, strip by landing on the carrier, flick
the ball to a team-mate, score on the far rank. Its notation holds all that its state does.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.rulebook.api import (
    Arrange,
    Awaits,
    Book,
    Bot,
    Change,
    Choice,
    Measure,
    Physics,
    Reading,
    Ruling,
    Target,
)
from app.rulebook.board import Board
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, Flown, Play, PostsPassed
from app.rulebook.geometry import Square, king_distance, square
from app.rulebook.house_rule import HouseRule
from app.rulebook.layout import DiscId, Layout, side_of
from app.rulebook.side import Side
from app.rulebook.standing import Die, Standing
from app.rulebook.words import Phrase, Problem, phrase

BOARD = Board(
    id="toy",
    game="toy",
    files=5,
    ranks=7,
    square_mm=40.0,
    disc_mm=30.0,
    disc_height_mm=6.0,
    ball_mm=(16.0, 11.0),
    zones={"in_goal": frozenset({Square(1, 1), Square(2, 1)})},
)


@dataclass(frozen=True, kw_only=True)
class Slide(Play):
    disc: DiscId
    to: Square


@dataclass(frozen=True, kw_only=True)
class Pass(Play):
    flown: Flown


@dataclass(frozen=True, kw_only=True)
class Kick(Play):
    flown: Flown


@dataclass(frozen=True, kw_only=True)
class Done(Play):
    pass


@dataclass(frozen=True, kw_only=True)
class State:
    towers: tuple[tuple[Square, tuple[DiscId, ...]], ...]
    ball: DiscId | Square
    turn: Side = Side.HOME
    points: int | None = None
    score: tuple[int, int] = (0, 0)

    def where(self) -> dict[DiscId, Square]:
        return {d: sq for sq, tower in self.towers for d in tower}


START = (
    (square("b2"), ("H1",)),
    (square("b6"), ("A1",)),
    (square("c2"), ("H2",)),
    (square("d6"), ("A2",)),
)


def moved(state: State, disc: DiscId, to: Square) -> State:
    towers = {sq: tuple(d for d in tower if d != disc) for sq, tower in state.towers}
    towers[to] = (*towers.get(to, ()), disc)
    return replace(state, towers=tuple(sorted((s, t) for s, t in towers.items() if t)))


class Toy:
    name = "toy"
    book = Book(name="toy", sections=("R1", "R2", "R3", "R4", "R5", "R6"), package="tests")
    physics = Physics()
    words = "app.match"
    house_rules: tuple[HouseRule, ...] = ()
    events: Mapping[str, type[Event]] = MappingProxyType(
        {e.__name__: e for e in (DiceRolled, ButtonPressed, PostsPassed, Slide, Pass, Kick, Done)}
    )

    def check_board(self, board: Board) -> None:
        if board.files != 5:
            raise Problem("match.log.not_one", path=board.id)

    def start(self, board: Board, options: Mapping[str, str] | None = None) -> State:
        return State(towers=START, ball="H1")

    def awaits(self, state: State) -> Awaits:
        prompt = phrase("match.bar.both")
        if max(state.score) >= 10:
            return Awaits(kind="nothing", side=None, prompt=prompt, phase="finished")
        if state.points is None:
            return Awaits(
                kind="roll", side=state.turn, prompt=prompt, phase="roll", rolls=(state.turn,)
            )
        done = Choice(label=phrase("match.bar.over"), play=Done())
        return Awaits(kind="play", side=state.turn, prompt=prompt, phase="open", choices=(done,))

    def standing(self, state: State) -> Standing:
        winner = next((s for s in Side if state.score[s.order] >= 10), None)
        dice = (Die(colour="red", face=state.points),)
        return Standing(score=state.score, turn=state.turn, dice=dice, winner=winner)

    def plays(self, state: State) -> Iterable[Play]:
        yield Done()

    def targets(self, state: State, disc: DiscId) -> tuple[Target, ...]:
        found = []
        for file in range(1, 6):
            for rank in range(1, 8):
                play = Slide(disc=disc, to=Square(file, rank))
                if not self.judge(state, play)[-1].refused:
                    found.append(Target(square=play.to, play=play, kind="move", cost=1))
        return tuple(found)

    def judge(self, state: State, event: Event) -> tuple[Ruling[State], ...]:
        match event:
            case DiceRolled(faces=faces) if state.points is None:
                return self._ruling("R2", replace(state, points=sum(faces)))
            case DiceRolled():
                return self._refuse("R2", state)
            case Done() | ButtonPressed(key="big") if state.points is not None:
                return self._ruling("R1", replace(state, turn=state.turn.other, points=None))
            case Slide() if state.points is not None:
                return self._slide(state, event, state.points)
            case Pass(flown=flown) | Kick(flown=flown) if state.points is not None:
                return self._flick(state, event, flown)
        return self._refuse("R2", state)

    def _slide(self, state: State, slide: Slide, points: int) -> tuple[Ruling[State], ...]:
        side, where = side_of(slide.disc), state.where()
        if side is not state.turn:
            return self._refuse("R1", state)
        tops = {sq: tower[-1] for sq, tower in state.towers}
        cost = king_distance(where[slide.disc], slide.to)
        carrier = state.ball if isinstance(state.ball, str) else None
        on = tops.get(slide.to)
        if on is not None and (on != carrier or side_of(on) is side):
            return self._refuse("R4", state)
        if not 0 < cost <= points:
            measure = Measure(name="points", value=cost, unit="", threshold=points)
            return self._refuse("R3", state, measure)
        after = replace(moved(state, slide.disc, slide.to), points=points - cost)
        if on is not None or state.ball == slide.to:
            after = replace(after, ball=slide.disc)
        if after.ball == slide.disc and slide.to.rank == (7 if side is Side.HOME else 1):
            return (*self._ruling("R3", after), *self._try(after, side))
        return self._ruling("R5" if on else "R3", after)

    def _try(self, state: State, side: Side) -> tuple[Ruling[State], ...]:
        score = tuple(n + (5 if s is side else 0) for s, n in zip(Side, state.score, strict=True))
        fresh = State(
            towers=START,
            ball="A1" if side is Side.HOME else "H1",
            turn=side.other,
            score=(score[0], score[1]),
        )
        arrange = Arrange(why=phrase("match.arrange.follow"), target=self.layout(fresh))
        return self._ruling("R6", fresh, arrange)

    def _flick(self, state: State, play: Play, flown: Flown) -> tuple[Ruling[State], ...]:
        if flown.by != state.ball:
            return self._refuse("R4", state)
        ball: DiscId | Square = flown.first_touch or (flown.rest or (Square(3, 4),))[0]
        points = state.points if isinstance(play, Pass) else 0
        return self._ruling("R5", replace(state, ball=ball, points=points))

    def _ruling(
        self, rule: str, state: State, arrange: Arrange | None = None
    ) -> tuple[Ruling[State], ...]:
        ruling = Ruling(rule=rule, headline=phrase("match.bar.both"), state=state, arrange=arrange)
        return (ruling,)

    def _refuse(self, rule: str, state: State, *measures: Measure) -> tuple[Ruling[State], ...]:
        headline = phrase("match.bar.desync")
        back = Arrange(why=phrase("match.arrange.refused"), target=self.layout(state))
        return (
            Ruling(
                rule=rule,
                headline=headline,
                state=state,
                measures=measures,
                refused=True,
                arrange=back,
            ),
        )

    def read(self, state: State, change: Change) -> tuple[Reading, ...]:
        if change.flights:
            flown = change.flights[0]
            kinds: tuple[Play, ...] = (Pass(flown=flown), Kick(flown=flown))
            return tuple(Reading(plays=(play,)) for play in kinds)
        tops = {sq: tower[-1] for sq, tower in state.towers}
        seen = dict(change.after.towers)
        before = {sq: tuple(side_of(d) for d in tower) for sq, tower in state.towers}
        gone = [sq for sq, sides in before.items() if len(seen.get(sq, ())) < len(sides)]
        come = [sq for sq, sides in seen.items() if len(before.get(sq, ())) < len(sides)]
        if len(gone) != 1 or len(come) != 1 or seen[come[0]][-1] != before[gone[0]][-1]:
            return (Reading(plays=(), legal=False, unexplained=tuple(sorted({*gone, *come}))),)
        play = Slide(disc=tops[gone[0]], to=come[0], seen_path=bool(change.ways))
        legal = not self.judge(state, play)[-1].refused
        return (Reading(plays=(play,), legal=legal, cost=king_distance(gone[0], come[0])),)

    def why_not(self, state: State, disc: DiscId, sq: Square) -> Ruling[State] | None:
        ruling = self.judge(state, Slide(disc=disc, to=sq))[-1]
        return ruling if ruling.refused else None

    def layout(self, state: State) -> Layout:
        return Layout(towers=state.towers, ball=state.ball)

    def write(self, state: State) -> str:
        towers = ",".join(f"{sq}={'/'.join(tower)}" for sq, tower in state.towers)
        points = "-" if state.points is None else state.points
        score = f"{state.score[0]}-{state.score[1]}"
        return f"toy {towers} B:{state.ball} T:{state.turn} D:{points} P:{score}"

    def parse(self, text: str, boards: Mapping[str, Board]) -> State:
        _, towers, ball, turn, points, score = text.split(" ")
        home, away = score[2:].split("-")
        placed = (item.split("=") for item in towers.split(","))
        return State(
            towers=tuple((square(sq), tuple(tower.split("/"))) for sq, tower in placed),
            ball=square(ball[2:]) if ball[2].islower() else ball[2:],
            turn=Side(turn[2:]),
            points=None if points == "D:-" else int(points[2:]),
            score=(int(home), int(away)),
        )

    def describe(self, event: Event) -> Phrase:
        return phrase("match.named", name=type(event).__name__)

    def bot(self) -> Bot[State]:
        raise AssertionError
