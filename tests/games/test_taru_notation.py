"""Positions written and read back; impossible ones refused in one sentence."""

from collections.abc import Mapping

import pytest

from app.games.taru.game import Taru
from app.rulebook.board import Board
from app.rulebook.words import LANGS, Catalogue, Problem

EXAMPLES = """
std H:hand A:hand B:- T:H/setup P:0-0
std H:1-13a5,14a4,15b4 A:1-13a20,14a21,15b21 B:- T:H/kickoff K:H/H5.4,A2.6 P:0-0
std H:9g14,10f13 A:6g14 S:g14=H9/tA6 B:g13^14 T:A/open D:3.2t P:0-0 F:tackler=A6 M:A6
std H:8g14,9g14 A:5g14 S:g14=H8/sA5/sH9 B:H9 T:H/await_roll P:5-3
std H:2a12,1b11,4c11,5d11 A:1b13,4c13,5d13 B:H2 T:H/lineout_throw L:a12/H P:0-0
std H:9g14 A:5g17 B:H9 T:A/await_roll C:0!/35 P:5-8
std H:9g14 A:5g17 B:H9 T:A/await_roll C:1174/35 P:5-8
std H:9g14 A:5g17 B:H9 T:A/await_roll G:timed20 P:5-8
std H:9g14 A:5g17 B:H9 T:H/open D:6k.4+3-2 P:0-0 M:H9 F:kicked
std H:9g14 A:5g17 B:A5 T:A/await_roll P:0-0 F:mark=A5
std H:2a12,9g14 A:5g17 B:H2 T:H/open D:1.1 P:0-0 F:exempt=H2,passes L:a12/H
std H:1a5,2b5,3*,4* A:hand B:- T:A/setup P:5-0 K:A/restart R:H
std H:1g5 A:1g20 B:- T:H/opening_roll P:0-0 K:-/H5.4
std H:9g11 A:4g10,5f11 B:H9 T:H/intercept_window P:0-0 I:A/f10-g11r/A4,A5/3!;A/f10-g11p/A5,A4/9
std H:9g14 A:4e18,9i18 B:g16 T:A/award_choice P:0-0 W:A/A4,A9/T41
std H:9g14 A:4e18,9i18 B:g16 T:A/award_choice P:0-0 W:A/A4,A9
std H:9g14 A:5g17 B:H9 T:H/await_flick D:6.2 P:0-0 X:kick
std H:9g14,8g18 A:5g17 B:- T:H/penalty_kick P:0-0 N:H Z:H9
std H:9g14,8g18 A:5g14 S:g14=H9/tA5 B:- T:H/penalty_kick P:0-0 N:H Z:g13^14
std H:9g23 A:5g17 B:- T:H/conversion P:5-0 V:H/g
std H:9g14,10g13 A:5g17 B:H9 T:H/open D:6.2 P:0-0 Y:H9,H10
std H:9g14 A:5g17 B:H9 T:H/open D:6.2 P:0-0 O:hand_pass_gap=0,straddle_mm=5
club H:9f14 A:- B:H9 T:H/await_roll D:- P:12-13
""".strip().splitlines()

