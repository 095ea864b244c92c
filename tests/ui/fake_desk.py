"""A desk with hand-made views, and a note of everything that is posted to it."""

from dataclasses import dataclass, replace

from app.match.table_view import DecisionLine, Ghost, Question, Senses, TableView
from app.rulebook.api import Awaits, Choice, Measure, Section, Target
from app.rulebook.board import Board, BoardLine
from app.rulebook.facts import ButtonPressed, Event, Play
from app.rulebook.geometry import Square, king_distance, square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side
from app.rulebook.standing import Die, Standing
from app.rulebook.words import Phrase, phrase

SQ = 32.0


@dataclass(frozen=True, kw_only=True)
class Pretend(Play):
    """A play of no game."""

    disc: DiscId
    to: Square
    kind: str


def said(text: str) -> Phrase:
    """Any text as a phrase of the match catalogue."""
    return phrase("match.named", name=text)


def line(name: str, rank: float, *, dashed: bool = False) -> BoardLine:
    return BoardLine(name=name, a=(0, rank * SQ), b=(13 * SQ, rank * SQ), dashed=dashed)


def zone(first: int, last: int) -> frozenset[Square]:
    return frozenset(Square(f, r) for f in range(1, 14) for r in range(first, last + 1))


BOARD = Board(
    id="std",
    game="taru",
    files=13,
    ranks=24,
    square_mm=SQ,
    disc_mm=26.0,
    disc_height_mm=7.0,
    ball_mm=(20.0, 13.0),
    lines=(
        line("try_line.H", 2),
        line("line22.H", 6, dashed=True),
        line("halfway", 12),
        line("line22.A", 18, dashed=True),
        line("try_line.A", 22),
    ),
    zones={"in_goal.H": zone(1, 2), "in_goal.A": zone(23, 24)},
)

HOME = "c9 e9 g10 i9 k9 d7 f7 h7 j7 b5 g5 l5 e3 i3 g12"
AWAY = "b16 d15 f14 h14 j15 l16 g16 e18 i18 c20 g19 k20 e22 i22 f12"


def tower(names: str, side: Side) -> dict[Square, tuple[DiscId, ...]]:
    return {square(n): (f"{side.value}{k}",) for k, n in enumerate(names.split(), 1)}


def layout(ball: DiscId | Square | None = "H15", *, stacked: bool = True) -> Layout:
    towers = tower(HOME, Side.HOME) | tower(AWAY, Side.AWAY)
    if stacked:
        towers[square("h14")] = ("A4", "H8")
        del towers[square("h7")]
    return Layout(towers=tuple(sorted(towers.items())), ball=ball)


def decision(
    entry: int, side: Side | None, text: str, rule: Section, **more: object
) -> DecisionLine:
    line = DecisionLine(entry=entry, side=side, headline=said(text), rule=rule)
    return replace(line, **more)  # type: ignore[arg-type]


DECISIONS = (
    decision(1, Side.HOME, "Mise en place confirmée", "T12"),
    decision(2, Side.AWAY, "Mise en place confirmée", "T12"),
    decision(3, Side.HOME, "Lancer d’ouverture : 5 et 4", "T14"),
    decision(4, Side.AWAY, "Lancer d’ouverture : 2 et 6", "T14"),
    decision(5, Side.HOME, "Coup d’envoi touché par le disque en g16", "T18"),
    decision(6, Side.AWAY, "Lancer : rouge 2, vert 6", "T2"),
    decision(7, Side.AWAY, "Déplacement g16 → f12, 4 cases", "T22", struck=True),
    decision(8, Side.AWAY, "Passe en avant vers h14", "T40", refused=True, also=("T33",),
             measures=(Measure(name="ranks_ahead", value=2, unit="rank", threshold=0),)),
    decision(9, Side.HOME, "Lancer : rouge 5, vert 3", "T2"),
    decision(10, Side.HOME, "Grattage en h14", "T66",
             measures=(Measure(name="path", value=5, unit="square", threshold=5),
                       Measure(name="centre", value=11.2, unit="mm", sigma=0.6, threshold=1.8))),
    decision(11, Side.HOME, "Déplacement g10 → g12", "T22", provisional=True),
)  # fmt: skip

STANDING = Standing(
    score=(12, 7),
    turn=Side.HOME,
    dice=(
        Die(colour="red", face=5, committed="strip", intact=False),
        Die(colour="green", face=3),
    ),
    points_left=1,
    offside=("H8",),
    offside_rank=12,
    pinned=("A4",),
    played=("H8", "H15"),
)

END = Choice(label=said("Fin du tour"), play=ButtonPressed(side=Side.HOME, key="big"))

PLAYING = TableView(
    board=BOARD,
    layout=layout(),
    standing=STANDING,
    awaits=Awaits(
        kind="play",
        side=Side.HOME,
        prompt=said("Chêne joue : 1 point, passes libres"),
        phase="open",
        choices=(END,),
        flick_from=("H15",),
    ),
    bar="ready",
    bar_text=said("À vous, Chêne"),
    decisions=DECISIONS,
    senses=Senses(eye="ok", eye_sigma_mm=0.6, dice="ok", posts="hand"),
    can_undo=True,
    last_move=(square("g10"), square("g12")),
    names=("Chêne", "Noyer"),
    version=1,
)

