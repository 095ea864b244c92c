"""A player that does anything the rules allow, one thing as likely as another: it measures other
bots, and it finds positions that nobody who wants to win ever comes to.
"""

from app.games.taru import legal
from app.games.taru.acts import acts_of
from app.games.taru.awaits import awaits
from app.games.taru.bots.bot import TaruBot, unforetold
from app.games.taru.bots.flicks import about
from app.games.taru.labels.label import label_of
from app.games.taru.labels.table import table_of
from app.games.taru.plays import DeclareFlick
from app.games.taru.state import Phase, State
from app.rulebook.acts import Flick
from app.rulebook.api import Chance, Intent
from app.rulebook.facts import Event
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of

FLICK, END = 0.08, 0.04


class HaphazardBot(TaruBot):
    """Set-ups, formations and rolls are as everybody's; what is chosen is chosen blindly."""

    def choose(self, state: State, chance: Chance) -> Intent:
        if state.phase in (Phase.OPEN, Phase.INTERCEPT_WINDOW, Phase.AWAIT_FLICK):
            return self._anything(state, chance)
        return super().choose(state, chance)

    def _anything(self, state: State, chance: Chance) -> Intent:
        table = table_of(state)
        kicker = state.mark if state.awaited_flick == "mark" else table.carrier
        ours = kicker is not None and side_of(kicker) is table.turn
        if state.phase is Phase.AWAIT_FLICK and kicker is not None:
            return unforetold((_somewhere(state, kicker, chance),))
        if state.phase is Phase.INTERCEPT_WINDOW:
            return self.window(state, chance)
        if ours and kicker is not None and chance.random() < FLICK:
            if table.kick_open:
                kind = DeclareFlick(flick="kick" if chance.random() < 0.5 else "pass")
                return self._legal(state, kind)
            return unforetold((_somewhere(state, kicker, chance),))
        return self._legal(state, _play(state, chance))

    def _legal(self, state: State, event: Event) -> Intent:
        acts = acts_of(state, event, awaits(state).choices)
        return Intent(event=event, acts=acts, label=label_of(state, event))


def _play(state: State, chance: Chance) -> Event:
    """One kind of play, then one of that kind: else there would be little but moves."""
    by_kind: dict[str, list[Event]] = {}
    for play in legal.plays(state):
        by_kind.setdefault(type(play).__name__, []).append(play)
    ending = by_kind.pop("EndTurn", [])
    if not by_kind or (ending and chance.random() < END):
        return ending[0]
    moves = by_kind.get("Move", [])
    kinds = sorted(by_kind)
    found = by_kind[kinds[chance.randrange(len(kinds))]]
    if moves and chance.random() < 0.5:
        found = moves
    return found[chance.randrange(len(found))]


def _somewhere(state: State, by: DiscId, chance: Chance) -> Flick:
    board = state.pitch.board
    file, rank = chance.randrange(board.files + 4) - 1, chance.randrange(board.ranks + 4) - 1
    return Flick(by=by, towards_mm=about(board, Square(file, rank), chance))
