"""Undo, redo, strike and amend against a fresh fold; decisions; what a refusal asks for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.match.decision import Decision
from app.match.log import MemoryLog, parse_log
from app.match.match import Match, Setup
from app.match.policy import ARBITRER, ASSISTER, OBSERVER, Policy, Stance
from app.rulebook.facts import ButtonPressed, DiceRolled, Event
from app.rulebook.geometry import Square, square
from app.rulebook.side import Side
from app.rulebook.words import Problem
from tests.match.toy import BOARD, Done, Slide, State, Toy

EVENTS = st.one_of(
    st.builds(DiceRolled, faces=st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(
        Slide,
        disc=st.sampled_from(["H1", "H2", "A1", "A2"]),
        to=st.builds(Square, st.integers(1, 5), st.integers(1, 7)),
    ),
    st.just(Done()),
)
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("take"), EVENTS, st.just(0)),
        st.tuples(st.sampled_from(["undo", "redo"]), st.just(Done()), st.just(0)),
        st.tuples(st.just("strike"), st.just(Done()), st.integers(1, 20)),
        st.tuples(st.just("amend"), EVENTS, st.integers(1, 20)),
    ),
    max_size=25,
)


def begin(policy: Policy = ARBITRER) -> Match[State]:
    return Match.start(Toy(), Setup(board=BOARD, policy=policy), MemoryLog())


def fold(events: list[Event]) -> State:
    state = Toy().start(BOARD)
    for event in events:
        state = Toy().judge(state, event)[-1].state
    return state


def perform(match: Match[State], act: tuple[str, Event, int]) -> None:
    kind, event, n = act
    try:
        if kind == "take":
            match.take(event)
        elif kind == "amend":
            match.amend(event, before=n)
        elif kind == "strike":
            match.strike(n)
        else:
            getattr(match, kind)()
    except Problem:
        pass


@given(ACTS)
@settings(max_examples=150, deadline=None)
def test_whatever_is_done_the_state_is_the_fold_of_the_entries_that_hold(
    acts: list[tuple[str, Event, int]],
) -> None:
    match = begin()
    for act in acts:
        perform(match, act)
        held = [step.event for step in match.entries if step.event is not None]
        assert fold(held) == match.state
    log = match._log
    assert isinstance(log, MemoryLog)
    recorded = parse_log(bytes(log.data), "x")
    again = Match(Toy(), match.setup, MemoryLog(), start=Toy().start(BOARD))
    assert all(again.follow(line) == line.after for line in recorded.lines)
    assert again.state == match.state
    assert again.decisions == match.decisions
    assert (again.can_undo, again.can_redo) == (match.can_undo, match.can_redo)


@given(st.lists(EVENTS, max_size=20))
def test_undo_to_the_start_and_redo_to_the_end(events: list[Event]) -> None:
    match = begin()
    for event in events:
        match.take(event)
    end, steps = match.state, 0
    while match.can_undo:
        match.undo()
        steps += 1
    assert match.state == Toy().start(BOARD)
    accepted = [d for d in match.decisions if not d.refused]
    assert all(d.struck for d in accepted)
    assert steps == len({d.entry for d in accepted})
    while match.can_redo:
        match.redo()
    assert match.state == end
    with pytest.raises(Problem, match=r"redo\.nothing"):
        match.redo()


def test_undo_asks_for_the_earlier_layout() -> None:
    match = begin()
    match.take(DiceRolled(faces=(2, 1)))
    match.take(Slide(disc="H1", to=square("b4")))
    match.undo()
    assert match.arrange is not None
    assert match.arrange.target == Toy().layout(match.state)
    assert match.arrange.target.where()["H1"] == square("b2")


def test_a_struck_roll_makes_what_it_paid_for_refused() -> None:
    match = begin()
    match.take(DiceRolled(faces=(2, 1)))
    match.take(Slide(disc="H1", to=square("b4")))
    match.strike(1)
    assert match.state == Toy().start(BOARD)
    assert [(d.entry, d.struck, d.refused) for d in match.decisions] == [
        (1, True, False),
        (2, False, True),
    ]
    match.undo()
    assert match.state.where()["H1"] == square("b4")
    assert not any(d.struck or d.refused for d in match.decisions)
    match.redo()
    match.amend(DiceRolled(faces=(1, 1)), before=2)
    assert match.state.where()["H1"] == square("b4")
    assert [d.entry for d in match.decisions] == [1, 2, 6]


def test_stances_show_what_is_provisional_and_what_is_only_noted() -> None:
    asking, noting = begin(ASSISTER), begin(OBSERVER)
    for match in (asking, noting):
        match.take(DiceRolled(faces=(1, 1)))
        match.take(Slide(disc="A1", to=square("b5")))
    assert [d.provisional for d in asking.decisions] == [True, True]
    assert asking.arrange is not None
    assert noting.arrange is None
    asking.decide(Decision(entry=1, verdict="upheld", by="referee"))
    asking.decide(Decision(entry=2, verdict="overturned"))
    assert [(d.provisional, d.struck) for d in asking.decisions] == [(False, False), (False, True)]
    mixed = Policy(name="mixed", default=Stance.ACCEPT, sections={"R2": Stance.ASK})
    assert mixed.stance("R2") is Stance.ASK
    assert mixed.stance("R1") is Stance.ACCEPT


def test_the_side_of_a_line_is_the_one_that_was_to_act_or_that_pressed() -> None:
    match = begin()
    match.take(DiceRolled(faces=(1, 1)))
    match.take(ButtonPressed(side=Side.AWAY, key="small"))
    assert [d.side for d in match.decisions] == [Side.HOME, Side.AWAY]


def test_a_long_match_stays_quick_to_undo() -> None:
    match = begin()
    for _ in range(1000):
        match.take(DiceRolled(faces=(1, 1)))
        match.take(Done())
    for _ in range(2000):
        match.undo()
    assert match.state == Toy().start(BOARD)
