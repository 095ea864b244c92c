"""What worked scenarios do on a table is read back from what the table shows."""

from collections import Counter
from collections.abc import Mapping

import pytest

from app.games.taru.notation import parse
from app.games.taru.plays import HandPass, Maul, Move, SendOff, Strip, Tackle
from app.games.taru.readings import read
from app.games.taru.rules.judge import judge
from app.games.taru.scenario_actions import read_action
from app.games.taru.scenarios import position_of
from app.games.taru.state import Phase, State
from app.rulebook.api import Change
from app.rulebook.board import Board
from app.rulebook.facts import Event
from app.rulebook.geometry import square
from tests.games.taru_bot_matches import judged

ON_FELT = (Move, Strip, Tackle, HandPass, Maul, SendOff)
DEAD = (Phase.CONVERSION, Phase.FINISHED, Phase.LINEOUT_SETUP)
"""Where the ball is lifted or the discs laid anew, so that a table shows no single act."""


def acts_of(record: dict[str, object], boards: Mapping[str, Board]) -> list[tuple[State, Event]]:
    """The accepted acts of discs and ball of a scenario, each with the position before it."""
    state = position_of(record, boards)
    found: list[tuple[State, Event]] = []
    actions = record["actions"]
    assert isinstance(actions, list)
    for action in actions:
        for event in read_action(action, state):
            rulings = judge(state, event)
            if rulings[-1].refused:
                return found
            if isinstance(event, ON_FELT) and rulings[-1].state.phase not in DEAD:
                found.append((state, event))
            state = rulings[-1].state
    return found


def test_acts_of_scenarios_are_read_back(
    boards: Mapping[str, Board], all_scenarios: list[dict[str, object]]
) -> None:
    counted: Counter[str] = Counter()
    for record in all_scenarios:
        if "push_dead" in str(record["position"]):
            continue
        for state, event in acts_of(record, boards):
            there = judge(state, event)[-1].state.layout().seen()
            way = getattr(event, "path", ())
            ways = ((state.squares[event.disc], *way),) if isinstance(event, Move) else ()
            found = read(state, Change(before=state.layout(), after=there, ways=ways))
            ends = [judged(state, one.plays)[-1] for one in found if one.plays]
            assert any(not end.refused and end.state.layout().seen() == there for end in ends), (
                record["id"],
                event,
                found,
            )
            counted[type(event).__name__] += 1
    assert min(counted[kind.__name__] for kind in ON_FELT) >= 10


@pytest.mark.parametrize(
    ("position", "plays"),
    [
        ("H:9f22 A:4f23,5g22 B:H9 T:H/open D:2.3", "9 g21 h22 i22"),
        ("H:9g23 A:5a20 B:H9 T:H/open D:4.3", "9 h22 i22 j21"),
        ("H:8g20,9g21 A:5g24 B:H9 T:H/open D:3.4", "8 h21 i22 j23,9 h22 i22 j21"),
        ("H:5a5 A:9g14,10h13 B:A9 T:A/open D:1.2", "10 h14 g15,9 h13"),
    ],
    ids=[
        "short of the try line",
        "out of the in-goal",
        "a mate scores nothing",
        "a mate takes the place",
    ],
)
def test_unseen_ways_are_read_as_legal_and_plain(
    boards: Mapping[str, Board], position: str, plays: str
) -> None:
    """T131: a carrier is not held to have scored on a way nobody saw."""
    state = start = parse(f"std {position} P:0-0", boards)
    for play in plays.split(","):
        number, *path = play.split()
        move = Move(disc=f"{start.turn}{number}", path=tuple(square(name) for name in path))
        state = judge(state, move)[-1].state
    found = read(start, Change(before=start.layout(), after=state.layout().seen()))
    end = judged(start, found[0].plays)[-1]
    assert (end.refused, end.state.score) == (False, (0, 0))
    assert end.state.layout().seen() == state.layout().seen()


def test_two_discs_seen_to_go_keep_their_ways(boards: Mapping[str, Board]) -> None:
    """One goes where the other stood, and on."""
    start = parse("std H:7g12,8g13,9a5 A:5g20 B:H9 T:H/open D:1.4 P:0-0", boards)
    ways = ((square("g13"), square("h13")), (square("g12"), square("g13"), square("f14")))
    moves = [Move(disc=disc, path=way[1:]) for disc, way in zip(("H8", "H7"), ways, strict=True)]
    after = judged(start, tuple(moves))[-1].state
    found = read(start, Change(before=start.layout(), after=after.layout().seen(), ways=ways))
    assert [one.plays for one in found] == [tuple(moves)]
