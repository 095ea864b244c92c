from dataclasses import replace

import pytest

from app.games.taru import notation
from app.games.taru.plays import (
    Choose,
    Kickoff,
    LongPass,
    Move,
    Place,
    SendOff,
)
from app.games.taru.readings import read
from app.games.taru.rules.judge import judge
from app.games.taru.state import State
from app.rulebook.api import Change, Reading
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square, square
from app.rulebook.layout import Seen
from app.rulebook.side import Side
from tests.games.taru_bot_matches import (
    judged,
    start,
    std_board,
)

BOARD = std_board()


def at(text: str) -> State:
    return notation.parse(f"std {text}", {"std": BOARD})


def seen(text: str) -> Seen:
    """What shows of `H:9g14 A:5a20 B:g14`; `+` after the ball's square: it lies on a disc there;
    stacks as `g14=HA`.
    """
    towers: dict[Square, tuple[Side, ...]] = {}
    ball, carried = None, False
    for field in text.split():
        key, _, value = field.partition(":")
        if key == "B":
            carried = value.endswith("+")
            ball = None if value == "-" else square(value.rstrip("+"))
        elif key == "S":
            name, _, tower = value.partition("=")
            towers[square(name)] = tuple(Side(letter) for letter in tower)
        else:
            towers |= {square(name): (Side(key),) for name in value.split(",")}
    return Seen(towers=tuple(sorted(towers.items())), ball=ball, carried=carried)


def best(state: State, after: str, *ways: str) -> Reading:
    seen_ways = tuple(tuple(square(name) for name in way.split()) for way in ways)
    found = read(state, Change(before=state.layout(), after=seen(after), ways=seen_ways))
    assert found, "nothing was read"
    return found[0]


def kinds(reading: Reading) -> list[str]:
    return [type(play).__name__ for play in reading.plays]


def citing(state: State, reading: Reading) -> str:
    last = judged(state, reading.plays)[-1]
    assert last.refused
    assert not reading.legal
    return last.rule


def test_an_unchanged_table_says_nothing() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    layout = state.layout()
    assert read(state, Change(before=layout, after=layout.seen())) == ()


