"""Mauls, interceptions and shapes: listed, read from the table, explained, undone."""

from collections.abc import Mapping
from itertools import product

import pytest

from app.games.taru.game import Taru
from app.games.taru.plays import Decline, EndTurn, HandPass, LongPass, Maul, Move
from app.games.taru.rules.judge import judge
from app.games.taru.state import Phase, State
from app.rulebook.board import Board
from app.rulebook.facts import ButtonPressed, DiceRolled, Flown, TimeRanOut
from app.rulebook.geometry import DIRECTIONS, square
from app.rulebook.side import Side
from app.rulebook.words import LANGS, Catalogue
from tests.games.test_taru_readings import at, best, citing, kinds

POSITIONS = [
    "H:9g14,8g13,7g12,6f13 A:5g15,4h15,3h16 B:H9 T:H/open D:4.3 P:0-0",
    "H:9g21,8g20,7f20 A:5g22,4h22 B:H9 T:H/open D:4.3 P:0-0",
    "H:9b14,8c14 A:5d14,6e14,7f14,4c15,3d16 B:H9 T:A/open D:5.4 P:0-0",
    "H:9a14,8a13 A:5b14,6c14,7a15,4a16,3a17 B:H9 T:A/open D:5.4 P:0-0",
    "H:9g14,8g13,7g16 A:5g15,6g16 S:g16=H7/tA6 B:H9 T:H/open D:4.3 P:0-0",
    "H:9g14,8g13 A:5g15 B:a5 T:H/open D:4.3 P:0-0",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_the_mauls_listed_are_those_that_trying_all_finds(text: str, taru: Taru) -> None:
    state = at(text)
    heads = [disc for disc in state.squares if disc[0] == state.turn]
    accepted = set()
    for head, step, count in product(heads, DIRECTIONS, range(1, 6)):
        for steps in range(1, 6):
            play = Maul(head=head, step=step, count=count, steps=steps)
            rulings = judge(state, play)
            if rulings[-1].refused:
                break
            accepted.add((head, step, count, steps))
            if any(ruling.rule in {"T89", "T133"} for ruling in rulings):
                break
    listed = {
        (play.head, play.step, play.count, play.steps)
        for play in taru.plays(state)
        if isinstance(play, Maul)
    }
    assert listed == accepted
    targets = {
        (t.square, t.cost) for disc in heads for t in taru.targets(state, disc) if t.kind == "maul"
    }
    assert len(targets) <= len(listed)
    assert bool(targets) == bool(listed)


READ = [
    ("H:9g14,8g13 A:5g15 B:H9 T:H/open D:1.2 P:0-0", "H:g14,g15 A:g16 B:g15+", "Maul"),
    ("H:9g14,8g13 A:5g15 B:H9 T:H/open D:4.2 P:0-0", "H:g15,g16 A:g17 B:g16+", "Maul"),
    ("H:9g14,8g13 A:5g15 B:H9 T:H/open D:4.2 P:0-0", "H:h17,g14 A:g16 B:h17+", "Maul Move"),
    ("H:9g14,8f13 A:5h15 B:H9 T:H/open D:1.2 P:0-0", "H:g14,h15 A:i16 B:h15+", "Maul"),
    ("H:9g14,8g13,7g12 A:5g15 B:H9 T:H/open D:2.2 P:0-0", "H:g12,g14,g15 A:g16 B:g15+", "Maul"),
    ("H:9g14 A:5g15,6g16 B:H9 T:A/open D:1.2 P:0-0", "H:g13 A:g14,g15 B:g13+", "Maul"),
    ("H:9a14 A:5b14,6c14 B:H9 T:A/open D:1.2 P:0-0", "A:a14,b14 B:-", "Maul"),
    ("H:9g22,8g21 A:5g23 B:H9 T:H/open D:1.2 P:0-0", "H:g22,g23 A:g24 B:g23+", "Maul"),
    ("H:9f10,8a5 A:4f11,5g10 B:H9 T:H/open D:2.3 P:0-0", "H:g11,a6 A:f11,g10 B:g11+", "Move Move"),
    (
        "H:9g14,8a5 A:5g16,6a20 B:H9 T:A/open D:4.1-2 P:0-0 O:exact_die=remaining",
        "H:a5 A:a20 S:g14=HA B:g14+",
        "Strip",
    ),
    (
        "H:9g14,8a5 A:5h15,6a20 B:H9 T:A/open D:2.3-2 P:0-0 O:exact_die=remaining",
        "H:a5 A:a20 S:g14=HA B:g13",
        "Tackle",
    ),
]


@pytest.mark.parametrize(("text", "after", "plays"), READ)
def test_what_the_table_shows_is_read_as_a_maul(text: str, after: str, plays: str) -> None:
    state = at(text)
    found = best(state, after)
    assert (sorted(kinds(found)), found.legal, found.unexplained) == (plays.split(), True, ())


REFUSED = [
    ("H:9g14,8g13 A:5g15,6g16 B:H9 T:H/open D:4.3 P:0-0", "H:g14,g15 A:g16,g17 B:g15+", "T60"),
    ("H:9g14,8g13 A:5g15 B:H9 T:H/open D:1.2 P:0-0", "H:g15,g16 A:g17 B:g16+", "T63"),
    ("H:9g14 A:5g15 B:H9 T:H/open D:1.2 P:0-0", "H:g15 A:g16 B:g15+", "T59"),
    ("H:9a5,8g14 A:5g15,6g16 B:H9 T:A/open D:1.2 P:0-0", "H:a5,g13 A:g14,g15 B:a5+", "T88"),
]


@pytest.mark.parametrize(("text", "after", "section"), REFUSED)
def test_a_push_that_is_not_allowed_is_read_and_cited(text: str, after: str, section: str) -> None:
    state = at(text)
    assert citing(state, best(state, after)) == section


WHY = [
    ("H:9g14,8g13 A:5g15,6g16 B:H9 T:H/open D:4.3 P:0-0", "H9", "g15", "T60",
     "Poussent : 2, contre 2. Il faut être plus nombreux."),
    ("H:9g14,8g13 A:5g15 B:H9 T:H/open D:1.2-2 P:0-0", "H9", "g15", "T63",
     "Disques qui poussent : 2, points nécessaires : 2, points restants : 1."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "disc", "name", "section", "said"), WHY)
def test_why_a_maul_is_not_possible(
    text: str, disc: str, name: str, section: str, said: str, taru: Taru
) -> None:
    ruling = taru.why_not(at(text), disc, square(name))
    assert ruling is not None
    assert ruling.rule == section
    assert Catalogue("fr", "app.games.taru").say(ruling.headline) == said


def _crossed() -> State:
    state = at("H:9f10,8a5 A:4f11,5g10 B:H9 T:H/open D:2.3 P:0-0")
    return judge(state, Move(disc="H9", path=(square("g11"),)))[-1].state


def test_an_open_gap_offers_the_call_and_the_rest_of_the_turn(taru: Taru) -> None:
    state = _crossed()
    due = taru.awaits(state)
    assert (due.kind, due.rolls) == ("play", (Side.AWAY,))
    assert [type(choice.play).__name__ for choice in due.choices] == ["Decline", "EndTurn"]
    for lang in LANGS:
        assert Catalogue(lang, "app.games.taru").say(due.prompt)
    plays = list(taru.plays(state))
    assert Decline(side=Side.AWAY) in plays
    assert all(not judge(state, play)[-1].refused for play in plays)
    assert taru.targets(state, "H8")


def test_a_waiting_try_leaves_nothing_but_the_call(taru: Taru) -> None:
    start = at("H:9f22,8a5 A:4f23,5g22 B:H9 T:H/open D:2.3 P:0-0")
    state = judge(start, Move(disc="H9", path=(square("g23"),)))[-1].state
    due = taru.awaits(state)
    assert (due.kind, due.side) == ("roll", Side.AWAY)
    assert list(taru.plays(state)) == [Decline(side=Side.AWAY)]
    assert taru.targets(state, "H8") == ()


def test_keys_leave_the_call_or_end_the_turn() -> None:
    state = _crossed()
    left = judge(state, ButtonPressed(side=Side.AWAY, key="big"))[-1]
    assert (left.rule, left.state.phase, left.state.turn) == ("T75", Phase.OPEN, Side.HOME)
    ended = judge(state, ButtonPressed(side=Side.HOME, key="big"))[-1]
    assert (ended.rule, ended.state.turn) == ("T21", Side.AWAY)


def test_dice_without_an_owner_are_the_call() -> None:
    assert judge(_crossed(), DiceRolled(faces=(5, 4)))[-1].rule == "T74"


def test_a_line_that_ends_by_a_flick_stands_and_is_told() -> None:
    state = at("H:1-13a16,14g15 A:5g20 B:H14 T:H/open D:1.2 P:0-0")
    back = Flown(by="H14", rest=(square("g10"),))
    rulings = judge(state, LongPass(flown=back))
    assert [r.rule for r in rulings] == ["T102", "T37"]
    offside = at("H:9g14 A:1-13a12,14g15 B:A14 T:A/open D:1.2 P:0-0")
    astray = judge(offside, LongPass(flown=Flown(by="A14", rest=(square("g17"),))))
    assert [r.rule for r in astray] == ["T102", "T37"]
    assert not any(r.refused for r in astray)


def test_undoing_stops_where_the_shape_is_legal_again(boards: Mapping[str, Board]) -> None:
    del boards
    state = at("H:1a17,2-13b16,14g14 A:5g20 B:H14 T:H/open D:1.1 P:0-0")
    for disc, name in (("H1", "a16"), ("H14", "g13")):
        state = judge(state, Move(disc=disc, path=(square(name),)))[-1].state
    rulings = judge(state, EndTurn(side=Side.HOME))
    assert [r.rule for r in rulings] == ["T92", "T21"]
    assert rulings[0].arrange is not None
    after = rulings[-1].state
    assert (after.squares["H14"], after.squares["H1"]) == (square("g14"), square("a17"))
    assert (after.turn, after.undo) == (Side.AWAY, None)


def test_the_bell_takes_back_what_may_not_stand() -> None:
    state = at("H:1a17,2-13b16,14g14 A:5g20 B:H14 T:H/open D:1.2 P:0-0 C:600/3")
    state = judge(state, Move(disc="H1", path=(square("a16"),)))[-1].state
    rulings = judge(state, TimeRanOut(clock="turn"))
    assert [r.rule for r in rulings] == ["T92", "T8"]
    assert rulings[-1].state.squares["H1"] == square("a17")


def test_a_roll_or_a_flick_cannot_be_taken_back() -> None:
    state = at("H:1a17,2-13b16,14g14,15g15 A:5g20 B:H15 T:H/open D:1.1 P:0-0")
    state = judge(state, Move(disc="H1", path=(square("a16"),)))[-1].state
    assert state.undo is not None
    handed = judge(state, HandPass(giver="H15", receiver="H14"))[-1].state
    assert handed.undo is not None
    assert handed.undo.undo is not None
    flicked = judge(state, LongPass(flown=Flown(by="H15", first_touch="H14")))[-1].state
    assert flicked.undo is None


@pytest.mark.parametrize("step", [(0, 0), (2, 1), (0, 2)])
def test_a_maul_advances_in_one_of_eight_directions(step: tuple[int, int]) -> None:
    state = at("H:9g14,8g13 A:5g15,4i15,3g16 B:H9 T:H/open D:4.3 P:0-0")
    assert judge(state, Maul(head="H9", step=step, count=2, steps=1))[-1].rule == "T59"
