"""Backgammon as a game of the table: the rule book behind one face."""

from collections.abc import Iterable, Mapping

from app.games.backgammon import awaits as waiting
from app.games.backgammon import describe, legal, notation, sections
from app.games.backgammon.house_rules import HOUSE_RULES
from app.games.backgammon.options import read_options
from app.games.backgammon.pitch import check_board, layout_of
from app.games.backgammon.readings import read
from app.games.backgammon.rules.judge import JUDGES, judge
from app.games.backgammon.state import State
from app.games.backgammon.why_not import why_not
from app.rulebook.api import Awaits, Book, Bot, Change, Physics, Reading, Ruling, Target
from app.rulebook.board import Board
from app.rulebook.facts import Event, Play
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.standing import Standing
from app.rulebook.words import Phrase

BOOK = Book(
    name="Backgammon",
    sections=sections.SECTIONS,
    package="app.games.backgammon",
    definitions=sections.DEFINITIONS,
)


class Backgammon:
    """For money or to a number of points. All methods are pure."""

    name = "backgammon"
    book = BOOK
    physics = Physics()
    words = "app.games.backgammon"
    house_rules = HOUSE_RULES
    events: Mapping[str, type[Event]] = {kind.__name__: kind for kind in JUDGES}

    def check_board(self, board: Board) -> None:
        check_board(board)

    def start(self, board: Board, options: Mapping[str, str] | None = None) -> State:
        """The checkers at their start, before the opening throw. Raises Problem on a board or an
        option unfit for backgammon.
        """
        self.check_board(board)
        return State(table=board, options=read_options(options or {}))

    def awaits(self, state: State) -> Awaits:
        return waiting.awaits(state)

    def standing(self, state: State) -> Standing:
        return waiting.standing(state)

    def plays(self, state: State) -> Iterable[Play]:
        return legal.plays(state)

    def targets(self, state: State, disc: DiscId) -> tuple[Target, ...]:
        return legal.targets(state, disc)

    def judge(self, state: State, event: Event) -> tuple[Ruling[State], ...]:
        return judge(state, event)

    def read(self, state: State, change: Change) -> tuple[Reading, ...]:
        return read(state, change)

    def why_not(self, state: State, disc: DiscId, square: Square) -> Ruling[State] | None:
        return why_not(state, disc, square)

    def layout(self, state: State) -> Layout:
        return layout_of(state)

    def write(self, state: State) -> str:
        return notation.write(state)

    def parse(self, text: str, boards: Mapping[str, Board]) -> State:
        return notation.parse(text, boards)

    def describe(self, event: Event) -> Phrase:
        return describe.describe(event)

    def bot(self) -> Bot[State]:
        from app.games.backgammon.bots.bot import BackgammonBot  # noqa: PLC0415  no bot in a match

        return BackgammonBot()
