import numpy as np
import pytest

from app.rehearsal.chance import chance_of
from app.rehearsal.faults import Faults, TableFaults
from app.rehearsal.seams import WorldBox, WorldFrames
from app.rehearsal.world import World
from app.rulebook.acts import Act, Flick, KickAtPosts, LayOut, PressKey, RollDice, Slide
from app.rulebook.api import Physics
from app.rulebook.board import Board
from app.rulebook.geometry import square
from app.rulebook.layout import Layout
from app.rulebook.side import Side
from app.rulebook.words import Problem
from calibration.surface import Surface
from firmware_bridge.delivery import BoxEvent
from firmware_bridge.link import Link
from firmware_bridge.messages import BeamEvent, Button, ButtonEvent, DieEvent, Event
from firmware_bridge.posts import Passing, judge
from firmware_bridge.simulator import SimulatedBox
from vision.synthetic import Look, SyntheticCamera, default_view

BOARD = Board(
    id="toy",
    game="toy",
    files=7,
    ranks=12,
    square_mm=40,
    disc_mm=30,
    disc_height_mm=6,
    ball_mm=(22, 15),
)
START = Layout(
    towers=((square("c3"), ("H1",)), (square("d3"), ("H2",)), (square("d9"), ("A1",))), ball="H2"
)


class Table:
    """A world, its box, and a link that hears it."""

    def __init__(self, faults: tuple[str, ...] = ()) -> None:
        self.box = SimulatedBox(3, faults)
        self.seam = WorldBox(self.box)
        self.world = World(BOARD, Physics(), self.seam, 3)
        self.link = Link(bits=chance_of(1))
        self.heard: list[Event] = []

    def play(self, *acts: Act, side: Side = Side.HOME, rest_s: float = 3.0) -> None:
        self.world.perform(acts, side)
        until = self.world.now + rest_s
        while self.world.busy or self.world.now < until:
            self.world.advance(0.02)
            now = self.world.now
            for fact in self.link.receive(now, self.box.send(now)):
                if isinstance(fact, BoxEvent):
                    self.heard.append(fact.event)
                    self.link.acknowledge(fact.cursor)
            self.box.receive(now, self.link.to_send(now))


def test_dice_and_keys_reach_the_host_as_bytes() -> None:
    table = Table()
    table.play(rest_s=4.0)
    table.play(RollDice(), PressKey(side=Side.AWAY, key="big"))
    dice = [event.face for event in table.heard if isinstance(event, DieEvent)]
    keys = [event.button for event in table.heard if isinstance(event, ButtonEvent)]
    assert len(dice) == 2
    assert keys[:1] == [Button.AWAY_BIG]


def test_nothing_is_lost_on_a_bad_line() -> None:
    table = Table(("drop_bytes", "flip_bit", "late", "reset_board"))
    for _ in range(10):
        table.play(RollDice(), rest_s=5.0)
    table.play(rest_s=20.0)
    assert table.heard == table.box.accepted
    assert sum(isinstance(event, DieEvent) for event in table.heard) == 20


@pytest.mark.parametrize("passing", [Passing.GOOD, Passing.UNDER])
@pytest.mark.parametrize("side", Side)
def test_a_kick_is_told_by_the_posts(passing: Passing, side: Side) -> None:
    table = Table()
    table.play(LayOut(layout=START), rest_s=4.0)
    table.play(KickAtPosts(good=passing is Passing.GOOD), side=side)
    beams = [event for event in table.heard if isinstance(event, BeamEvent)]
    assert judge(beams).passing is passing
    assert table.world.table.ball is None


def test_frames_come_faster_while_the_ball_flies() -> None:
    table = Table()
    surface = Surface(
        files=7, ranks=12, square_mm=40, disc_mm=30, disc_height_mm=6, ball_mm=(22, 15)
    )
    camera = SyntheticCamera(surface, default_view(surface, (320, 180)), Look(), 1)
    frames = WorldFrames(table.world, camera)
    table.play(LayOut(layout=START))
    still = frames.take()
    assert still.image.shape == (180, 320, 3)
    intervals = set()
    table.world.perform((Flick(by="H2", towards_mm=(140, 330)),), Side.HOME)
    while table.world.busy:
        table.world.advance(frames.interval)
        intervals.add(round(1 / frames.interval))
    assert intervals == {15, 60}
    assert np.abs(frames.take().image.astype(int) - still.image).max() > 60


def test_an_unknown_fault_is_one_sentence() -> None:
    with pytest.raises(Problem) as problem:
        Faults.named(["nudge", "earthquake"])
    assert problem.value.phrase.key == "rehearsal.unknown_fault"


def test_a_nudge_never_moves_a_disc_over_a_line() -> None:
    table = Table()
    table.play(LayOut(layout=START))
    before = dict(table.world.table.spots)
    faults = TableFaults(table.world, Faults.named(["nudge"]), chance_of(1))
    for _ in range(200):
        faults.before_act()
    assert table.world.table.spots != before
    for x, y in table.world.table.spots.values():
        assert 15 <= x % 40 <= 25
        assert 15 <= y % 40 <= 25


def test_a_lingering_hand_leaves_late() -> None:
    quick, slow = Table(), Table()
    slow.world.linger_s = 2.0
    for table in (quick, slow):
        table.play(LayOut(layout=START), rest_s=0.0)
        table.play(Slide(disc="H1", path=(square("c4"),)), rest_s=0.0)
    assert slow.world.hand_left_at == pytest.approx(quick.world.hand_left_at + 4.0, abs=0.3)
