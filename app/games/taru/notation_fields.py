"""The fields of a position line (spec §8.1), each read on its own. A wrong one is named."""

import re
from collections.abc import Callable
from typing import Literal, TypeVar, get_args

from app.games.taru.dice import Dice, Use
from app.games.taru.state import (
    TEAM_SIZE,
    Award,
    BallPlace,
    Clock,
    Conversion,
    Flick,
    KickoffDuty,
    Layer,
    Lineout,
    Phase,
    Window,
)
from app.rulebook.geometry import Square, square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side
from app.rulebook.words import Problem

_DISC = r"[HA](?:1[0-5]|[1-9])"
_SQUARE = r"[a-z][1-9][0-9]?"
_ITEM = re.compile(rf"([0-9]{{1,2}})(?:(\*)|(?:-([0-9]{{1,2}}))?({_SQUARE}))")
_STACK = re.compile(rf"({_SQUARE})=({_DISC})((?:/[st]{_DISC})+)")
_BALL = re.compile(rf"(?:({_DISC})|({_SQUARE}))(?:\^([1-9][0-9]?))?")
_DICE = re.compile(r"([1-6])([stkd]?)\.([1-6])([stkd]?)(\+3)?(?:-([0-9]{1,2}))?")
_SCORE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_CLOCK = re.compile(r"([0-9]{1,5})(?:,([0-9]{1,5}))?(!?)/([0-9]{1,4})")
_KICKOFF = re.compile(r"([HA-])/(restart|[HA][1-6]\.[1-6](?:,[HA][1-6]\.[1-6])?)")
_AWARD = re.compile(rf"([HA])/({_DISC}(?:,{_DISC})*)(?:/(T[1-9][0-9]*))?")
_WINDOW = re.compile(
    rf"([HA])/({_SQUARE})-({_SQUARE})([rp]?)/({_DISC}),({_DISC})/([0-9]{{1,2}})(!?)"
)
_FLAG = re.compile(rf"kicked|plus3|passes|outside22|(mark|exempt|tackler)=({_DISC})")

LONGEST_SHOWN = 40
T = TypeVar("T")
Placed = tuple[dict[DiscId, Square], frozenset[DiscId]]


def _bad(key: str, value: str) -> Problem:
    return Problem("taru.tpn.field", field=f"{key}:{shortened(value)}")


