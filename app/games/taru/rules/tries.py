"""§8 tries, conversions and the restart after them: T131, T134–T136."""

from dataclasses import replace

from app.games.taru.rules.refusal import Rulings, by_hand, named, rule
from app.games.taru.rules.turns import finish, quiet, scored, won
from app.games.taru.state import Conversion, KickoffDuty, Phase, State
from app.rulebook.api import Arrange, Ruling, Section
from app.rulebook.geometry import Square
from app.rulebook.layout import side_of
from app.rulebook.side import Side
from app.rulebook.words import phrase

TRY, CONVERSION_GOAL = 5, 2


def with_try(rulings: Rulings, section: Section = "T131") -> Rulings:
    """T131: a try when the last ruling leaves a carrier in the in-goal it attacks (A43). T132 by a
    kick-pass, T133 by force.
    """
    state = rulings[-1].state
    carrier = state.carrier
    if carrier is None:
        return rulings
    side, place = side_of(carrier), state.squares[carrier]
    if place not in state.pitch.scoring[side]:
        return rulings
    after = scored(state, side, TRY)
    file = place.name[0]
    if won(after) and not after.options.convert_at_15:
        over = rule(section, after, "try", side=named(side), file=file)
        return (*rulings, over, *finish(after))
    due = replace(
        quiet(after),
        phase=Phase.CONVERSION,
        turn=side,
        ball=None,
        tackle_line=None,
        conversion=Conversion(side=side, file=place.file),
    )
    ruling = rule(section, due, "try", side=named(side), file=file)
    if state.options.conversion_spot == "own_half":
        return (*rulings, by_hand(ruling, "tee_conversion", file=file))
    spot = Square(place.file, _foremost_rank(state, side))
    return (*rulings, by_hand(ruling, "tee_conversion_at", square=spot.name))


def _foremost_rank(state: State, side: Side) -> int:
    """T135, A44: the rank of the own half that is nearest to halfway."""
    beyond = [square.rank for square in state.pitch.beyond_halfway[side]]
    return min(beyond) - 1 if side is Side.HOME else max(beyond) + 1


def awarded_try(rulings: Rulings) -> Rulings:
    """T131, A43: by house rule a ball awarded to a disc in the in-goal it attacks scores at once;
    not while an interception of what came before may still be called.
    """
    last = rulings[-1] if rulings else None
    if last is None or last.refused or not last.state.options.try_by_award:
        return rulings
    return with_try(rulings) if last.state.phase in _IN_PLAY else rulings


_IN_PLAY = (Phase.AWAIT_ROLL, Phase.OPEN, Phase.DOUBLE_SIX)


def converted(state: State, *, good: bool) -> Rulings:
    """T134, T135: the conversion kicked; T136: then both sides set up again."""
    side = state.conversion.side if state.conversion else state.turn
    after = scored(state, side, CONVERSION_GOAL) if good else state
    kicked = rule("T134", after, "converted" if good else "not_converted", side=named(side))
    if won(after):
        return (kicked, *finish(after))
    return (kicked, _restart(after, side.other))


def _restart(state: State, conceding: Side) -> Ruling[State]:
    """T136: everybody below the own 22 again; the side that conceded kicks off. T72: stacks end."""
    again = replace(
        quiet(state),
        phase=Phase.SETUP,
        turn=conceding,
        squares={},
        stacks={},
        in_hand=state.in_hand | frozenset(state.squares),
        ball=None,
        tackle_line=None,
        kickoff=KickoffDuty(side=conceding, restart=True),
    )
    ruling = rule("T136", again, "restart", side=named(conceding))
    return replace(ruling, arrange=Arrange(why=phrase("taru.arrange.set_up")))
