"""What became of a flicked ball, as a record writes it: `>A5`, `@d12`, `/td m17`, `OUT a13`."""

import re
from dataclasses import dataclass
from typing import Literal

from app.games.taru.rules.flights import outcome
from app.games.taru.state import State
from app.games.taru.tgn.ways import long, short
from app.rulebook.facts import Edge, Exit, Flown
from app.rulebook.geometry import Square, square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

Manner = Literal["pass", "kick", "kickoff"]
_SQUARE = r"[a-z][1-9][0-9]?"
_DISC = r"[HA]?(?:1[0-5]|[1-9])"
_FATE = re.compile(
    rf"F?(?:(?P<air>\^?)>(?P<touched>{_DISC})(?:@(?P<near>{_SQUARE}))?|@(?P<rest>{_SQUARE})"
    rf"|(?:OUT|/(?P<how>td?|x)) (?P<out>{_SQUARE})(?:/(?P<edge>[NSWE]))?)"
    rf"(?:=?>(?P<receiver>{_DISC})(?:@(?P<brought>{_SQUARE}))?)?"
)


@dataclass(frozen=True, kw_only=True)
class Fate:
    """A flight read from a record, and the disc chosen to receive the ball, where one was."""

    flown: Flown
    receiver: DiscId | None = None
    brought: Square | None = None


def write_fate(state: State, flown: Flown, manner: Manner) -> str:
    """The first thing that decides, in the letters of a pass, a kick or a kick-off."""
    side = side_of(flown.by)
    result = outcome(state, flown, side)
    if result is None:
        return ""
    forward = (
        "F" if manner == "pass" and _ahead(state, flown, result.touched or result.rest) else ""
    )
    if result.touched is not None:
        air = "^" if flown.bounced is False and state.options.mark_airborne else ""
        near = f"@{result.rest}" if manner == "kickoff" and result.rest is not None else ""
        return f"{forward}{air}>{short(result.touched, side)}{near}"
    if result.out is not None:
        return _exit(state, flown, result.out, manner)
    return f"{forward}@{result.rest}"


def _ahead(state: State, flown: Flown, there: DiscId | Square | None) -> bool:
    """Whether a pass went forward: onto a mate ahead, or to rest ahead (T41)."""
    if isinstance(there, str):
        if side_of(there) is not side_of(flown.by):
            return False
        there = state.squares[there]
    start = state.squares[flown.by]
    return there is not None and (there.rank - start.rank) * side_of(flown.by).forward > 0


def _exit(state: State, flown: Flown, out: Square, manner: Manner) -> str:
    board = state.pitch.board
    edge = flown.exit.edge if flown.exit else _nearest(out, board.files, board.ranks, None)
    corner = out.file in (1, board.files) and out.rank in (1, board.ranks)
    place = f"{out}/{edge}" if corner else f"{out}"
    if manner != "kick":
        return f"OUT {place}"
    over_side = edge in ("W", "E") and not _in_goal(state, out)
    how = ("td" if flown.bounced is False else "t") if over_side else "x"
    return f"/{how} {place}"


def _in_goal(state: State, place: Square) -> bool:
    return any(place in state.pitch.scoring[side] for side in Side)


def read_fate(state: State, by: DiscId, text: str) -> Fate:
    """Raises ValueError on what is no fate of a ball."""
    found = _FATE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    side = side_of(by)
    touched = long(found["touched"], side) if found["touched"] else None
    near = found["near"] or found["rest"]
    flown = Flown(
        by=by,
        first_touch=touched,
        contacts=(touched,) if touched else (),
        exit=_read_exit(state, found["out"], found["edge"], found["how"]),
        rest=(square(near),) if near else (),
        bounced=_bounced(found["how"], air=bool(found["air"])),
    )
    receiver = long(found["receiver"], side.other) if found["receiver"] else None
    brought = square(found["brought"]) if found["brought"] else None
    return Fate(flown=flown, receiver=receiver, brought=brought)


def _bounced(how: str | None, *, air: bool) -> bool | None:
    if how is None:
        return False if air else None
    return how != "td"


def _read_exit(state: State, out: str | None, edge: str | None, how: str | None) -> Exit | None:
    """The edge follows from the square but in a corner."""
    if out is None:
        return None
    place, board = square(out), state.pitch.board
    return Exit(square=place, edge=_letter(edge) or _nearest(place, board.files, board.ranks, how))


def _letter(edge: str | None) -> Edge | None:
    match edge:
        case "N" | "S" | "W" | "E":
            return edge
        case _:
            return None


def _nearest(place: Square, files: int, ranks: int, how: str | None) -> Edge:
    if place.file in (1, files) and not (how == "x" and place.rank in (1, ranks)):
        return "W" if place.file == 1 else "E"
    return "S" if place.rank <= ranks // 2 else "N"