WRONG = {
    "board": "moon H:- A:- B:- T:H/setup P:0-0",
    "field": "std H:9g14 A:5g17 B:H9 T:H/dancing P:0-0",
    "missing": "std H:9g14 A:5g17 B:H9 P:0-0",
}
IMPOSSIBLE = {
    "twice": "std H:9g14,9g15 A:5g17 B:H9 T:H/open P:0-0",
    "off_board": "std H:9n14 A:5g17 B:H9 T:H/open P:0-0",
    "square_off_board": "std H:9g14 A:5g17 B:g25 T:H/open P:0-0",
    "shared": "std H:9g14 A:5g14 B:H9 T:H/open P:0-0",
    "stack": "std H:9g14 A:5g15 S:g14=H9/sA5 B:H9 T:H/open P:0-0",
    "stack_sides": "std H:8g14,9g14 A:1-13a20,14a21,15b21 S:g14=H8/sH9 B:H9 T:H/open P:0-0",
    "carrier_absent": "std H:9g14 A:5g17 B:H8 T:H/open P:0-0",
    "carrier_pinned": "std H:9g14 A:5g14 S:g14=H9/sA5 B:H9 T:H/open P:0-0",
    "ball_on_disc": "std H:9g14 A:5g17 B:g17 T:H/open P:0-0",
    "no_ball": "std H:9g14 A:5g17 B:- T:H/await_roll P:0-0",
    "tackle_line": "std H:9g14 A:5g17 B:g13^25 T:H/open P:0-0",
    "disc_absent": "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 M:H8",
    "award_side": "std H:9g14 A:5g17 B:g13 T:A/award_choice P:0-0 W:A/H9",
    "overspent": "std H:9g14 A:5g17 B:H9 T:H/open D:1s.2-3 P:0-0",
    "phase_lacks": "std H:9g14 A:5g17 B:H9 T:H/penalty_choice P:0-0",
    "in_hand": "std H:9g14,8* A:5g17 B:H9 T:H/open P:0-0",
    "file": "club H:9f14 A:5f17 B:- T:H/conversion V:H/m P:0-0",
}
UNREADABLE = [
    "", "std", "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 Q:1", "std H:16g14 A:- B:- T:H/setup P:0-0",
    "std H:9g14 A:5g17 B:H9^14 T:H/open P:0-0", "std H:9g14 A:5g17 B:H9 T:H/open D:7.1 P:0-0",
    "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 P:0-0", "std H:9g14 A:5g17 B:H9 T:H/open P:-1-0",
    "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 K:H/H5.4", "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 M:",
    "std H:9g14  A:5g17 B:H9 T:H/open P:0-0", "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 O:moon=1",
    "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 O:drop_gap=wide",
    "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 O:hand_pass_gap=7",
    "std H:9g14 A:5g17 B:H9 T:H/open P:0-0 O:straddle_mm=-4", "std H:9g٣ A:- B:- T:H/setup P:0-0",
]  # fmt: skip


def _sentence(problem: Problem) -> None:
    for lang in LANGS:
        said = Catalogue(lang, "app.rulebook", "app.games.taru").say(problem.phrase)
        assert said.strip()
        assert "\n" not in said


@pytest.mark.parametrize("text", EXAMPLES)
def test_what_is_read_is_written_and_read_again(
    text: str, boards: Mapping[str, Board], taru: Taru
) -> None:
    state = taru.parse(text, boards)
    written = taru.write(state)
    assert taru.parse(written, boards) == state
    assert taru.write(taru.parse(written, boards)) == written
    assert taru.awaits(state).phase == state.phase


def test_every_field_survives(boards: Mapping[str, Board], taru: Taru) -> None:
    """Two positions that differ in one field differ when written."""
    written = {taru.write(taru.parse(text, boards)) for text in EXAMPLES}
    assert len(written) == len(EXAMPLES)


@pytest.mark.parametrize("name", [*WRONG, *IMPOSSIBLE])
def test_what_cannot_be_is_refused_by_name(
    name: str, boards: Mapping[str, Board], taru: Taru
) -> None:
    area, text = ("tpn", WRONG[name]) if name in WRONG else ("position", IMPOSSIBLE[name])
    with pytest.raises(Problem) as caught:
        taru.parse(text, boards)
    assert caught.value.phrase.key == f"taru.{area}.{name}"
    _sentence(caught.value)


@pytest.mark.parametrize("text", UNREADABLE)
def test_nonsense_is_one_sentence(text: str, boards: Mapping[str, Board], taru: Taru) -> None:
    with pytest.raises(Problem) as caught:
        taru.parse(text, boards)
    _sentence(caught.value)


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_cut_position_never_breaks_the_reader(
    text: str, boards: Mapping[str, Board], taru: Taru
) -> None:
    for cut in range(len(text)):
        for candidate in (text[:cut], text[:cut] + text[cut + 1 :]):
            try:
                state = taru.parse(candidate, boards)
            except Problem as problem:
                _ = problem.phrase
            else:
                assert taru.parse(taru.write(state), boards) == state
