"""R17, R18, R21 and the next game (R2, R3): what a game is worth, and what it leads to."""

from dataclasses import replace
from typing import Literal

from app.games.backgammon.plays import Accept, NextGame, Reject, Resign, Settle
from app.games.backgammon.position import (
    BAR,
    HOME_BOARD,
    MEN,
    START,
    Position,
    flipped,
    on_board,
)
from app.games.backgammon.rules.refusal import (
    Refusal,
    Rulings,
    judgement,
    laid_out,
    named,
    refuse,
    rule,
)
from app.games.backgammon.state import Cube, Phase, State
from app.games.backgammon.towers import dealt
from app.rulebook.side import Side

KINDS = {1: "single", 2: "gammon", 3: "backgammon"}


def times_of(loser: Position) -> int:
    """R18: 1 when the loser, in his own view, has borne off a checker; else 2, or 3 with one on
    the bar or in the winner's home board.
    """
    if on_board(loser) < MEN:
        return 1
    return 3 if any(count > 0 for count in loser[BAR - HOME_BOARD :]) else 2


def counted(state: State, times: int) -> int:
    """R21, Jacoby: for money, gammons count 1 until the cube has been turned."""
    unturned = state.cube.owner is None
    return 1 if state.options.jacoby and state.options.money and unturned else times


def borne_all_off(state: State) -> Rulings:
    """R17: fifteen off win at once; nothing when the side on turn has not got there."""
    if on_board(state.mine):
        return ()
    times = counted(state, times_of(flipped(state.mine)))
    return game_won(state, state.turn, points=times * state.cube.value, times=times)


def game_won(state: State, side: Side, *, points: int, times: int = 1) -> Rulings:
    """R18: so many times the cube; R21: a match is over when a side has its length."""
    score = (state.score[0] + points * (side is Side.HOME),
             state.score[1] + points * (side is Side.AWAY))  # fmt: skip
    length = state.options.match_length
    over = bool(length) and max(score) >= length
    ended = replace(
        state,
        phase=Phase.FINISHED if over else Phase.BETWEEN,
        turn=side,
        score=score,
        games=state.games + 1,
        offer=None,
        resigned=0,
        left=(),
        under_way=None,
        last=None,
    )
    home, away = score
    did = f"won_{KINDS[times]}"
    won = rule("R18", ended, did, side=named(side), points=points, home=home, away=away)
    if not over:
        return (won,)
    return (won, rule("R21", ended, "match_over", side=named(side), home=home, away=away))


def next_crawford(state: State) -> Literal["no", "now", "past"]:
    """R21, Crawford: the first game after a side stands one point from the match."""
    options = state.options
    if options.money or not options.crawford or max(state.score) < options.match_length - 1:
        return "no"
    return "now" if state.crawford == "no" else "past"


def _between(state: State, play: NextGame | Settle) -> Refusal | None:
    """R17: a game is over only when somebody has won it; R21: a match with its last game."""
    del play
    if state.phase is Phase.BETWEEN:
        return None
    finished = state.phase is Phase.FINISHED
    return refuse("R21", "match_over") if finished else refuse("R17", "game_on")


def _next_game(state: State, play: NextGame) -> Rulings:
    """R2, R3: the checkers at the start, the cube in the middle at 64, which counts 1."""
    del play
    begun = replace(
        state,
        phase=Phase.OPENING,
        turn=Side.HOME,
        home=START,
        towers=dealt(START),
        cube=Cube(),
        opening=(None, None),
        automatic=0,
        crawford=next_crawford(state),
    )
    did = "crawford_game" if begun.crawford == "now" else "next_game"
    return (laid_out(rule("R2", begun, did, number=begun.games + 1), "start"),)


NEXT_GAME = judgement(NextGame, (_between,), _next_game)


def _for_money(state: State, play: Settle) -> Refusal | None:
    """R21: a match is played to its length."""
    del play
    length = state.options.match_length
    return refuse("R21", "not_for_money", to=length) if length else None


def _settle(state: State, play: Settle) -> Rulings:
    """R21: money games end when nobody wants another."""
    del play
    home, away = state.score
    return (rule("R21", replace(state, phase=Phase.FINISHED), "settled", home=home, away=away),)


SETTLE = judgement(Settle, (_between, _for_money), _settle)

_PLAYING = (Phase.TO_ROLL, Phase.TO_MOVE)


def _may_resign(state: State, play: Resign) -> Refusal | None:
    """R18: a game that is on is given up at one, two or three times the cube."""
    if state.phase is Phase.RESIGNING:
        return refuse("R18", "resigned_already")
    if state.phase not in _PLAYING or play.side is not state.turn:
        return refuse("R18", "resign_on_turn")
    return None if play.times in KINDS else refuse("R18", "resign_times", times=play.times)


def _resign(state: State, play: Resign) -> Rulings:
    """R18: the other side is asked whether it is enough."""
    asked = replace(state, phase=Phase.RESIGNING, resigned=play.times)
    points = counted(state, play.times) * state.cube.value
    return (rule("R18", asked, "resign", side=named(play.side), points=points),)


RESIGN = judgement(Resign, (_may_resign,), _resign)


def _answering(state: State, play: Accept | Reject) -> Refusal | None:
    """R18: the answer is the other side's."""
    if state.phase is not Phase.RESIGNING:
        return refuse("R18", "nothing_resigned")
    return refuse("R18", "own_resignation") if play.side is state.turn else None


def _accept(state: State, play: Accept) -> Rulings:
    """R18: the game is won as it was offered."""
    times = counted(state, state.resigned)
    return game_won(state, play.side, points=times * state.cube.value, times=times)


ACCEPT = judgement(Accept, (_answering,), _accept)


def _reject(state: State, play: Reject) -> Rulings:
    """R18: play goes on where it was."""
    phase = Phase.TO_MOVE if state.under_way is not None else Phase.TO_ROLL
    on = replace(state, phase=phase, resigned=0)
    return (rule("R18", on, "reject", side=named(play.side)),)


REJECT = judgement(Reject, (_answering,), _reject)
