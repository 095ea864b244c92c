"""TGN: the two examples, every scenario and whole matches written, read and written again."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from app.games.taru import notation
from app.games.taru.rules.judge import judge
from app.games.taru.scenario_actions import read_action
from app.games.taru.scenarios import in_set, position_of
from app.games.taru.state import Phase, State
from app.games.taru.tgn.read import read_record
from app.games.taru.tgn.write import write_record, write_turns
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle, Entry
from app.rulebook.facts import Event
from app.rulebook.words import Problem
from tests.games.taru_bot_matches import bot_match, std_board

EXAMPLE = """
[Event "Club evening"] [Date "2026.01.16"] [Home "…"] [Away "…"] [Mode "classic15"]
[Board "std"] [Rules "taru-2011-10"] [Options "default"] [Result "*"]

0. SET H 1-13a5,14a4,15b4 ; SET A 1-13a20,14a21,15b21 ; DICE H 5.4 A 2.6 ; KO H7 >A7
1. A 2.6: 7 g20-g15 .
2. H 4.5: 7 g5-g9 ; 6 f5-f10 .
3. A 3.3: 7 g15-g12 ; 8 h20-g19-g17 .            {double, nobody offside}
4. H 2.1: 6 f10-g11xg12 S7 ; 6 g12-g13 .         {strip with red 2, then green 1: A7 is free again}
5. A 1.4: 8 g17xg13 T6 @g11 .                    {A7 stands behind the tackled disc: one
square further}
6. H 2.3: 7 g9-g11* ; 7 g11-h12-h14 .            {pick-up re-opens the disc}
"""
AFTER = (
    "std H:1a5,2b5,3c5,4d5,5e5,6g13,7h14,8h5,9i5,10j5,11k5,12l5,13m5,14a4,15b4 "
    "A:1a20,2b20,3c20,4d20,5e20,6f20,7g12,8g13,9i20,10j20,11k20,12l20,13m20,14a21,15b21 "
    "S:g13=H6/tA8 B:H7 T:A/await_roll P:0-0"
)
KICKS = """
[Position "std H:1a5,9g14,14c23 A:5f20,7g20 B:H9 T:H/await_roll P:5-0"]
14. H 3.3: PEN 3.3 goal+ {5-3} ; H 1.6: 9 g14-g15 ; 9K>14 TRY@c C- {10-3}
    SET H 1a5,9g5,14c5 ; SET A 5d20,7g20 ; KO A7 @d10
15. A 2.5: 5 d20-d13 .
"""

KICKS = """
[Position "std H:1a5,9g14,14c23 A:5f20,7g20 B:H9 T:H/await_roll P:5-0"]
14. H 3.3: PEN 3.3 goal+ {5-3} ; H 1.6: 9 g14-g15 ; 9K>14 TRY@c C- {10-3}
    SET H 1a5,9g5,14c5 ; SET A 5d20,7g20 ; KO A7 @d10