def shortened(text: str) -> str:
    """Short enough for a sentence."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _match(pattern: re.Pattern[str], key: str, value: str) -> re.Match[str]:
    found = pattern.fullmatch(value)
    if found is None:
        raise _bad(key, value)
    return found


def optional(read: Callable[[str], T], value: str | None, absent: T) -> T:
    return absent if value is None else read(value)


def read_team(side: Side, value: str) -> Placed:
    """Discs on the board and discs in hand; unlisted ones are out of the game."""
    if value == "-":
        return {}, frozenset()
    if value == "hand":
        return {}, frozenset(f"{side}{n}" for n in range(1, TEAM_SIZE + 1))
    placed: dict[DiscId, Square] = {}
    in_hand: list[DiscId] = []
    for item in value.split(","):
        for number, place in read_item(side, item):
            disc = f"{side}{number}"
            if not 1 <= number <= TEAM_SIZE:
                raise _bad(side, item)
            if disc in placed or disc in in_hand:
                raise Problem("taru.position.twice", disc=disc)
            if place is None:
                in_hand.append(disc)
            else:
                placed[disc] = place
    return placed, frozenset(in_hand)


def read_item(side: Side, item: str) -> list[tuple[int, Square | None]]:
    """Shirt numbers, whatever they are, each with its square; None in hand."""
    first, hand, last, name = _match(_ITEM, side, item).groups()
    if hand:
        return [(int(first), None)]
    start, end = square(name), int(last or first)
    if end < int(first):
        raise _bad(side, item)
    return [
        (number, start.towards(1, 0, number - int(first))) for number in range(int(first), end + 1)
    ]


def read_stacks(value: str) -> dict[Square, tuple[Layer, ...]]:
    stacks: dict[Square, tuple[Layer, ...]] = {}
    for entry in value.split(","):
        place, bottom, above = _match(_STACK, "S", entry).groups()
        if square(place) in stacks:
            raise _bad("S", entry)
        layers = [Layer(disc=layer[1:], by="s" if layer[0] == "s" else "t")
                  for layer in above[1:].split("/")]  # fmt: skip
        stacks[square(place)] = (Layer(disc=bottom), *layers)
    return stacks


def read_ball(key: str, value: str) -> tuple[BallPlace, int | None]:
    """Where the ball is, and the rank of the tackle it is loose from."""
    if value == "-":
        return None, None
    disc, name, line = _match(_BALL, key, value).groups()
    if disc and line:
        raise _bad(key, value)
    return disc or square(name), int(line) if line else None


def read_turn(value: str) -> tuple[Side, Phase]:
    side, _, phase = value.partition("/")
    if side not in tuple(Side) or phase not in tuple(Phase):
        raise _bad("T", value)
    return Side(side), Phase(phase)


def read_dice(value: str) -> Dice | None:
    if value == "-":
        return None
    red, red_use, green, green_use, plus, spent = _match(_DICE, "D", value).groups()
    return Dice(
        red=int(red),
        green=int(green),
        red_use=_use(red_use),
        green_use=_use(green_use),
        extra=3 if plus else 0,
        spent=int(spent or 0),
    )


def _use(letter: str) -> Use | None:
    return next((use for use in get_args(Use) if use == letter), None)


def read_score(value: str) -> tuple[int, int]:
    home, away = _match(_SCORE, "P", value).groups()
    return int(home), int(away)


def read_discs(key: str, value: str) -> frozenset[DiscId]:
    discs = value.split(",")
    if not all(re.fullmatch(_DISC, disc) for disc in discs) or len(set(discs)) < len(discs):
        raise _bad(key, value)
    return frozenset(discs)


def read_clock(value: str) -> Clock:
    """`1174/35`; with a time per player Home's and Away's, `590,584/35`."""
    match_s, away_s, expired, turn_s = _match(_CLOCK, "C", value).groups()
    return Clock(
        match_s=int(match_s),
        away_s=int(away_s) if away_s else None,
        turn_s=int(turn_s),
        expired=bool(expired),
    )


def read_flags(value: str) -> dict[str, DiscId | None]:
    """Flags by name; those that name a disc map to it."""
    flags: dict[str, DiscId | None] = {}
    for flag in value.split(","):
        named, disc = _match(_FLAG, "F", flag).groups()
        name = named or flag
        if name in flags:
            raise _bad("F", value)
        flags[name] = disc
    return flags


def read_lineout(value: str) -> Lineout:
    place, side = _match(re.compile(rf"({_SQUARE})/([HA])"), "L", value).groups()
    return Lineout(spot=square(place), side=Side(side))


def read_kickoff(value: str) -> KickoffDuty:
    side, rest = _match(_KICKOFF, "K", value).groups()
    kicker = None if side == "-" else Side(side)
    if rest == "restart":
        if kicker is None:
            raise _bad("K", value)
        return KickoffDuty(side=kicker, restart=True)
    rolls = {Side(roll[0]): (int(roll[1]), int(roll[3])) for roll in rest.split(",")}
    if (len(rolls) == 2) != (kicker is not None) or len(rolls) != rest.count(",") + 1:
        raise _bad("K", value)
    return KickoffDuty(side=kicker, opening=rolls)


def read_side(value: str) -> Side:
    return Side(_match(re.compile(r"[HA]"), "N", value)[0])


def read_conversion(value: str) -> Conversion:
    side, letter = _match(re.compile(r"([HA])/([a-z])"), "V", value).groups()
    return Conversion(side=Side(side), file=ord(letter) - ord("a") + 1)


def read_ready(value: str) -> frozenset[Side]:
    _match(re.compile(r"H|A|H,A|A,H"), "R", value)
    return frozenset(Side(side) for side in value.split(","))


def read_award(value: str) -> Award:
    side, discs, section = _match(_AWARD, "W", value).groups()
    return Award(side=Side(side), discs=read_discs("W", discs), section=section)


def read_windows(value: str) -> tuple[Window, ...]:
    return tuple(_read_window(entry) for entry in value.split(";"))


def _read_window(entry: str) -> Window:
    side, start, end, how, one, two, beat, waits = _match(_WINDOW, "I", entry).groups()
    crossed: Literal["r", "p"] | None = None
    if how:
        crossed = "r" if how == "r" else "p"
    return Window(
        side=Side(side),
        step=(square(start), square(end)),
        flankers=(one, two),
        beat=int(beat),
        try_waits=bool(waits),
        crossed=crossed,
    )


def read_flick(value: str) -> Flick:
    found: Flick | None = next((flick for flick in get_args(Flick) if flick == value), None)
    if found is None:
        raise _bad("X", value)
    return found


def read_form(value: str) -> bool:
    """True for a timed match."""
    return _match(re.compile(r"classic15|timed20"), "G", value)[0] == "timed20"


def read_options_field(value: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for entry in value.split(","):
        name, equals, chosen = entry.partition("=")
        if not equals or name in options:
            raise _bad("O", entry)
        options[name] = chosen
    return options
