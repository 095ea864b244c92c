"""Whole matches of bots, fast: no table and no log, only what the book makes of events."""

from random import Random

from app.games.backgammon.awaits import awaits
from app.games.backgammon.bots.bot import BackgammonBot, RandomBot
from app.games.backgammon.game import Backgammon
from app.games.backgammon.plays import Double, Drop, Move, NextGame, Resign, Settle
from app.games.backgammon.state import Phase, State
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle, Entry
from app.rulebook.facts import DiceRolled, Event

GAMES_FOR_MONEY = 4


class _Quick(BackgammonBot):
    """Weighs a few ends only."""

    def pick(self, state, ends, chance):  # type: ignore[no-untyped-def]
        few = [ends[chance.randrange(len(ends))] for _ in range(min(6, len(ends)))]
        return super().pick(state, few, chance)


def played_match(board: Board, options: dict[str, str], seed: int) -> Chronicle[State]:
    """Doubles, drops and resignations at random, more often than people would."""
    game, chance = Backgammon(), Random(seed)
    bots = (_Quick(), RandomBot())
    state = start = game.start(board, options)
    entries: list[Entry[State]] = []
    while state.phase is not Phase.FINISHED:
        event = _next(state, bots[chance.random() < 0.3], chance)
        rulings = game.judge(state, event)
        assert not rulings[-1].refused, (game.write(state), event, rulings[-1].rule)
        entries.append(Entry(n=len(entries) + 1, event=event, before=state, rulings=rulings))
        state = rulings[-1].state
    return Chronicle(
        game="backgammon",
        board=board,
        start=start,
        entries=tuple(entries),
        names=(f"Chêne {seed}", "Noyer : l’ancien, de la rue des Ébénistes"),
        date="2026-03-14",
        options=options,
    )


def _next(state: State, bot: BackgammonBot, chance: Random) -> Event:
    choices = [choice.play for choice in awaits(state).choices]
    if state.phase is Phase.TO_MOVE:
        event = bot.choose(state, chance).event
        assert isinstance(event, Move)
        return event
    if state.phase in (Phase.OPENING, Phase.TO_ROLL):
        wished = {Double: 0.06, Resign: 0.003}
        said = [play for play in choices if chance.random() < wished.get(type(play), 0.0)]
        return said[0] if said else _roll(chance)
    if state.phase is Phase.BETWEEN:
        stop = state.options.money and state.games >= GAMES_FOR_MONEY
        return Settle() if stop else NextGame()
    dropped = chance.random() < 0.3
    return next((play for play in choices if isinstance(play, Drop) and dropped), choices[0])


def _roll(chance: Random) -> DiceRolled:
    return DiceRolled(faces=(chance.randint(1, 6), chance.randint(1, 6)))