START = replace(
    PLAYING,
    layout=layout(None, stacked=False),
    standing=Standing(score=(0, 0), turn=None),
    awaits=Awaits(
        kind="place",
        side=None,
        prompt=said("Placez vos quinze disques derrière votre ligne des 22"),
        phase="setup",
        choices=(
            Choice(
                label=said("Disposition habituelle"),
                play=ButtonPressed(side=Side.HOME, key="small"),
            ),
            Choice(label=said("Chêne est prêt"), play=ButtonPressed(side=Side.HOME, key="big")),
            Choice(label=said("Noyer est prêt"), play=ButtonPressed(side=Side.AWAY, key="big")),
        ),
        areas=((Side.HOME, tuple(zone(1, 6))), (Side.AWAY, tuple(zone(19, 24)))),
    ),
    bar_text=said("Prêt"),
    decisions=(),
    last_move=None,
    can_undo=False,
    senses=Senses(),
    version=2,
)

ROLLING = replace(
    PLAYING,
    standing=replace(STANDING, dice=(), points_left=None, offside=(), played=()),
    awaits=Awaits(
        kind="roll",
        side=Side.HOME,
        prompt=said("Chêne lance les dés"),
        phase="await_roll",
        rolls=(Side.HOME,),
    ),
    version=3,
)

KICKING = replace(
    PLAYING,
    awaits=Awaits(
        kind="flick",
        side=Side.HOME,
        prompt=said("Coup d’envoi de Chêne"),
        phase="kickoff",
        flick_from=("H3", "H11"),
    ),
    version=4,
)

ASKING = replace(
    PLAYING,
    bar="ask",
    bar_text=said("À vérifier"),
    question=Question(
        text=said("Qu’a-t-on joué ?"),
        answers=(said("Passe longue de g12 vers e9"), said("Coup de pied de g12 vers e9")),
    ),
    version=5,
)

ARRANGING = replace(
    PLAYING,
    bar="arrange",
    bar_text=said("Table à disposer"),
    arrange_text=said("Remettez la table comme elle était."),
    ghosts=(
        Ghost(disc="H3", to=square("g10"), came_from=square("h11")),
        Ghost(disc="A7", to=square("g17")),
        Ghost(disc=None, to=square("e10"), came_from=square("g12")),
    ),
    ghost_count=3,
    senses=Senses(eye="ok", eye_sigma_mm=0.6, dice="lost", posts="lost"),
    version=6,
)

REFUSED = replace(PLAYING, explanation=DECISIONS[7], version=7)

OVER = replace(
    PLAYING,
    standing=replace(STANDING, score=(15, 7), winner=Side.HOME, turn=None, dice=()),
    awaits=Awaits(kind="nothing", side=None, prompt=said("La partie est finie"), phase="finished"),
    bar_text=said("Sifflet final"),
    version=8,
)

VIEWS = {
    "playing": PLAYING, "start": START, "rolling": ROLLING, "kicking": KICKING,
    "asking": ASKING, "arranging": ARRANGING, "refused": REFUSED, "over": OVER,
}  # fmt: skip


class FakeDesk:
    """Answers by king distance: a disc may go one to three squares; two plays lead to g13."""

    def __init__(self, view: TableView) -> None:
        self.now = view
        self.posted: list[object] = []

    def show(self, view: TableView) -> None:
        self.now = replace(view, version=self.now.version + 100)

    def view(self) -> TableView:
        return self.now

    def targets(self, disc: DiscId) -> tuple[Target, ...]:
        where = self.now.layout.where().get(disc)
        if self.now.awaits.kind == "place":
            area = dict(self.now.awaits.areas)[Side(disc[0])]
            return tuple(self._target(disc, s, "place", 0) for s in area)
        if where is None or Side(disc[0]) is not self.now.standing.turn:
            return ()
        taken = set(self.now.layout.where().values())
        free = [s for f in range(-3, 4) for r in range(-3, 4)
                if self.now.board.holds(s := Square(where.file + f, where.rank + r))
                and s not in taken]  # fmt: skip
        found = [self._target(disc, s, "move", king_distance(s, where)) for s in free]
        found.append(self._target(disc, square("g10"), "hand_pass", 0))
        found += [
            self._target(disc, square("g13"), "strip", 1),
            self._target(disc, square("h14"), "tackle", 2),
        ]
        return tuple(found)

    def _target(self, disc: DiscId, to: Square, kind: str, cost: int) -> Target:
        return Target(square=to, play=Pretend(disc=disc, to=to, kind=kind), kind=kind, cost=cost)

    def why_not(self, disc: DiscId, square: Square) -> tuple[Section, Phrase] | None:
        if any(t.square == square for t in self.targets(disc)):
            return None
        return "T22", said(f"Le trajet jusqu’en {square} demande 7 points, il en reste 1.")

    def take(self, event: Event) -> None:
        self.posted.append(event)

    def roll(self) -> None:
        self.posted.append("roll")

    def answer(self, index: int) -> None:
        self.posted.append(("answer", index))

    def undo(self) -> None:
        self.posted.append("undo")

    def redo(self) -> None:
        self.posted.append("redo")

    def strike(self, entry: int) -> None:
        self.posted.append(("strike", entry))

    def hold(self, *, stopped: bool) -> None:
        self.posted.append(("hold", stopped))
