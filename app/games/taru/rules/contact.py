"""What strips and tackles share: an opponent carries, the die is whole, the count is exact."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from app.games.taru.dice import Dice, Use
from app.games.taru.plays import Strip, Tackle
from app.games.taru.rules import paths
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.refusal import Check, Refusal, refuse
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.geometry import king_distance
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

Contact = Strip | Tackle
_KindCheck = Callable[[State, Contact, "Kind"], Refusal | None]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The section of a contact, its die and how it is named."""

    section: Section
    die: Literal["red", "green"]

    def counts(self, state: State) -> range:
        """The lengths that are an exact count: the die's face while it is whole (A1); under the
        other reading any remainder that other moves may have left of it; none without the die.
        """
        dice = state.dice
        if dice is None:
            return range(0)
        if self.die == "red":
            used, face, rest = dice.red_use, dice.red, dice.free_green + dice.extra
        else:
            used, face, rest = dice.green_use, dice.green, dice.free_red + dice.extra
        drawn = max(0, dice.spent - rest)
        if used is not None or (drawn and state.options.exact_die == "face"):
            return range(0)
        least = face if state.options.exact_die == "face" else max(1, face - dice.spent)
        return range(least, face - drawn + 1)

    def commit(self, dice: Dice, length: int) -> Dice:
        """The die is committed whole; what other moves had drawn from it is paid with it (A1)."""
        if self.die == "red":
            return replace(dice, red_use="s", spent=dice.spent - (dice.red - length))
        return replace(dice, green_use="t", spent=dice.spent - (dice.green - length))

    def other_use(self, dice: Dice) -> Use | None:
        """What the other die was committed to."""
        return dice.green_use if self.die == "red" else dice.red_use


STRIP = Kind(section="T66", die="red")
TACKLE = Kind(section="T78", die="green")


def opposing_carrier(state: State, side: Side) -> DiscId | None:
    carrier = state.carrier
    return carrier if carrier is not None and side_of(carrier) is not side else None


def _gate(state: State, play: Contact, kind: Kind) -> Refusal | None:
    return gate(state, of(play.disc), (Phase.OPEN,), kind.section)


def _side(state: State, play: Contact, _: Kind) -> Refusal | None:
    return wrong_side(state, of(play.disc))


def _free(state: State, play: Contact, _: Kind) -> Refusal | None:
    return absent(state, play.disc) or pinned(state, play.disc)


def _played(state: State, play: Contact, _: Kind) -> Refusal | None:
    return paths.played(state, play.disc)


def _opening(state: State, play: Contact, kind: Kind) -> Refusal | None:
    """T66, T78: on an opposing carrier, with the die whole and its face run exactly (A1, A2)."""
    carrier = opposing_carrier(state, of(play.disc))
    if carrier is None:
        return refuse(kind.section, "no_opposing_carrier")
    if not play.path or play.path[-1] != state.squares[carrier]:
        return refuse(kind.section, "not_on_carrier", disc=carrier)
    counts = kind.counts(state)
    if not counts:
        return refuse(kind.section, f"{kind.die}_touched")
    if len(play.path) not in counts:
        return refuse(kind.section, f"{kind.die}_count", length=len(play.path), die=counts[-1])
    return None


def _distance(state: State, play: Contact, kind: Kind) -> Refusal | None:
    """T66, T78 under A2's other reading: the disc stands at the distance of the count."""
    origin = state.squares.get(play.disc)
    if state.options.exact_path == "path" or origin is None or not play.path:
        return None
    distance = king_distance(origin, play.path[-1])
    if distance == len(play.path):
        return None
    return refuse(kind.section, "detour", length=len(play.path), distance=distance)


def _once(state: State, _: Contact, kind: Kind) -> Refusal | None:
    """T66, T78 under A68's other reading: a strip or a tackle a turn, not both."""
    if state.options.specials_per_turn == 2 or state.dice is None:
        return None
    return refuse(kind.section, "one_special") if kind.other_use(state.dice) in ("s", "t") else None


def _stacked(state: State, _: Contact, kind: Kind) -> Refusal | None:
    """T66, T78 under A69's other reading: a carrier that lies on another disc is out of reach."""
    ball = state.ball_square
    if state.options.max_stack == "none" or ball is None or ball not in state.stacks:
        return None
    return refuse(kind.section, "stack_full", square=ball.name)


def _steps(state: State, play: Contact, _: Kind) -> Refusal | None:
    return paths.no_steps(state, play.disc, play.path)


def _revisits(state: State, play: Contact, _: Kind) -> Refusal | None:
    return paths.revisits(state, play.disc, play.path)


def _bends(state: State, play: Contact, _: Kind) -> Refusal | None:
    return paths.bends(state, play.disc, play.path)


def _over_ball(state: State, play: Contact, _: Kind) -> Refusal | None:
    return paths.over_the_ball(state, play.path)


def _blocked(state: State, play: Contact, _: Kind) -> Refusal | None:
    return paths.blocked(state, play.disc, play.path[:-1])


_CHECKS = (
    _gate, _side, _free, _played, _opening, _distance, _once, _stacked,
    _steps, _revisits, _bends, _over_ball, _blocked,
)  # fmt: skip


def contact_checks(kind: Kind) -> tuple[Check[Contact], ...]:
    """The checks of a contact, in citing order, for one die."""

    def bound(check: "_KindCheck") -> Check[Contact]:
        return lambda state, play: check(state, play, kind)

    return tuple(bound(check) for check in _CHECKS)
