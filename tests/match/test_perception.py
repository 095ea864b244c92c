"""The watchers one by one: towers, rest, ways, flights, presses, progress of an Arrange."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.match.arrange import agrees, progress
from app.match.perception.doubts import beyond_the_line
from app.match.perception.press import Heard, Kick, PressWatch
from app.match.perception.rest import (
    BALL_S,
    DOUBT_S,
    GONE_S,
    SETTLE_S,
    RestWatch,
    read_table,
)
from app.match.perception.towers import Tower, towers_of
from app.match.perception.ways import WaysWatch
from app.rulebook.facts import ButtonPressed, DiceRolled, PostsPassed
from app.rulebook.geometry import Square, square
from app.rulebook.layout import Layout, Seen
from app.rulebook.side import Side
from firmware_bridge.messages import (
    BeamEvent,
    Button,
    ButtonEvent,
    Die,
    DieEvent,
    Event,
    StuckEvent,
)
from tests.match.rig import HAND, Table
from tests.match.toy import BOARD, START
from vision.observation import Observation, SeenBall, SeenDisc

H, A = Side.HOME, Side.AWAY
TEAMS = (H, A)
LAYOUT = Layout(towers=START, ball="H1")


def towers(**known: str) -> dict[Square, Tower]:
    return {square(name): tuple(map(Side, tower)) for name, tower in known.items()}


@pytest.mark.parametrize(
    ("known", "tops", "expected"),
    [
        ({"b2": "H", "b6": "A"}, {"b2": "H0", "b6": "A0"}, {"b2": "H", "b6": "A"}),
        ({"b2": "H", "b6": "A"}, {"b2": "A1"}, {"b2": "HA"}),
        ({"b2": "H", "b6": "A"}, {"b2": "A0"}, {"b2": "HA"}),
        ({"b2": "HA", "c2": "H"}, {"b2": "A0", "c2": "H0"}, {"b2": "HA", "c2": "H"}),
        ({"b2": "HA"}, {"b2": "H0", "b3": "A0"}, {"b2": "H", "b3": "A"}),
        ({"b2": "HA", "b6": "H"}, {"b2": "H2"}, {"b2": "HAH"}),
        ({"b2": "HA", "b6": "H"}, {"b2": "H0"}, {"b2": "HAH"}),
        ({"b2": "H", "c6": "A"}, {"b2": "H0", "c5": "A1"}, {"b2": "H", "c5": "A"}),
        ({"b2": "H", "c6": "A"}, {"b2": "H0"}, {"b2": "H"}),
    ],
)
def test_covered_discs_are_inferred_and_none_is_lost(
    known: dict[str, str], tops: dict[str, str], expected: dict[str, str]
) -> None:
    seen = {square(name): (Side(top[0]), int(top[1])) for name, top in tops.items()}
    assert towers_of(seen, towers(**known)) == towers(**expected)


@given(
    st.dictionaries(
        st.builds(Square, st.integers(1, 13), st.integers(1, 24)),
        st.lists(st.sampled_from(Side), min_size=1, max_size=3).map(tuple),
        max_size=12,
    )
)
def test_an_unchanged_table_reads_as_itself_whatever_its_towers(
    known: dict[Square, Tower],
) -> None:
    tops = {sq: (tower[-1], len(tower) - 1) for sq, tower in known.items()}
    assert towers_of(tops, known) == known
    flat = {sq: (tower[-1], 0) for sq, tower in known.items()}
    assert towers_of(flat, known) == known


def settle(
    watch: RestWatch,
    table: Table,
    start: float,
    *,
    sure: bool = False,
    layout: Layout = LAYOUT,
) -> float | None:
    """When the table is told, in s after `start`."""
    for frame in range(60):
        at = start + frame / 30
        if watch.look(table.observe(at), layout, sure=sure) is not None:
            return at - start
    return None


def test_a_table_is_told_soon_after_it_rests_later_when_a_piece_is_missing() -> None:
    watch, table = RestWatch(BOARD), Table()
    assert settle(watch, table, 0.0) == pytest.approx(SETTLE_S, abs=0.04)
    table.hand = True
    assert settle(watch, table, 3.0) is None
    table.hand = False
    del table.towers["d6"]
    assert settle(watch, table, 6.0) == pytest.approx(SETTLE_S + DOUBT_S, abs=0.04)
    table.moving = True
    assert settle(watch, table, 9.0) is None
    table.moving = False
    table.ball = "c4"
    assert settle(watch, table, 12.0, sure=True) == pytest.approx(SETTLE_S, abs=0.04)


def test_a_disc_that_is_hard_to_tell_is_read_as_the_one_last_told_to_lie_there() -> None:
    """Nothing moves between two readings: only the match has learned whose the disc is."""
    watch, told = RestWatch(BOARD), None
    moved = Layout(towers=(*START[:-1], (square("d5"), ("A2",))), ball="H1")
    table = Table(towers={"b2": "H", "c2": "H", "b6": "A", "d5": "H"})
    for frame in range(40):
        now = table.observe(frame / 30)
        discs = tuple(replace(disc, team_margin=0.1) for disc in now.discs)
        now = replace(now, discs=discs, full=frame == 0)
        told = watch.look(now, LAYOUT if told is None else moved) or told
    assert told is not None
    assert dict(told.towers)[square("d5")] == (A,)


def test_a_ball_that_lies_elsewhere_is_told_once_a_flight_would_have_been() -> None:
    watch, table = RestWatch(BOARD), Table()
    assert settle(watch, table, 0.0) == pytest.approx(SETTLE_S, abs=0.04)
    table.moving = True
    assert settle(watch, table, 3.0) is None
    table.moving = False
    table.ball = "c4"
    assert settle(watch, table, 6.0) == pytest.approx(BALL_S + DOUBT_S, abs=0.04)


def test_a_table_without_a_ball_waits_until_one_that_flew_out_would_have_been_told() -> None:
    table = Table(ball=None)
    assert settle(RestWatch(BOARD), table, 0.0) == pytest.approx(GONE_S + DOUBT_S, abs=0.04)
    assert settle(RestWatch(BOARD), table, 0.0, sure=True) == pytest.approx(SETTLE_S, abs=0.04)
    bare = Layout(towers=START, ball=None)
    assert settle(RestWatch(BOARD), table, 0.0, layout=bare) == pytest.approx(GONE_S, abs=0.04)


def test_discs_carried_over_from_before_the_hand_are_not_believed_at_once() -> None:
    watch, table = RestWatch(BOARD), Table()
    told = None
    for frame in range(60):
        at = frame / 30
        observation = replace(table.observe(at), full=frame == 15)
        if watch.look(observation, LAYOUT) is not None:
            told = at
            break
    assert told == pytest.approx(0.53, abs=0.04)
    watch = RestWatch(BOARD)
    looks = [watch.look(replace(table.observe(n / 30), full=False), LAYOUT) for n in range(45)]
    assert next(n for n, seen in enumerate(looks) if seen is not None) == pytest.approx(31, abs=2)


def test_a_disc_near_a_line_stays_where_it_was_and_is_told_unsure() -> None:
    table = Table(shift={"b2": (19.5, 0.0), "d6": (-19.0, 0.0)})
    seen = read_table(table.observe(0.0), BOARD, TEAMS, LAYOUT.seen())
    assert seen.same_table(LAYOUT.seen())
    assert seen.unsure == (square("b2"), square("d6"))
    table.shift["b2"] = (20.5, 0.0)
    seen = read_table(table.observe(0.0), BOARD, TEAMS, LAYOUT.seen())
    assert seen.same_table(LAYOUT.seen())
    others = tuple(beyond_the_line(seen, BOARD))
    assert [dict(o.towers).get(square("c6")) for o in others if square("c6") in dict(o.towers)] == [
        (A,)
    ]


def test_discs_beside_the_felt_and_a_second_one_in_a_square() -> None:
    discs = (
        SeenDisc(x_mm=-20, y_mm=60, team=0),
        SeenDisc(x_mm=58, y_mm=60, team=0),
        SeenDisc(x_mm=79, y_mm=78, team=1),
    )
    ball = SeenBall(x_mm=100, y_mm=100)
    seen = read_table(
        Observation(at=0, discs=discs, ball=ball), BOARD, TEAMS, Seen(towers=(), ball=None)
    )
    assert len(seen.towers) == 2
    assert dict(seen.towers)[square("b2")] == (H,)
    assert (seen.ball, seen.carried) == (square("c3"), False)


def test_a_sliding_disc_leaves_its_way_and_corners_do_not_count() -> None:
    watch = WaysWatch(BOARD)
    tops = {sq: tower[-1] for sq, tower in LAYOUT.seen().towers}
    for x, y in [(62, 62), (80, 79), (100, 100), (100, 120), (100, 141)]:
        disc = SeenDisc(x_mm=x, y_mm=y, team=0)
        watch.look(Observation(at=0, discs=(disc,), hands=(HAND,)), tops)
    table = Table()
    table.slide("b2", "c4")
    seen = read_table(table.observe(0), BOARD, TEAMS, LAYOUT.seen())
    assert watch.ways(LAYOUT, seen) == ((square("b2"), square("c3"), square("c4")),)
    watch.forget()
    assert watch.ways(LAYOUT, seen) == ()


def heard(event: Event, at: float) -> Heard:
    return Heard(event=event, heard_at=at, at=(at, at), cursor=(1, 1, event.id, 0))


def die(which: Die, face: int, n: int) -> DieEvent:
    return DieEvent(epoch=1, id=n, at_us=0, die=which, face=face, roll=1, secret=b"", nonce=b"")


def test_dice_are_one_roll_in_the_order_red_green_and_half_a_roll_is_none() -> None:
    watch = PressWatch(passing=lambda _beams, _stuck: Kick(good=None))
    assert watch.hear(heard(die(Die.GREEN, 5, 1), 1.0)) == []
    (pressed,) = watch.hear(heard(die(Die.RED, 2, 2), 1.1))
    assert pressed.fact == DiceRolled(faces=(2, 5), at=(1.1, 1.1))
    assert pressed.cursor == (1, 1, 2, 0)
    watch.hear(heard(die(Die.RED, 1, 3), 5.0))
    assert watch.wait(13.1) == []
    assert watch.half_rolls == 1
    assert watch.hear(heard(die(Die.GREEN, 1, 4), 13.2)) == []


def test_keys_count_when_they_go_down_and_beams_are_one_story() -> None:
    told: list[int] = []

    def passing(beams: Sequence[BeamEvent], _stuck: Collection[int]) -> Kick:
        told.append(len(beams))
        return Kick(good=True)

    watch = PressWatch(passing=passing)
    down = ButtonEvent(epoch=1, id=1, at_us=0, button=Button.AWAY_BIG, pressed=True)
    up = ButtonEvent(epoch=1, id=2, at_us=0, button=Button.AWAY_BIG, pressed=False)
    assert [p.fact for p in watch.hear(heard(down, 1.0))] == [
        ButtonPressed(side=A, key="big", at=(1.0, 1.0))
    ]
    assert watch.hear(heard(up, 1.1)) == []
    for n, at in ((3, 2.0), (4, 2.02)):
        watch.hear(heard(BeamEvent(epoch=1, id=n, at_us=0, beam=n, duration_us=1), at))
    assert watch.wait(2.1) == []
    (kick,) = watch.wait(2.4)
    assert kick.fact == PostsPassed(good=True, at=(2.0, 2.0))
    assert kick.cursor == (1, 1, 4, 0)
    assert told == [2]


def test_a_kick_that_a_late_beam_would_change_is_told_later_and_stuck_beams_are_known() -> None:
    asked: list[set[int]] = []
    kicks = [Kick(good=False, open=True), Kick(good=True, why="clean", speed_m_s=2.0)]

    def passing(beams: Sequence[BeamEvent], stuck: Collection[int]) -> Kick:
        asked.append(set(stuck))
        return kicks[len(beams) - 1]

    watch = PressWatch(passing=passing)
    for number, stuck in ((4, True), (6, True), (4, False)):
        watch.hear(heard(StuckEvent(epoch=1, id=1, at_us=0, input=number, stuck=stuck), 1.0))
    first = BeamEvent(epoch=1, id=2, at_us=0, beam=0, duration_us=1)
    watch.hear(heard(first, 2.0))
    assert watch.wait(2.5) == []
    watch.hear(heard(first, 3.0))
    (kick,) = watch.wait(3.1)
    assert kick.fact == PostsPassed(good=True, at=(2.0, 2.0))
    assert kick.evidence is not None
    assert [(m.name, m.value, m.unit) for m in kick.evidence.measures] == [("speed", 2.0, "m/s")]
    assert asked[-1] == {6}
    watch.hear(heard(first, 5.0))
    assert watch.wait(6.2) == []
    assert [kick.fact for kick in watch.wait(6.4)] == [PostsPassed(good=False, at=(5.0, 5.0))]


def test_progress_counts_what_is_left_and_takes_the_nearest_disc() -> None:
    table = Table()
    table.slide("b2", "b3")
    table.slide("d6", "d5")
    table.ball = "c3"
    seen = read_table(table.observe(0), BOARD, TEAMS, LAYOUT.seen())
    left = progress(LAYOUT, seen)
    assert [(g.disc, g.to.name, g.came_from and g.came_from.name) for g in left.ghosts] == [
        ("H1", "b2", "b3"),
        ("A2", "d6", "d5"),
        (None, "b2", "c3"),
    ]
    assert left.count == 3
    assert not agrees(LAYOUT, seen)
    assert progress(LAYOUT, LAYOUT.seen()).satisfied
    off = Layout(towers=START, ball=None)
    assert agrees(off, LAYOUT.seen())