def test_the_cheapest_way_is_taken_for_an_unseen_one() -> None:
    state = at("H:9g14,8g15 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    found = best(state, "H:g16,g15 A:a20 B:g16+")
    assert kinds(found) == ["Move"]
    assert (found.cost, found.plays[0].seen_path) == (2, False)


def test_a_way_seen_whole_is_what_happened() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    found = best(state, "H:g16 A:a20 B:g16+", "g14 h15 h16 g16")
    assert (found.cost, found.plays[0].seen_path) == (3, True)


def test_a_way_seen_in_part_is_kept_to() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    found = best(state, "H:g16 A:a20 B:g16+", "g14 h15 g16")
    play = found.plays[0]
    assert isinstance(play, Move)
    assert square("h15") in play.path


def test_move_pass_and_move_of_the_receiver() -> None:
    state = at("H:9g14,10e13 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    found = best(state, "H:f14,e16 A:a20 B:e16+", "g14 f14", "e13 e14 e15 e16")
    assert found.legal
    assert sorted(kinds(found)) == ["HandPass", "Move", "Move"]
    assert found.cost == 4
    assert judged(state, found.plays)[-1].state.ball == "H10"
    unseen = best(state, "H:f14,e16 A:a20 B:e16+")
    assert (unseen.legal, unseen.cost) == (True, 3)


def test_pick_up_and_on() -> None:
    state = at("H:9g14 A:5a20 B:g16 T:H/open D:3.2 P:0-0")
    found = best(state, "H:h18 A:a20 B:h18+")
    assert kinds(found) == ["Move", "Move"]
    assert found.cost == 4


def test_strip_and_off_again() -> None:
    state = at("H:9g14 A:5g15 B:H9 T:A/open D:1.3 P:0-0")
    found = best(state, "H:g14 A:g12 B:g12+")
    assert kinds(found) == ["Strip", "Move"]
    assert found.legal


BOTH = "H:9g14 A:5g16 B:H9 T:A/open D:2.2 P:0-0"


def test_the_ball_tells_a_strip_from_a_tackle() -> None:
    stripped = best(at(BOTH), "S:g14=HA B:g14+")
    assert kinds(stripped) == ["Strip"]
    tackled = best(at(BOTH), "S:g14=HA B:g13")
    assert kinds(tackled) == ["Tackle"]
    assert tackled.unexplained == ()


def test_a_tackle_counts_before_the_ball_is_put_where_it_falls() -> None:
    elsewhere = best(at(BOTH), "S:g14=HA B:h14")
    assert kinds(elsewhere) == ["Tackle"]
    assert elsewhere.legal
    assert set(elsewhere.unexplained) == {square("g13"), square("h14")}
    state = at("H:9g14 A:5g16 B:H9 T:A/open D:5.2 P:0-0")
    assert kinds(best(state, "S:g14=HA B:g14+")) == ["Tackle"]


def test_tackle_and_a_mate_picks_up() -> None:
    down = "S:g14=H9/tA5 B:g13^14 T:A/open D:4.2t P:0-0 M:A5 F:tackler=A5"
    state = at(f"H:9g14 A:5g14,6f12,7i15 {down}")
    assert citing(state, best(state, "S:g14=HA A:i15,g13 B:g13+")) == "T101"
    onside = at("H:9g14 A:5g16,6e15,7i15 B:H9 T:A/open D:4.2 P:0-0")
    assert best(onside, "S:g14=HA A:g13,i15 B:g13+").legal


@pytest.mark.parametrize(
    ("after", "section"),
    [
        ("H:g20,c10 A:a20 B:g20+", "T22"),
        ("H:h18,c10 A:a20 B:h18+", "T26"),
        ("H:g14,c10 A:a19 B:g14+", "T21"),
        ("H:g14 A:a20 B:g14+", "T27"),
        ("S:c10=HH A:a20 B:c10", "T27"),
    ],
)
def test_unlawful_moves_are_cited(after: str, section: str) -> None:
    state = at("H:9g14,8c10 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    assert citing(state, best(state, after)) == section


@pytest.mark.parametrize(
    ("home", "after", "section"),
    [
        ("9g14,8g15", "H:g14,g15 A:a20 B:g15+", "T40"),
        ("9g14,8d14", "H:g14,d14 A:a20 B:d14+", "T34"),
        ("9g14,8e13", "H:g14,e13 A:a20 B:e13+", "T33"),
    ],
)
def test_unlawful_passes_are_cited(home: str, after: str, section: str) -> None:
    state = at(f"H:{home} A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    assert citing(state, best(state, after)) == section


def test_the_roll_comes_first() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/await_roll P:0-0")
    assert citing(state, best(state, "H:g15 A:a20 B:g15+")) == "T2"


def test_a_lawful_beginning_is_kept_before_an_unlawful_end() -> None:
    state = at("H:9g14,8c10 A:5a20 B:H9 T:H/open D:2.1 P:0-0")
    found = best(state, "H:g16,c14 A:a20 B:g16+", "g14 g15 g16", "c10 c11 c12 c13 c14")
    assert len(found.plays) == 2
    assert citing(state, found) == "T22"


def test_a_pinned_disc_drawn_out_from_under() -> None:
    state = at("H:9g14,8c10 A:5g14 S:g14=H9/tA5 B:g13^14 T:H/open D:3.2 P:0-0")
    assert citing(state, best(state, "H:f14,c10 A:g14 B:g13")) == "T86"


def test_a_ball_carried_off_by_hand_is_explained_by_nothing() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    found = best(state, "H:g14 A:a20 B:c3")
    assert found.plays == ()
    assert not found.legal
    assert set(found.unexplained) == {square("g14"), square("c3")}


def test_a_flick_is_a_kick_off_or_a_long_pass() -> None:
    kick = at("H:8g6,9f5 A:8g19,9h20 B:- T:H/kickoff K:H/H5.4,A2.6 P:0-0")
    flown = Flown(by="H8", rest=(square("e15"),))
    change = Change(before=kick.layout(), after=seen("H:g6,f5 A:g19,h20 B:e15"), flights=(flown,))
    assert read(kick, change)[0].plays == (Kickoff(flown=flown),)
    state = at("H:9g14,8c13 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    thrown = Flown(by="H9", first_touch="H8", contacts=("H8",))
    rolled_on = Change(
        before=state.layout(), after=seen("H:g14,c12 A:a20 B:b11"), flights=(thrown,)
    )
    found = read(state, rolled_on)[0]
    assert kinds(found)[-1] == "LongPass"


def test_a_touch_that_two_discs_may_have_had_first_is_both() -> None:
    state = at("H:9g14,8c13 A:5d13 B:H9 T:H/open D:3.2 P:0-0")
    flown = Flown(by="H9", first_touch="H8", contacts=("H8", "A5"), maybe_first=("A5",))
    after = seen("H:g14,c13 A:d13 B:d12")
    found = read(state, Change(before=state.layout(), after=after, flights=(flown,)))
    told = {
        (play.flown.first_touch, play.flown.maybe_first)
        for reading in found
        for play in reading.plays
        if isinstance(play, LongPass)
    }
    assert told == {("H8", ()), ("A5", ())}


def test_move_then_flick_in_one_go() -> None:
    state = at("H:9g14,8c13 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    thrown = Flown(by="H9", first_touch="H8")
    change = Change(before=state.layout(), after=seen("H:g16,c13 A:a20 B:d13"), flights=(thrown,))
    assert kinds(read(state, change)[0]) == ["Move", "LongPass"]


def test_a_kick_off_from_another_file_is_refused() -> None:
    kick = at("H:8g6,9f5 A:8g19,9h20 B:- T:H/kickoff K:H/H5.4,A2.6 P:0-0")
    flown = Flown(by="H9", rest=(square("e15"),))
    change = Change(before=kick.layout(), after=seen("H:g6,f5 A:g19,h20 B:e15"), flights=(flown,))
    assert citing(kick, read(kick, change)[0]) == "T15"


def test_set_up_is_read_side_by_side_with_numbers_by_position() -> None:
    state = start(BOARD)
    area = sorted(state.pitch.set_up[Side.AWAY], key=lambda sq: (sq.rank, sq.file))[:15]
    towers = tuple(sorted((sq, (Side.AWAY,)) for sq in area))
    after = Seen(towers=towers, ball=None)
    (found,) = read(state, Change(before=state.layout(), after=after))
    (place,) = found.plays
    assert isinstance(place, Place)
    assert place.squares[0] == ("A1", square("a19"))
    assert place.squares[14] == ("A15", square("b20"))
    placed = judge(state, place)[-1].state
    assert read(placed, Change(before=placed.layout(), after=after)) == ()
    fewer = replace(after, towers=towers[1:])
    assert read(state, Change(before=state.layout(), after=fewer)) == ()
    outside = ((square("a18"), (Side.AWAY,)), *towers[1:])
    still = replace(after, towers=tuple(sorted(outside)))
    assert read(state, Change(before=state.layout(), after=still)) == ()


def test_a_disc_taken_away_on_a_double_six_is_sent_off() -> None:
    state = at("H:9g14 A:5a20,6c20 B:H9 T:H/double_six D:6.6 P:0-0")
    assert best(state, "H:g14 A:c20 B:g14+").plays == (SendOff(disc="A5"),)


def test_the_ball_laid_on_a_candidate_is_a_choice() -> None:
    state = at("H:9g14 A:4f20,5h20 B:- T:A/award_choice W:A/A4,A5/T41 P:0-0")
    assert best(state, "H:g14 A:f20,h20 B:h20+").plays == (Choose(disc="A5"),)
    nobody = Change(before=state.layout(), after=seen("H:g14 A:f20,h20 B:d4"))
    assert read(state, nobody) == ()


def test_which_of_two_alike_moved_is_no_question() -> None:
    state = at("H:8f10,7h10,9a3 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    change = Change(before=state.layout(), after=seen("H:f12,h12,a3 A:a20 B:a3+"))
    found = read(state, change)
    assert len(found) == 1
    assert found[0].cost == 4


def test_a_finished_match_reads_nothing() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/finished P:15-0")
    assert read(state, Change(before=state.layout(), after=seen("H:g15 A:a20 B:g15+"))) == ()