15. A 2.5: 5 d20-d13 .
"""


def chronicle_of(start: State, events: Iterable[Event]) -> Chronicle[State]:
    """A match folded from its events; a refused one is an entry too."""
    state, entries = start, []
    for n, event in enumerate(events, start=1):
        rulings = judge(state, event)
        entries.append(Entry(n=n, event=event, before=state, rulings=rulings))
        state = rulings[-1].state if rulings else state
    board = start.pitch.board
    return Chronicle(game="taru", board=board, start=start, entries=tuple(entries))


def events_of(chronicle: Chronicle[State]) -> tuple[Event, ...]:
    return tuple(entry.event for entry in chronicle.entries)


def told(state: State) -> str:
    """What a record must bring back: everything but seconds, and a flick that is only announced."""
    clock = state.clock and replace(state.clock, match_s=0, turn_s=0)
    return notation.write(replace(state, clock=clock))


def assert_written_and_read(chronicle: Chronicle[State], boards: Mapping[str, Board]) -> None:
    text = write_record(chronicle)
    again = read_record(text, boards)
    assert told(again.end) == told(chronicle.end), text
    assert write_record(chronicle_of(again.start, events_of(again))) == text


def test_the_example_of_the_specification(boards: Mapping[str, Board]) -> None:
    record = read_record(EXAMPLE, boards)
    assert (record.names, record.date) == (("…", "…"), "2026-01-16")
    assert notation.write(record.end) == AFTER
    lines = write_turns(chronicle_of(record.start, events_of(record))).splitlines()
    assert lines[0] == EXAMPLE.splitlines()[4]
    assert lines[4] == "4. H 2.1: 6 f10-g11xg12 S7 ; 6 g12-g13 ."
    assert lines[5] == "5. A 1.4: 8 g17xg13 T6 @g11 ."
    assert lines[6] == "6. H 2.3: 7 g9-g11* ; 7 g11-h12-h14 ."


def test_marks_may_stand_close_to_a_word(boards: Mapping[str, Board]) -> None:
    head = '\ufeff[Position "std H:9g14,8f13 A:5g17 B:H9 T:H/await_roll P:0-0"]\n'
    spaced = read_record(f"{head}1. H 2.3: 9 g14-g15 ; 8 f13-f14 .", boards)
    close = read_record(f"{head}1. H 2.3: 9 g14-g15; 8 f13-f14.", boards)
    assert notation.write(close.end) == notation.write(spaced.end)
    assert close.end.turn != close.start.turn


def test_whole_matches_of_bots(boards: Mapping[str, Board]) -> None:
    for seed in range(4):
        steps = list(bot_match(seed, std_board("taru-club" if seed % 2 else "taru-std")))
        events = [event for step in steps for event in step.events]
        chronicle = chronicle_of(steps[0].state, events)
        assert chronicle.end.phase is Phase.FINISHED
        assert_written_and_read(chronicle, boards)


def test_every_scenario_can_be_written_down(
    boards: Mapping[str, Board], all_scenarios: list[dict[str, object]]
) -> None:
    for record in all_scenarios:
        state = position_of(record, boards)
        if not in_set(record) or state.phase in (Phase.SETUP, Phase.LINEOUT_SETUP):
            continue
        assert_written_and_read(chronicle_of(state, _accepted(record, state)), boards)


def _accepted(record: dict[str, object], state: State) -> list[Event]:
    actions, events = record["actions"], list[Event]()
    assert isinstance(actions, list)
    for action in actions:
        for event in read_action(action, state):
            rulings = judge(state, event)
            if rulings and rulings[-1].refused:
                return events
            events.append(event)
            state = rulings[-1].state if rulings else state
    return events if state.phase not in (Phase.SETUP, Phase.LINEOUT_SETUP) else []


@pytest.mark.parametrize(
    ("turns", "line", "word"),
    [
        ("1. H 2.3: 9 g14-g15 ; gruyère .", 3, "gruyère"),
        ("1. H 2.3: 9 g14-h16 .", 3, "9"),
        ("1. H 2.3: 9 g13-g14 .", 3, "9"),
        ("1. H 2.3: 9 g14-g22 .", 3, "9"),
        ("1. H 7.3: 9 g14-g15 .", 3, "H"),
        ("1. H 2.3:\n2. A 1.1: 5 g17-g16 .", 4, "A"),
        ("1. A 2.3: 5 g17-g16 .", 3, "A"),
        ("1. H 2.3: 9 g14-g15 ;\nH 2.4: 9 g15-g16 .", 4, "H"),
        ("1. H 2.3: 9 g14-g15 TRY@g .", 3, "TRY@g"),
        ("1. H 2.3: .\n2. A 3.1: 5 g17xg14 S8 .", 4, "5"),
        ("1. H 2.3: 9M N99999999x99999999 .", 3, "9M"),
        ("1. H 2.3: PEN 3.3 goal+", 3, "PEN"),
        ("1. H 2.3: 9>", 3, "9>"),
        ("1. H 2.3: I! 3.4+", 3, "I!"),
        ("1. H 2.3: 9", 3, "9"),
        ("SET H 1z9", 3, "SET"),
    ],
)
def test_a_wrong_word_is_named_with_its_line(
    boards: Mapping[str, Board], turns: str, line: int, word: str
) -> None:
    position = "std H:9g14 A:5g17 B:H9 T:H/await_roll P:0-0"
    with pytest.raises(Problem) as found:
        read_record(f'[Position "{position}"]\n\n{turns}', boards)
    assert dict(found.value.phrase.args)["line"] == line
    assert dict(found.value.phrase.args)["word"] == word


@pytest.mark.parametrize(
    "tags",
    [
        '[Board "moon"]', '[Mode "endless"]', '[Rules "union"]', '[Options "hand_pass_gap"]',
        '[Options "hand_pass_gap=9"]', '[Position "std"]', '[Board "std"] [Board "std"]',
    ],
)  # fmt: skip
def test_a_wrong_tag_is_told(boards: Mapping[str, Board], tags: str) -> None:
    with pytest.raises(Problem):
        read_record(f"{tags}\n\n0. SET H 1a5", boards)


def test_names_come_back_as_they_were(boards: Mapping[str, Board]) -> None:
    start = read_record("", boards).start
    chronicle = replace(chronicle_of(start, ()), names=('Les "Bleus" \\ de\nBayonne', "Pau"))
    record = read_record(write_record(chronicle), boards)
    assert record.names == ('Les "Bleus" \\ de Bayonne', "Pau")


def test_the_second_example_of_the_specification(boards: Mapping[str, Board]) -> None:
    record = read_record(KICKS, boards)
    assert (record.end.score, record.end.phase) == ((10, 3), Phase.AWAIT_ROLL)
    assert record.end.turn == "H"
    lines = write_turns(chronicle_of(record.start, events_of(record))).splitlines()
    assert lines == [
        "1. H 3.3: PEN 3.3 goal+ ; H 1.6: 9 g14-g15 ; 9K>14 TRY@c C-",
        "    SET H 1a5,9g5,14c5 ; SET A 5d20,7g20 ; KO A7 @d10",
        "2. A 2.5: 5 d20-d13 .",
    ]
