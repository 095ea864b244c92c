"""A scripted eye and box over a toy table, stepped in virtual time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.match.log import Cursor, MemoryLog
from app.match.match import Match, Setup
from app.match.perception.flight import FlightSeen
from app.match.perception.press import Heard, Kick
from app.match.policy import ARBITRER, Policy
from app.match.session import Session
from app.match.sources import Sources
from app.rulebook.geometry import Square, square
from app.rulebook.side import Side
from app.rulebook.words import Phrase
from firmware_bridge.dice import RollRecord
from firmware_bridge.messages import BeamEvent, Button, ButtonEvent, Die, DieEvent, Event
from tests.match.toy import BOARD, State, Toy
from vision.observation import Observation, SeenBall, SeenDisc, SeenHand

HAND = SeenHand(outline_mm=((0, 0), (30, 0), (30, 90)), edge="S")
FRAME_S = 1 / 15


@dataclass
class Table:
    """Discs by square, bottom first, and the ball: what the eye reports of them."""

    towers: dict[str, str] = field(
        default_factory=lambda: {"b2": "H", "c2": "H", "b6": "A", "d6": "A"}
    )
    ball: str | None = "b2"
    shift: dict[str, tuple[float, float]] = field(default_factory=dict)
    hand: bool = False
    moving: bool = False
    paused: bool = False
    flights: list[FlightSeen] = field(default_factory=list)

    def slide(self, start: str, end: str) -> None:
        disc = self.towers[start][-1]
        rest = self.towers.pop(start)[:-1]
        if rest:
            self.towers[start] = rest
        self.towers[end] = self.towers.get(end, "") + disc
        if self.ball == start:
            self.ball = end

    def observe(self, at: float) -> Observation:
        discs: list[SeenDisc] = []
        on: int | None = None
        for name, tower in sorted(self.towers.items()):
            x, y = BOARD.centre_of(square(name))
            dx, dy = self.shift.get(name, (0.0, 0.0))
            if name == self.ball:
                on = len(discs)
            discs.append(
                SeenDisc(
                    x_mm=x + dx,
                    y_mm=y + dy,
                    level=len(tower) - 1,
                    team=int(tower[-1] == "A"),
                    team_margin=0.6,
                )
            )
        ball = None
        if self.ball is not None:
            x, y = BOARD.centre_of(square(self.ball))
            ball = SeenBall(x_mm=x, y_mm=y, on_disc=on)
        hands = (HAND,) if self.hand else ()
        return Observation(
            at=at,
            discs=tuple(discs),
            ball=ball,
            hands=hands,
            moving=self.moving or self.hand,
            paused=self.paused,
        )


class Rig:
    """A session over a scripted table: `wait` lets virtual time pass."""

    def __init__(self, policy: Policy = ARBITRER, game: Toy | None = None) -> None:
        self.table = Table()
        self.log = MemoryLog()
        self.match: Match[State] = Match.start(
            game or Toy(), Setup(board=BOARD, policy=policy), self.log
        )
        self.acknowledged: list[Cursor] = []
        self.lights: list[Side | None] = []
        self.alive, self.blind = True, False
        self.wrong: Phrase | None = None
        self.records: dict[Die, RollRecord] = {}
        self.now, self._next, self._id = 0.0, 0.0, 0
        self._heard: list[Heard] = []
        self.passing: bool | None = True
        self.why = ""
        self.session = Session(
            self.match,
            Sources(
                sight=self,
                frames=self,
                box=self,
                passing=lambda _beams, _stuck: Kick(good=self.passing, why=self.why),
            ),
        )

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += FRAME_S
            self.session.step(self.now)

    def by_hand(self, *slides: tuple[str, str], linger: float = 0.5) -> None:
        """A hand comes, slides discs, leaves."""
        self.table.hand = True
        self.wait(0.3)
        for start, end in slides:
            self.table.slide(start, end)
        self.wait(linger)
        self.table.hand = False

    def arranging(self) -> bool:
        return self.match.arrange is not None

    def asking(self) -> bool:
        return self.session.asked is not None

    def until(self, now: float) -> Sequence[Observation]:
        return [] if self.blind else [self.table.observe(now)]

    def look(self, frame: Observation) -> Observation:
        return frame

    def flights(self) -> Sequence[FlightSeen]:
        flights, self.table.flights = self.table.flights, []
        return flights

    def trouble(self, _now: float) -> Phrase | None:
        return self.wrong

    def poll(self, _now: float) -> Sequence[Heard]:
        heard, self._heard = self._heard, []
        return heard

    def acknowledge(self, cursor: Cursor) -> None:
        self.acknowledged.append(cursor)

    def light(self, side: Side | None) -> None:
        self.lights.append(side)

    def hear(self, event: Event, at: float | None = -1.0) -> None:
        stamp = self.now if at == -1.0 else at
        interval = None if stamp is None else (stamp, stamp)
        cursor = (7, 1, event.id, 0)
        record = self.records.get(event.die) if isinstance(event, DieEvent) else None
        self._heard.append(
            Heard(event=event, heard_at=self.now, at=interval, cursor=cursor, record=record)
        )

    def roll(self, red: int, green: int, at: float | None = -1.0) -> None:
        for die, face in ((Die.GREEN, green), (Die.RED, red)):
            self._id += 1
            event = DieEvent(
                epoch=1, id=self._id, at_us=0, die=die, face=face, roll=1, secret=b"", nonce=b""
            )
            self.hear(event, at)

    def press(self, button: Button) -> None:
        self._id += 1
        self.hear(ButtonEvent(epoch=1, id=self._id, at_us=0, button=button, pressed=True))

    def kick(self) -> None:
        self._id += 1
        self.hear(BeamEvent(epoch=1, id=self._id, at_us=0, beam=0, duration_us=4000))

    def where(self, disc: str) -> Square | None:
        return self.match.state.where().get(disc)
