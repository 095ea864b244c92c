"""§3 moves: T22–T32."""

from dataclasses import replace

from app.games.taru.plays import Move
from app.games.taru.rules import paths
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, rule
from app.games.taru.rules.reopening import reopen
from app.games.taru.rules.table import slide
from app.games.taru.rules.windows import with_windows
from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square


def run(state: State, play: Move) -> tuple[Square, ...]:
    """T131: the path as far as it goes: a carrier stops on the first square it scores on, also one
    that swept the ball up on its way (A5).
    """
    scoring = state.pitch.scoring[of(play.disc)]
    for count, square in enumerate(play.path, start=1):
        carries = play.disc == state.carrier or paths.takes_ball(state, play.path[:count])
        if square in scoring and carries:
            return play.path[:count]
    return play.path


def _phase(state: State, play: Move) -> Refusal | None:
    return gate(state, of(play.disc), (Phase.OPEN,), "T22")


def _side(state: State, play: Move) -> Refusal | None:
    return wrong_side(state, of(play.disc))


def _free(state: State, play: Move) -> Refusal | None:
    return absent(state, play.disc) or pinned(state, play.disc)


def _played(state: State, play: Move) -> Refusal | None:
    """T28; the tackler onto the loose ball breaks T85."""
    refusal = paths.played(state, play.disc)
    return (refusal and paths.tackler_pick_up(state, play.disc, play.path)) or refusal


def _steps(state: State, play: Move) -> Refusal | None:
    return paths.no_steps(state, play.disc, play.path)


def _revisits(state: State, play: Move) -> Refusal | None:
    return paths.revisits(state, play.disc, run(state, play))


def _bends(state: State, play: Move) -> Refusal | None:
    return paths.bends(state, play.disc, run(state, play))


def _over_ball(state: State, play: Move) -> Refusal | None:
    return paths.over_the_ball(state, play.path)


def _blocked(state: State, play: Move) -> Refusal | None:
    return paths.blocked(state, play.disc, run(state, play))


def _offside(state: State, play: Move) -> Refusal | None:
    return paths.offside_pick_up(state, play.disc, play.path)


def _tackler(state: State, play: Move) -> Refusal | None:
    return paths.tackler_pick_up(state, play.disc, play.path)


def _price(state: State, play: Move) -> Refusal | None:
    return paths.too_dear(state, run(state, play))


MOVE_CHECKS = (
    _phase, _side, _free, _played, _steps, _revisits, _bends, _over_ball, _blocked, _offside,
    _tackler, _price,
)  # fmt: skip


def _move(state: State, play: Move) -> Rulings:
    """T22: the disc goes, its squares are paid. T32, T30: on the ball it takes it and is open
    again; the line of a tackle is forgotten once somebody has the ball (A6).
    """
    path = run(state, play)
    there = slide(state, play.disc, path[-1])
    dice = state.dice.pay(len(path)) if state.dice else None
    there = replace(there, dice=dice, moved=state.moved | {play.disc}, carried=frozenset())
    left = there.points_left
    if paths.takes_ball(state, path):
        took = reopen(replace(there, ball=play.disc, tackle_line=None), play.disc)
        ruling = rule(
            "T32", took, "pick_up", disc=play.disc, square=path[-1].name, cost=len(path), left=left
        )
        carried = path[path.index(state.loose) :] if state.loose in path else ()
        return with_windows((by_hand(ruling, "ball_on", disc=play.disc),), carried, "r")
    ruling = rule("T22", there, "move", disc=play.disc, square=path[-1].name, cost=len(path),
                  left=left)  # fmt: skip
    if play.disc != state.carrier:
        return (ruling,)
    return with_windows((ruling,), (state.squares[play.disc], *path), "r")


MOVE = judgement(Move, MOVE_CHECKS, _move)
