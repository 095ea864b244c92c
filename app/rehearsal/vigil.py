"""A match that waits: its table is set, nothing is played, hands and heads and the light come and
go before the whole of the referee. Nothing may come of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import process_time

from app.match.log import MemoryLog
from app.match.session import Session
from app.match.sources import Sources
from app.rehearsal.chance import chance_of
from app.rehearsal.demo import boards_of
from app.rehearsal.faults import Faults
from app.rehearsal.mischief import Mischief
from app.rehearsal.player import Player
from app.rehearsal.stage import LOOK, Cast, Stage
from app.rehearsal.truth import Tally
from app.rulebook.api import Game, S
from app.rulebook.board import Board
from vision.frames import Frame
from vision.synthetic import SceneHand
from vision.synthetic.calm import Calm

FPS = 30.0
SIZE = (1280, 720)
ACTS = 12
"""So many acts are played first, so that the discs lie about and the ball is somebody's."""
SET_UP_S = 4.0


@dataclass(frozen=True, kw_only=True)
class VigilReport:
    """What came of it. `events` = entries in the log, questions, Arranges and flights, each of
    which is wrong; `known_ms` = from the last frame with a hand over the felt to the table's being
    at rest and read, for each time hands left (frames' time and the CPU of the last frame).
    """

    frames: int
    entries: int
    questions: int
    arranges: int
    flights: int
    with_hands: int
    known_ms: tuple[float, ...]
    never_known: int
    cpu_ms_mean: float

    @property
    def events(self) -> int:
        return self.entries + self.questions + self.arranges + self.flights


class _Feed:
    """The frames of the vigil, one at a time."""

    def __init__(self) -> None:
        self.next: Frame | None = None

    def until(self, now: float) -> Sequence[Frame]:
        del now
        frame, self.next = self.next, None
        return () if frame is None else (frame,)


class _Leaving:
    """How soon after the last hand left the table is known."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._left_at: float | None = None
        self.known_ms: list[float] = []
        self.never = 0

    def see(self, at: float, hands: Sequence[SceneHand], *, heads: bool, read: Callable[[], bool],
            cpu_ms: float) -> None:  # fmt: skip
        """One frame, judged: who is over the table, and whether the referee is done with it."""
        if heads:
            self._left_at = None
        elif any(self._over(hand) for hand in hands):
            self._left_at = at
        elif self._left_at is not None and read():
            self.known_ms.append((at - self._left_at) * 1e3 + cpu_ms)
            self._left_at = None
        elif self._left_at is not None and at - self._left_at > 2.0:
            self.never += 1
            self._left_at = None

    def _over(self, hand: SceneHand) -> bool:
        board = self._board
        return 0 < hand.x_mm < board.width_mm and 0 < hand.y_mm < board.length_mm


def vigil(
    game: Game[S],
    tables: Mapping[str, Board],
    *,
    minutes: float,
    seed: int,
    size: tuple[int, int] = SIZE,
) -> VigilReport:
    """Keep watch for so many minutes of the table's time. Raises Problem for a game without a
    board, or with one that the eye does not know how to read.
    """
    board = boards_of(game, tables)[0]
    stage = Stage(
        game, Cast(board=board, seed=seed, faults=Faults.named(()), size=size), MemoryLog()
    )
    _play(stage, seed)
    feed = _Feed()
    session = Session(stage.match, Sources(sight=stage.sight, frames=feed))
    return _watch(stage, session, feed, minutes * 60.0, seed)


def _play(stage: Stage[S], seed: int) -> None:
    bot = stage.match.game.bot()
    mischief = Mischief(bot, chance_of(seed, "vigil"), 0.0, ())
    player = Player(stage.match, stage.desk, stage.world, stage.tick, mischief, Tally())
    stage.wait(SET_UP_S)
    player.play(ACTS, lambda: False)
    stage.wait(SET_UP_S)


def _watch(
    stage: Stage[S], session: Session[S], feed: _Feed, seconds: float, seed: int
) -> VigilReport:
    script = Calm(stage.surface, LOOK.felt, seconds, seed)
    start, still = stage.world.now, stage.world.scene()
    leaving, spent, with_hands, arranges, flights = _Leaving(stage.match.setup.board), 0.0, 0, 0, 0
    entries, arranged = len(stage.match.entries), stage.match.arrange
    frames = round(seconds * FPS)
    for k in range(frames):
        since = (k + 1) / FPS
        hands, heads = script.hands(since), script.heads(since)
        scene = replace(still, hands=hands, heads=heads, moment=script.moment(since))
        at = start + since
        feed.next = Frame(at=at, image=stage.camera.render(scene, at), index=k)
        began = process_time()
        session.step(at)
        cpu_ms = (process_time() - began) * 1e3
        spent += cpu_ms
        with_hands += session.table.hand
        flights += session.table.flew
        arranges += session.match.arrange is not None and session.match.arrange is not arranged
        arranged = session.match.arrange
        leaving.see(since, hands, heads=bool(heads), read=lambda: session.read, cpu_ms=cpu_ms)
    return VigilReport(
        frames=frames,
        entries=len(stage.match.entries) - entries,
        questions=session.counters.questions,
        arranges=arranges,
        flights=flights,
        with_hands=with_hands,
        known_ms=tuple(leaving.known_ms),
        never_known=leaving.never,
        cpu_ms_mean=spent / max(frames, 1),
    )
