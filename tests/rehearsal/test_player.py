"""How the players at the pretend table answer what the referee asks."""

from dataclasses import dataclass, replace
from typing import Any

from app.games.taru.game import Taru
from app.games.taru.plays import Kick
from app.match.log import MemoryLog
from app.match.match import Match, Setup
from app.match.table_view import Question, TableView
from app.rehearsal.chance import chance_of
from app.rehearsal.faults import Faults
from app.rehearsal.mischief import Mischief
from app.rehearsal.player import Player
from app.rehearsal.stage import Cast, Stage
from app.rehearsal.truth import Tally
from app.rulebook.acts import Flick
from app.rulebook.api import Intent
from app.rulebook.words import phrase
from app.wiring.boards import boards

KICK_TO_COME = (
    "std H:1a8,2b8,3f8,4g8,5h8,6i8,7j8,8k8,9l8,10b6,11e5,12k5,13m5,14h4,15l4 "
    "A:1m9,2j10,3k10,4l10,5c16,6c19,7k19,8m19,9d20,10f20,11h20,12j20,13l20,14a21,15e21 "
    "B:A3 T:A/await_flick D:1.6 P:0-0 F:exempt=A1 X:kick Y:A1,A3,A4"
)
GAME = Taru()


@dataclass
class Doubting:
    """A referee that does not know whether the kick bounced, and asks once it has flown."""

    stage: Stage[Any]
    match: Match[Any]
    kicks: tuple[Kick, ...] = ()
    told: int | None = None

    def view(self) -> TableView:
        view = replace(self.stage.desk.view(), bar="ready", question=None)
        if self.told is not None or not self.stage.world.flown:
            return view
        flown = self.stage.world.flown[-1][1]
        self.kicks = tuple(Kick(flown=replace(flown, bounced=how)) for how in (False, True))
        answers = tuple(map(GAME.describe, self.kicks))
        return replace(view, question=Question(text=phrase("match.ask.played"), answers=answers))

    def answer(self, index: int) -> None:
        self.told = index
        self.match.take(self.kicks[index])


def test_who_flicked_knows_that_the_ball_bounced() -> None:
    board = boards()["std"]
    cast = Cast(board=board, seed=1, faults=Faults.named([]), size=(768, 432))
    stage: Stage[Any] = Stage(GAME, cast, MemoryLog())
    state = GAME.parse(KICK_TO_COME, boards())
    match: Match[Any] = Match(GAME, Setup(board=board), MemoryLog(), start=state)
    stage.world.table.lay_out(GAME.layout(state))
    referee = Doubting(stage, match)
    bot = GAME.bot()
    mischief = Mischief(bot, chance_of(1, "bots"), 0.0, bot.visible_sections())
    player = Player(match, referee, stage.world, stage.tick, mischief, Tally())
    flick = Flick(by="A3", towards_mm=(573.0, 108.0), lift=0.0)
    player.act(Intent(event=None, acts=(flick,), label=None))
    assert stage.world.flown[-1][1].bounced
    assert referee.told == 1
    assert referee.kicks[1].flown.bounced
    assert player.tally.cases == []
