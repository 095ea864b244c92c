"""What strips and tackles share: an opponent carries, the die is whole, the count is exact."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.games.taru.plays import Strip, Tackle
from app.games.taru.rules import paths
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.refusal import Check, Refusal, refuse
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

Contact = Strip | Tackle
_KindCheck = Callable[[State, Contact, "Kind"], Refusal | None]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The section of a contact, its die and how it is named."""

    section: Section
    die: Literal["red", "green"]

    def face(self, state: State) -> int | None:
        """The face to run exactly; None when the die is not whole."""
        if state.dice is None:
            return None
        if self.die == "red":
            return state.dice.red if state.strip_open else None
        return state.dice.green if state.tackle_open else None


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
    face = kind.face(state)
    if face is None:
        return refuse(kind.section, f"{kind.die}_touched")
    if len(play.path) != face:
        return refuse(kind.section, f"{kind.die}_count", length=len(play.path), die=face)
    return None


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
    _gate, _side, _free, _played, _opening, _steps, _revisits, _bends, _over_ball, _blocked,
)  # fmt: skip


def contact_checks(kind: Kind) -> tuple[Check[Contact], ...]:
    """The checks of a contact, in citing order, for one die."""

    def bound(check: "_KindCheck") -> Check[Contact]:
        return lambda state, play: check(state, play, kind)

    return tuple(bound(check) for check in _CHECKS)
