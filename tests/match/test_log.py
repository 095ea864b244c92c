"""Match files: round trips, damage, and what a killed writer leaves behind."""

import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.match.codec import EventCodec
from app.match.evidence import Evidence
from app.match.log import FileLog, MemoryLog, parse_log, read_log
from app.match.match import Match, Setup
from app.match.replay import replay, resume
from app.rulebook.api import Game, Measure, Ruling
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, Exit, Flown
from app.rulebook.geometry import Square, square
from app.rulebook.layout import Spot
from app.rulebook.side import Side
from app.rulebook.words import Catalogue, Problem
from tests.match.toy import BOARD, Done, Kick, Pass, Slide, State, Toy

CODEC = EventCodec(Toy.events)
SPOTS = st.builds(Spot, x_mm=st.floats(0, 999), y_mm=st.floats(0, 999), sigma_mm=st.floats(0, 9))
SQUARES = st.builds(Square, st.integers(1, 13), st.integers(1, 24))
FLIGHTS = st.builds(
    Flown,
    by=st.sampled_from(["H1", "A15"]),
    first_touch=st.none() | st.just("A2"),
    contacts=st.tuples(st.just("H2"), st.just("A2")),
    exit=st.none() | st.builds(Exit, edge=st.just("W"), square=SQUARES, spot=st.none() | SPOTS),
    rest=st.tuples(SQUARES) | st.tuples(SQUARES, SQUARES),
    bounced=st.none() | st.booleans(),
    rest_spot=st.none() | SPOTS,
    at=st.none() | st.tuples(st.floats(0, 1e6), st.floats(0, 1e6)),
)
EVENTS = st.one_of(
    st.builds(DiceRolled, faces=st.tuples(st.integers(1, 6)), side=st.sampled_from([None, *Side])),
    st.builds(ButtonPressed, side=st.sampled_from(Side), key=st.just("big")),
    st.builds(Slide, disc=st.just("H1"), to=SQUARES, seen_path=st.booleans()),
    st.builds(Pass, flown=FLIGHTS),
    st.builds(Kick, flown=FLIGHTS),
    st.just(Done()),
)


def game_of(_name: str) -> Game[State]:
    return Toy()


def begin(log: MemoryLog | FileLog) -> Match[State]:
    return Match.start(Toy(), Setup(board=BOARD, names=("Chêne", "Noyer"), date="2026-01-16"), log)


def play_some(match: Match[State]) -> None:
    match.take(DiceRolled(faces=(3, 2), at=(1.0, 1.25)), cursor=(7, 1, 4, 0))
    match.take(Slide(disc="H1", to=square("b4")), evidence=Evidence(interval=(2.0, 3.5)))
    match.take(Slide(disc="A1", to=square("b5")))
    match.undo()
    match.redo()
    match.take(Done())


@given(EVENTS)
def test_every_event_reads_back_as_it_was_written(event: Event) -> None:
    assert CODEC.decode(CODEC.encode(event)) == event


def test_a_file_reads_back_whole_and_the_same_match_gives_the_same_bytes(tmp_path: Path) -> None:
    log = FileLog(tmp_path / "a.jsonl")
    play_some(begin(log))
    log.close()
    twin = MemoryLog()
    play_some(begin(twin))
    assert (tmp_path / "a.jsonl").read_bytes() == bytes(twin.data)
    recorded = read_log(tmp_path / "a.jsonl")
    assert recorded.header.board == BOARD
    assert recorded.header.names == ("Chêne", "Noyer")
    assert [line.kind for line in recorded.lines] == ["take"] * 3 + ["undo", "redo", "take"]
    assert recorded.lines[0].cursor == (7, 1, 4, 0)
    assert recorded.lines[1].evidence == Evidence(interval=(2.0, 3.5))
    report = replay(tmp_path / "a.jsonl", game_of)
    assert report.first_difference is None
    assert (report.entries, report.rulings, report.torn) == (6, 4, False)


@pytest.mark.parametrize("cut", [2, 7, 40])
def test_a_torn_last_line_is_left_out_and_the_match_goes_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.jsonl"
    match = begin(FileLog(path))
    play_some(match)
    match.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert read_log(path).torn
    again = resume(path, game_of)
    assert again.arrange is not None
    assert len(read_log(path).lines) == 5
    again.take(Done())
    again.close()
    assert path.read_bytes() == whole


