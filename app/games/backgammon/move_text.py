"""A turn in words of the game: `24/18*/13 8/5(2) bar/22 6/off`, written and read."""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from app.games.backgammon.plays import Hop
from app.games.backgammon.position import BAR, OFF, Position
from app.games.backgammon.stepping import hits, moved
from app.rulebook.words import Problem

Hops = tuple[Hop, ...]
_NAMES = {BAR: "bar", OFF: "off"}
_POINTS = {name: point for point, name in _NAMES.items()} | {str(p): p for p in range(26)}
_ONE = re.compile(r"([^/()*]+)((?:/[^/()*]+\*?)+)(?:\(([2-4])\))?")
_STEP = re.compile(r"/([^/()*]+)(\*?)")
NONE = "–"
"""A turn in which nothing moved."""


def write_hops(begun: Position, hops: Sequence[Hop]) -> str:
    """Higher source first; the hops of one checker in a chain that names a point between only
    where it hits; `*` at each hit; equal ones counted.
    """
    struck = _struck(begun, hops)
    chains = _chains(tuple(sorted(hops, key=lambda hop: -hop.source)))
    words = [_word(chain, struck) for chain in chains]
    return " ".join(_counted(words)) or NONE


def plain(hops: Sequence[Hop]) -> str:
    """The same without hits, where the position is not known."""
    chains = _chains(tuple(sorted(hops, key=lambda hop: -hop.source)))
    return " ".join(_counted([_word(chain, set()) for chain in chains])) or NONE


def read_turn(text: str, begun: Position) -> Position:
    """The end of a turn as written, in whatever order, the points between named where they hit.
    Raises Problem when it cannot be read or no checker stands where one should.
    """
    for hop in read_hops(text):
        if begun[hop.source] < 1 or (hop.target > OFF and begun[hop.target] < -1):
            raise Problem("backgammon.move.none_there", word=text)
        begun = moved(begun, hop)
    return begun


def _struck(begun: Position, hops: Sequence[Hop]) -> set[int]:
    found: set[int] = set()
    for hop in hops:
        if hits(begun, hop):
            found.add(hop.target)
        begun = moved(begun, hop)
    return found


def _chains(hops: Hops) -> list[list[Hop]]:
    """Hops of one checker together: each goes on from the first chain that ends at its source."""
    chains: list[list[Hop]] = []
    for hop in hops:
        chain = next((c for c in chains if c[-1].target == hop.source), None)
        if chain is None:
            chains.append([hop])
        else:
            chain.append(hop)
    return chains


def _word(chain: Sequence[Hop], struck: set[int]) -> str:
    """The first to come to a point where a blot stood hits it; others do not."""
    text = _name(chain[0].source)
    for number, hop in enumerate(chain, 1):
        hit = hop.target in struck
        struck.discard(hop.target)
        if hit or number == len(chain):
            text += f"/{_name(hop.target)}{'*' if hit else ''}"
    return text


def _counted(words: Sequence[str]) -> list[str]:
    lengths = ((word, len(list(group))) for word, group in groupby(words))
    return [word if count == 1 else f"{word}({count})" for word, count in lengths]


def _name(point: int) -> str:
    return _NAMES.get(point, str(point))


def read_hops(text: str) -> Hops:
    """The hops as written, a chain without its points between as one long hop; `25` and `0` are
    read for `bar` and `off`. Raises Problem on anything else.
    """
    hops: list[Hop] = []
    for word in [] if text.strip() in (NONE, "-", "") else text.lower().split():
        found = _ONE.fullmatch(word)
        if found is None:
            raise Problem("backgammon.move.unreadable", word=word)
        points = [_point(found[1], word)]
        points += [_point(step[1], word) for step in _STEP.finditer(found[2])]
        if any(a <= b for a, b in pairwise(points)):
            raise Problem("backgammon.move.backwards", word=word)
        chain = [Hop(a, b) for a, b in pairwise(points)]
        hops += chain * int(found[3] or 1)
    return tuple(hops)


def _point(name: str, word: str) -> int:
    if name not in _POINTS:
        raise Problem("backgammon.move.unreadable", word=word)
    return _POINTS[name]
