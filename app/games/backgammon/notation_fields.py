"""The fields of the notation of backgammon, each written and read."""

import re
from typing import Literal, cast

from app.games.backgammon.position import BAR, OFF, Dice, Position, possible
from app.games.backgammon.state import Cube, Offer, Phase, Turn
from app.rulebook.side import Side
from app.rulebook.words import Problem

HIGHEST_CUBE = 6
_SHOWN = 24


def shortened(text: str) -> str:
    """What is quoted back of a field that cannot be read."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def wrong(key: str, text: str) -> Problem:
    return Problem("backgammon.notation.field", field=f"{key}:{shortened(text)}")


def points(position: Position) -> str:
    """26 letters: `-` empty, A–O this player's, a–o the opponent's."""
    return "".join(_letter(count) for count in position)


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr((ord("A") if count > 0 else ord("a")) + abs(count) - 1)


def read_points(key: str, text: str) -> Position:
    if not re.fullmatch(r"[a-oA-O-]{26}", text):
        raise wrong(key, text)
    counts = tuple(_count(letter) for letter in text)
    if counts[OFF] > 0 or counts[BAR] < 0:
        raise wrong(key, text)
    if not possible(counts):
        raise Problem("backgammon.notation.checkers")
    return counts


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    return ord(letter) - ord("A") + 1 if letter.isupper() else -(ord(letter) - ord("a") + 1)


def read_turn(text: str) -> tuple[Side, Phase]:
    side, slash, phase = text.partition("/")
    if side not in set(Side) or not slash or phase not in set(Phase):
        raise wrong("T", text)
    return Side(side), Phase(phase)


def read_number(key: str, text: str, most: int) -> int:
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII) or int(text) > most:
        raise wrong(key, text)
    return int(text)


def read_cube(text: str) -> Cube:
    found = re.fullmatch(r"([0-6])([HA]?)", text)
    if found is None or (found[1] == "0" and found[2]):
        raise wrong("C", text)
    return Cube(exponent=int(found[1]), owner=Side(found[2]) if found[2] else None)


def written_offer(offer: Offer) -> str:
    return f"{offer.to}{offer.exponent}{offer.owner}{'b' if offer.beaver else ''}"


def read_offer(text: str) -> Offer:
    found = re.fullmatch(r"([HA])([1-6])([HA])(b?)", text)
    if found is None:
        raise wrong("V", text)
    to, exponent, owner, beaver = found.groups()
    return Offer(to=Side(to), exponent=int(exponent), owner=Side(owner), beaver=bool(beaver))


def read_score(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6})-(\d{1,6})", text, re.ASCII)
    if found is None:
        raise wrong("S", text)
    return int(found[1]), int(found[2])


def read_dice(key: str, text: str) -> Dice:
    if not re.fullmatch(r"[1-6]{2}", text):
        raise wrong(key, text)
    return int(text[0]), int(text[1])


def read_left(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-6]{1,4}", text):
        raise wrong("L", text)
    return tuple(map(int, text))


def written_opening(opening: tuple[int | None, int | None]) -> str:
    return "" if opening == (None, None) else "".join(str(die or "-") for die in opening)


def read_opening(text: str) -> tuple[int | None, int | None]:
    if not re.fullmatch(r"[1-6]-|-[1-6]", text):
        raise wrong("F", text)
    home, away = (None if die == "-" else int(die) for die in text)
    return home, away


def read_crawford(text: str) -> Literal["no", "now", "past"]:
    if text not in ("no", "now", "past"):
        raise wrong("K", text)
    return cast("Literal['no', 'now', 'past']", text)


def written_turn(turn: Turn) -> str:
    dice = "".join(map(str, turn.dice))
    return f"{turn.side}/{points(turn.begun)}/{dice}{'!' if turn.illegal else ''}"


def read_last(text: str) -> Turn:
    found = re.fullmatch(r"([HA])/(.{26})/([1-6]{2})(!?)", text)
    if found is None:
        raise wrong("Y", text)
    side, begun, dice, illegal = found.groups()
    return Turn(
        side=Side(side),
        begun=read_points("Y", begun),
        dice=read_dice("Y", dice),
        illegal=bool(illegal),
    )
