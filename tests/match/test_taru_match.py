"""Taru played through the match: by hand and over a scripted table, then replayed."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from app.games.taru.game import Taru
from app.match.desk import HandDesk
from app.match.log import FileLog, MemoryLog
from app.match.match import Match, Setup
from app.match.perception.press import Heard
from app.match.replay import replay, resume
from app.match.session import Session
from app.match.sources import Sources
from app.rulebook.acts import LayOut, PressKey
from app.rulebook.api import Game
from app.rulebook.board import Board
from app.rulebook.layout import Layout, side_of
from app.rulebook.side import Side
from app.wiring.boards import boards
from firmware_bridge.messages import Button, ButtonEvent, Die, DieEvent, Event
from vision.observation import Observation, SeenBall, SeenDisc, SeenHand

HAND = SeenHand(outline_mm=((0, 0), (30, 0), (30, 90)), edge="S")


def standard() -> Board:
    return boards()["std"]


def game_of(_name: str) -> Game[Any]:
    return Taru()


def test_bots_play_by_hand_and_the_file_replays_to_the_same_states(tmp_path: Path) -> None:
    chance = Random(7)
    path = tmp_path / "m.jsonl"
    match = Match.start(Taru(), Setup(board=standard()), FileLog(path))
    desk, bot = HandDesk(match, chance), Taru().bot()
    for _ in range(60):
        if match.awaits.rolls:
            desk.roll()
            continue
        intent = bot.choose(match.state, chance)
        if intent.event is None:
            break
        desk.take(intent.event)
        assert desk.view().explanation is None
    entries = len(match.entries)
    assert entries > 4
    desk.undo()
    desk.close()
    report = replay(path, game_of)
    assert report.first_difference is None
    again = resume(path, game_of)
    assert again.state == match.state
    assert len(again.entries) == entries - 1
    again.close()


@dataclass
class Scripted:
    """An eye and a box over a table given as a layout."""

    board: Board
    layout: Layout = field(default_factory=lambda: Layout(towers=(), ball=None))
    hand: bool = False
    ids: int = 0
    heard: list[Heard] = field(default_factory=list)
    alive: bool = True

    def until(self, now: float) -> list[float]:
        return [now]

    def look(self, at: float) -> Observation:
        discs: list[SeenDisc] = []
        on: int | None = None
        for sq, tower in self.layout.towers:
            x, y = self.board.centre_of(sq)
            on = len(discs) if self.layout.ball == tower[-1] else on
            team = int(side_of(tower[-1]) is Side.AWAY)
            discs.append(
                SeenDisc(
                    x_mm=x, y_mm=y, level=len(tower) - 1, team=team, team_margin=0.6, sigma_mm=0.4
                )
            )
        ball = self._ball(on)
        hands = (HAND,) if self.hand else ()
        return Observation(at=at, discs=tuple(discs), ball=ball, hands=hands, moving=self.hand)

    def _ball(self, on: int | None) -> SeenBall | None:
        where = self.layout.seen().ball
        if where is None:
            return None
        x, y = self.board.centre_of(where)
        return SeenBall(x_mm=x, y_mm=y, on_disc=on)

    def flights(self) -> tuple[()]:
        return ()

    def trouble(self, _now: float) -> None:
        """All is well."""

    def poll(self, _now: float) -> list[Heard]:
        told, self.heard = self.heard, []
        return told

    def acknowledge(self, _cursor: tuple[int, ...]) -> None:
        """A real box would forget its events."""

    def light(self, _side: Side | None) -> None:
        """No light to see."""

    def tell(self, event: Event, now: float) -> None:
        self.heard.append(
            Heard(event=event, heard_at=now, at=(now, now), cursor=(1, 1, self.ids, 0))
        )

    def roll(self, red: int, green: int, now: float) -> None:
        for die, face in ((Die.RED, red), (Die.GREEN, green)):
            self.ids += 1
            told = DieEvent(
                epoch=1, id=self.ids, at_us=0, die=die, face=face, roll=1, secret=b"", nonce=b""
            )
            self.tell(told, now)

    def key(self, side: Side, now: float) -> None:
        self.ids += 1
        button = Button.HOME_BIG if side is Side.HOME else Button.AWAY_BIG
        self.tell(ButtonEvent(epoch=1, id=self.ids, at_us=0, button=button, pressed=True), now)


class Evening:
    """People set up a table, press keys and roll, in virtual time."""

    def __init__(self) -> None:
        self.table = Scripted(standard())
        self.log = MemoryLog()
        self.match = Match.start(Taru(), Setup(board=self.table.board), self.log)
        sources = Sources(sight=self.table, frames=self.table, box=self.table)
        self.session = Session(self.match, sources)
        self.now = 0.0

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 15)):
            self.now += 1 / 15
            self.session.step(self.now)

    def lay(self, layout: Layout) -> None:
        self.table.hand = True
        self.wait(0.5)
        self.table.layout = layout
        self.wait(0.2)
        self.table.hand = False
        self.wait(1.2)

    def set_up(self) -> None:
        bot, chance = Taru().bot(), Random(1)
        while self.match.awaits.kind == "place":
            for act in bot.choose(self.match.state, chance).acts:
                match act:
                    case LayOut(layout=layout):
                        self.lay(layout)
                    case PressKey(side=side):
                        self.table.key(side, self.now)
                        self.wait(0.5)
                    case _:
                        raise AssertionError(act)
            assert self.now < 60


def test_an_evening_begins_set_up_keys_and_opening_rolls_without_a_question() -> None:
    evening = Evening()
    evening.set_up()
    assert evening.match.awaits.rolls == (Side.HOME, Side.AWAY)
    evening.table.roll(5, 4, evening.now)
    evening.wait(0.5)
    evening.table.roll(2, 6, evening.now)
    evening.wait(0.5)
    assert evening.match.awaits.kind == "flick"
    assert evening.session.counters.questions == 0
    assert evening.session.counters.refused == 0
    kicker = evening.match.awaits.flick_from[0]
    towers = evening.match.layout.towers
    evening.lay(Layout(towers=towers, ball=kicker))
    assert evening.match.arrange is None
    assert evening.match.awaits.kind == "flick"
