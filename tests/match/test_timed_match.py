"""A timed match: the clocks run as the position says, bells ring once, and time given is kept."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from app.games.taru.game import Taru
from app.games.taru.pitch import load_board
from app.games.taru.plays import EndTurn, Move
from app.games.taru.state import State
from app.match.desk import HandDesk
from app.match.log import FileLog, MemoryLog
from app.match.match import Match, Setup
from app.match.replay import replay, resume
from app.match.session import Session
from app.match.sources import Sources
from app.match.timepiece import Timepiece
from app.rulebook.facts import DiceRolled, Event
from app.rulebook.geometry import square
from app.rulebook.side import Side

ROOT = Path(__file__).parents[2]
BOARD = load_board(tomllib.loads((ROOT / "hardware/boards/taru-std.toml").read_text("utf-8")))
TIMED = {"mode": "timed20"}
POSITION = "std H:9g14 A:5g20 B:H9 T:H/await_roll P:0-0 C:600/35"


class Watch:
    """A clock that goes when it is told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def match_at(position: str) -> Match[State]:
    game = Taru()
    state = game.parse(position, {BOARD.id: BOARD})
    return Match(game, Setup(board=BOARD, options=TIMED), MemoryLog(), start=state)


class Hands:
    """A desk by hand, and the time that passes at it."""

    def __init__(self, position: str = POSITION) -> None:
        self.clock, self.match = Watch(), match_at(position)
        self.desk = HandDesk(self.match, Random(1), clock=self.clock)
        self.shows()

    def shows(self, after_s: float = 0.0) -> tuple[int, int]:
        self.clock.now += after_s
        clocks = self.desk.view().clocks
        assert clocks is not None
        return clocks.turn_s, clocks.match_s[0]

    def take(self, event: Event) -> None:
        self.desk.take(event)

    @property
    def rules(self) -> list[str]:
        return [line.rule for line in self.match.decisions]


def test_the_clocks_of_a_turn_run_and_start_anew() -> None:
    hands = Hands()
    assert hands.shows() == (35, 600)
    assert hands.shows(4.5) == (31, 596)
    hands.take(DiceRolled(faces=(4, 3)))
    hands.take(Move(disc="H9", path=(square("g15"),)))
    assert hands.shows(0.25) == (31, 596)
    assert hands.shows(5.25) == (25, 590)
    hands.take(EndTurn(side=Side.HOME))
    assert hands.shows() == (35, 590)


def test_fractions_of_a_second_are_not_lost_at_every_entry() -> None:
    hands = Hands()
    hands.take(DiceRolled(faces=(4, 3)))
    for path in ("g15", "f15", "e15", "d15"):
        hands.clock.now += 1.3
        hands.take(Move(disc="H9", path=(square(path),)))  # refused after the first: it is played
    assert hands.shows() == (30, 595)


def test_the_bell_of_a_turn_rings_once_and_the_turn_passes() -> None:
    hands = Hands()
    hands.take(DiceRolled(faces=(4, 3)))
    assert hands.shows(34.9) == (1, 566)
    assert hands.shows(0.2) == (35, 565)
    assert hands.rules[-1] == "T8"
    assert hands.match.standing.turn is Side.AWAY
    hands.shows(0.1)
    assert hands.rules.count("T8") == 1


def test_the_bell_of_the_match_rings_once() -> None:
    hands = Hands("std H:9g14 A:5g20 B:H9 T:H/await_roll P:0-0 C:3/35")
    hands.shows(3.1)
    hands.shows(1.0)
    assert hands.rules == ["T9"]
    clocks = hands.desk.view().clocks
    assert clocks is not None
    assert clocks.expired
    assert clocks.match_s == (0,)
    assert hands.match.awaits.choices


def test_the_clocks_stand_while_play_is_stopped() -> None:
    hands = Hands()
    hands.shows(5.0)
    hands.desk.hold(stopped=True)
    assert hands.shows(300.0) == (30, 595)
    hands.desk.hold(stopped=False)
    assert hands.shows(2.0) == (28, 593)


def test_going_back_gives_the_time_back() -> None:
    hands = Hands()
    hands.shows(5.0)
    hands.take(DiceRolled(faces=(4, 3)))
    hands.shows(10.0)
    hands.desk.undo()
    assert hands.shows() == (35, 600)


def test_a_time_per_player_runs_for_the_side_on_turn() -> None:
    hands = Hands(
        "std H:9g14 A:5g20 B:H9 T:H/await_roll P:0-0 C:300,300/35 O:match_clock=per_player"
    )
    hands.shows(7.5)
    hands.take(DiceRolled(faces=(4, 3)))
    hands.take(EndTurn(side=Side.HOME))
    hands.shows(3.0)
    clocks = hands.desk.view().clocks
    assert clocks is not None
    assert clocks.match_s == (293, 297)


def test_a_match_file_keeps_the_clocks(tmp_path: Path) -> None:
    path, clock, game = tmp_path / "match.jsonl", Watch(), Taru()
    setup = Setup(board=BOARD, options=TIMED)
    match = Match.start(game, setup, FileLog(path))
    desk = HandDesk(match, Random(1), clock=clock)
    usual = [c.play for c in match.awaits.choices]
    for play in usual:
        desk.take(play)
    for choice in match.awaits.choices:
        desk.take(choice.play)
    clock.now += 9.0
    desk.roll()
    clock.now += 9.0
    desk.roll()
    shown = desk.view().clocks
    assert shown is not None
    assert shown.match_s == (1182,)
    match.close()
    assert replay(path, lambda _: game).first_difference is None
    again = resume(path, lambda _: game)
    assert Timepiece(again).show(5.0) == shown
    assert again.setup.options == TIMED
    again.close()


@pytest.mark.parametrize("review", [False, True])
def test_a_watched_match_rings_too_unless_a_decision_is_contested(review: bool) -> None:  # noqa: FBT001
    match = match_at(POSITION)
    session = Session(match, Sources())
    session.step(50.0)
    session.review = review
    session.step(50.1)
    session.step(90.0)
    assert [line.rule for line in match.decisions] == ([] if review else ["T8"])


GAP = "std H:9f10 A:4f11,5g10 B:H9 T:H/open D:2.3 P:0-0"


def test_an_interception_that_nobody_calls_lapses() -> None:
    clock, match = Watch(), match_at(GAP + " O:intercept_window_s=3")
    desk = HandDesk(match, Random(1), clock=clock)
    desk.take(Move(disc="H9", path=(square("g11"),)))
    for passed in (0.0, 2.9):
        clock.now += passed
        assert desk.view().awaits.phase == "intercept_window"
    desk.hold(stopped=True)
    clock.now += 60.0
    assert desk.view().awaits.phase == "intercept_window"
    desk.hold(stopped=False)
    clock.now += 3.1
    assert desk.view().awaits.phase == "open"
    assert [line.rule for line in match.decisions][-1] == "T75"


def test_a_call_at_a_watched_table_lapses_too() -> None:
    match = match_at(GAP)
    session = Session(match, Sources())
    session.take(Move(disc="H9", path=(square("g11"),)))
    session.step(50.0)
    session.step(54.9)
    assert match.awaits.phase == "intercept_window"
    session.step(55.1)
    assert match.awaits.phase == "open"
