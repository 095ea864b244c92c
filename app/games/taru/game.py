"""Taru as a game of the table: the rule book behind one face."""

from collections.abc import Iterable, Mapping

from app.games.taru import constraints, describe, legal, notation, sections
from app.games.taru.awaits import awaits
from app.games.taru.house_rules import HOUSE_RULES
from app.games.taru.options import read_mode, read_options
from app.games.taru.pitch import pitch_of
from app.games.taru.readings.read import read
from app.games.taru.rules.clock import new_clock
from app.games.taru.rules.judge import JUDGES
from app.games.taru.rules.sanction import judge_with_sanction
from app.games.taru.standing import standing
from app.games.taru.state import Phase, State, team
from app.games.taru.why_not import why_not
from app.rulebook.api import Awaits, Book, Bot, Change, Physics, Reading, Ruling, Target
from app.rulebook.board import Board
from app.rulebook.facts import Event, Play
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side
from app.rulebook.standing import Standing
from app.rulebook.words import Phrase

BOOK = Book(
    name="Taru",
    sections=sections.SECTIONS,
    package="app.games.taru",
    definitions=sections.DEFINITIONS,
    called_by_people=sections.CALLED_BY_PEOPLE,
)


class Taru:
    """Table rugby. All methods are pure."""

    name = "taru"
    book = BOOK
    physics = Physics()
    words = "app.games.taru"
    house_rules = HOUSE_RULES
    events: Mapping[str, type[Event]] = {kind.__name__: kind for kind in JUDGES}

    def check_board(self, board: Board) -> None:
        constraints.check_board(board)

    def start(self, board: Board, options: Mapping[str, str] | None = None) -> State:
        """Set-up with every disc in hand; `options` are house rules by name, and `mode`. Raises
        Problem on a board or option unfit for Taru.
        """
        self.check_board(board)
        timed, rest = read_mode(options or {})
        rules = read_options(rest)
        return State(
            pitch=pitch_of(board),
            phase=Phase.SETUP,
            turn=Side.HOME,
            options=rules,
            timed=timed,
            clock=new_clock(rules) if timed else None,
            in_hand=frozenset(disc for side in Side for disc in team(side)),
        )

    def awaits(self, state: State) -> Awaits:
        return awaits(state)

    def standing(self, state: State) -> Standing:
        return standing(state)

    def plays(self, state: State) -> Iterable[Play]:
        return legal.plays(state)

    def targets(self, state: State, disc: DiscId) -> tuple[Target, ...]:
        return legal.targets(state, disc)

    def judge(self, state: State, event: Event) -> tuple[Ruling[State], ...]:
        return judge_with_sanction(state, event)

    def read(self, state: State, change: Change) -> tuple[Reading, ...]:
        return read(state, change)

    def why_not(self, state: State, disc: DiscId, square: Square) -> Ruling[State] | None:
        return why_not(state, disc, square)

    def layout(self, state: State) -> Layout:
        return state.layout()

    def write(self, state: State) -> str:
        return notation.write(state)

    def parse(self, text: str, boards: Mapping[str, Board]) -> State:
        return notation.parse(text, boards)

    def describe(self, event: Event) -> Phrase:
        return describe.describe(event)

    def bot(self) -> Bot[State]:
        from app.games.taru.bots.bot import TaruBot  # noqa: PLC0415  no bot in a real match

        return TaruBot()