def test_a_whole_last_line_that_lost_its_end_of_line_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    match = begin(FileLog(path))
    play_some(match)
    match.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert len(read_log(path).lines) == 6
    assert not read_log(path).torn
    resume(path, game_of).close()
    assert path.read_bytes() == whole


@given(st.data())
def test_any_changed_byte_before_the_last_line_is_noticed(data: st.DataObject) -> None:
    log = MemoryLog()
    play_some(begin(log))
    text = bytes(log.data)
    last = text.rindex(b"\n", 0, -1)
    place = data.draw(st.integers(0, last))
    changed = bytearray(text)
    changed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Problem):
        parse_log(bytes(changed), "x")


def test_an_edited_middle_line_names_its_number_and_the_last_good_state(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    match = begin(FileLog(path))
    match.take(DiceRolled(faces=(3, 2)))
    good = Toy().write(match.state)
    play_some(match)
    match.close()
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"[3,2]", b"[6,6]")
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(Problem) as caught:
        replay(path, game_of)
    args = dict(caught.value.phrase.args)
    assert (args["line"], args["state"]) == (3, good)
    for lang in ("fr", "en"):
        assert good in Catalogue(lang, "app.match").say(caught.value.phrase)


def test_a_removed_line_is_noticed() -> None:
    log = MemoryLog()
    play_some(begin(log))
    lines = bytes(log.data).split(b"\n")
    del lines[3]
    with pytest.raises(Problem):
        parse_log(b"\n".join(lines), "x")


@pytest.mark.parametrize("text", [b"", b"{}\n", b"hello", b"\x00\xff\n"])
def test_other_files_are_refused_in_a_sentence(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "a").write_bytes(text)
    with pytest.raises(Problem, match="not_one"):
        read_log(tmp_path / "a")
    with pytest.raises(Problem, match="missing"):
        read_log(tmp_path / "b")


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    begin(FileLog(tmp_path / "a.jsonl")).close()
    with pytest.raises(Problem, match="exists"):
        FileLog(tmp_path / "a.jsonl")


def test_replay_names_the_first_state_that_this_program_would_not_reach(tmp_path: Path) -> None:
    class Kinder(Toy):
        def _refuse(self, rule: str, state: State, *_: Measure) -> tuple[Ruling[State], ...]:
            return self._ruling(rule, replace(state, turn=state.turn.other))

    path = tmp_path / "a.jsonl"
    match = begin(FileLog(path))
    play_some(match)
    match.close()
    difference = replay(path, lambda _: Kinder()).first_difference
    assert difference is not None
    assert (difference.line, difference.entry) == (4, 3)
    went_on = resume(path, lambda _: Kinder())
    assert Toy().write(went_on.state) == Toy().write(match.state)
    went_on.close()


WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from app.match.log import FileLog
from app.match.match import Match, Setup
from app.rulebook.facts import DiceRolled
from tests.match.toy import BOARD, Done, Toy
match = Match.start(Toy(), Setup(board=BOARD), FileLog(Path(sys.argv[1])))
print(0, flush=True)
for n in range(1, 100000):
    match.take(DiceRolled(faces=(n % 6 + 1, 1)) if n % 2 else Done())
    print(n, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
def test_twenty_kills_lose_no_entry_that_was_told_safe(tmp_path: Path) -> None:
    chance = random.Random(20)
    root = Path(__file__).parents[2]
    for kill in range(20):
        path = tmp_path / f"{kill}.jsonl"
        writer = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", WRITER, str(path)],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        last = stop_after = chance.randrange(1, 60)
        for text in writer.stdout:
            last = int(text)
            if last >= stop_after:
                break
        writer.kill()
        told = [int(text) for text in writer.stdout if text.endswith("\n")]
        writer.stdout.close()
        writer.wait()
        match = resume(path, game_of)
        kept = len(read_log(path).lines)
        assert kept >= max([last, *told])
        match.take(Done() if kept % 2 else DiceRolled(faces=(1, 1)))
        match.close()
        assert replay(path, game_of).first_difference is None
