"""Everything a match on the pretend table needs, put together: world, camera, box, referee."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Generic

from app.match.live import LiveDesk
from app.match.log import Log
from app.match.match import Match, Setup
from app.match.session import Session
from app.match.sources import Sources
from app.match.table_view import TableView
from app.rehearsal.chance import chance_of
from app.rehearsal.faults import Faults
from app.rehearsal.seams import WorldBox, WorldFrames
from app.rehearsal.senses import EyeSight, LinkedBox, passing
from app.rehearsal.world import World
from app.rulebook.api import Game, S
from app.rulebook.board import Board
from app.rulebook.words import Problem
from calibration.surface import RuledLine, Surface
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.simulator import PretendBox, SimulatedBox, simulated_opener
from vision.eye import Eye
from vision.frames import Frame
from vision.observation import Observation
from vision.synthetic import Look, Scene, SceneBall, SceneDisc, SyntheticCamera, default_view

SIZE = (960, 540)
LOOK = Look(ball=(240, 190, 40))
"""A ball of yellow leather, as unlike cream crests as players would choose it."""
LINE_STEP_S = 0.004
OnFrame = Callable[[Frame, TableView, Observation | None], None]
BoxMaker = Callable[[int, Collection[str]], PretendBox]
"""Makes the box of a rehearsal from its seed and the faults of its line."""


@dataclass(frozen=True, kw_only=True)
class Cast:
    """Who and what a rehearsal is made of: board, seed, faults, size of the picture (px), box."""

    board: Board
    seed: int
    faults: Faults
    size: tuple[int, int] = SIZE
    box: BoxMaker = SimulatedBox


class Stage(Generic[S]):
    """One match in lock-step: `tick` lets the world go on to its next frame, then the referee."""

    def __init__(self, game: Game[S], cast: Cast, log: Log) -> None:
        self.surface = surface_of(cast.board)
        table_map = default_view(self.surface, cast.size)
        self.camera = SyntheticCamera(self.surface, table_map, LOOK, cast.seed)
        self.box = cast.box(cast.seed, cast.faults.box)
        self.world = World(cast.board, game.physics, WorldBox(self.box), cast.seed)
        self.frames = WorldFrames(self.world, self.camera)
        eye = Eye(self.surface, table_map)
        learn_colours(eye, self.camera, self.surface)
        self.sight = EyeSight(eye, self.surface)
        link = Link(bits=chance_of(cast.seed, "link"))
        self.match = Match.start(game, Setup(board=cast.board), log)
        self._now = 0.0
        opener = simulated_opener(self.box, lambda: self._now)
        self.linked = LinkedBox(BoxLine(link, lambda: opener("sim://"), lambda: self._now))
        sources = Sources(
            sight=self.sight,
            frames=self.frames,
            box=self.linked,
            passing=passing,
        )
        self.session = Session(self.match, sources)
        self.desk = LiveDesk(self.session, chance_of(cast.seed, "app"))
        self.on_frame: OnFrame | None = None

    def tick(self) -> None:
        self._listen(self.world.now + self.frames.interval)
        self.world.advance(self.frames.interval)
        self._now = self.world.now
        frame = self.frames.take()
        self._pass_on_words()
        self.session.step(self.world.now)
        self.desk.publish()
        if self.on_frame is not None:
            self.on_frame(frame, self.desk.view(), self.sight.last)

    def _listen(self, until: float) -> None:
        """What passes on the line before the next frame: it is read as often as in a match."""
        while (at := self._now + LINE_STEP_S) < until:
            self._now = at
            self.linked.listen(at)

    def box_heard(self) -> bool:
        """Whether the box is plugged in, has started, and talks to the referee."""
        return self.box.in_place and self.box.awake(self.world.now) and self.linked.alive

    def wait(self, seconds: float) -> None:
        until = self.world.now + seconds
        while self.world.now < until:
            self.tick()

    def _pass_on_words(self) -> None:
        """What people touched on the screen."""
        while self.world.said:
            say = self.world.said.pop(0)
            choices = self.match.game.awaits(self.match.state).choices
            if say.choice < len(choices):
                self.desk.take(choices[say.choice].play)


def surface_of(board: Board) -> Surface:
    """The board without its game. Raises Problem for one that the eye does not know how to read."""
    if not all(board.ball_mm):
        raise Problem("rehearsal.no_eye", game=board.game)
    return Surface(
        files=board.files,
        ranks=board.ranks,
        square_mm=board.square_mm,
        disc_mm=board.disc_mm,
        disc_height_mm=board.disc_height_mm,
        ball_mm=board.ball_mm,
        lines=tuple(RuledLine(a=line.a, b=line.b, dashed=line.dashed) for line in board.lines),
    )


def learn_colours(eye: Eye, camera: SyntheticCamera, surface: Surface) -> None:
    """Before a match, as players do when they set the eye up: some discs of each team on marked
    places, and the ball.
    """
    ranks = (2, surface.ranks // 2, surface.ranks - 1)
    places = [
        (*surface.centre_of(file, rank), team)
        for rank in ranks
        for file, team in ((2, 0), (surface.files - 1, 1))
    ]
    discs = tuple(SceneDisc(x_mm=x, y_mm=y, team=team) for x, y, team in places)
    middle = surface.centre_of(surface.files // 2 + 1, surface.ranks // 2)
    ball = SceneBall(x_mm=middle[0], y_mm=middle[1])
    image = camera.render(Scene(discs=discs, ball=ball), 0.0)
    eye.learn(Frame(at=0.0, image=image), places, middle)
