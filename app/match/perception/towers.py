"""Which discs lie on each square: what is seen from above, and what must lie under it."""

from collections import Counter
from collections.abc import Mapping

from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import Seen
from app.rulebook.side import Side

Tower = tuple[Side, ...]
Tops = Mapping[Square, tuple[Side, int]]
"""What is seen from above: the side of the top disc and its level, 0 on the felt."""


def sides_of(seen: Seen) -> Counter[Side]:
    """How many discs of each side are on a table."""
    return Counter(side for _, tower in seen.towers for side in tower)


def towers_of(tops: Tops, known: Mapping[Square, Tower]) -> dict[Square, Tower]:
    """Towers by square, bottom first. A covered disc cannot be seen: it is inferred from the
    level of the disc on it, from what was `known` to lie there, and from no disc getting lost.
    """
    lacking = Counter(side for tower in known.values() for side in tower)
    towers: dict[Square, Tower] = {}
    for square, (side, level) in sorted(tops.items()):
        towers[square] = _by_level(side, level, known.get(square, ()))
        lacking.subtract(towers[square])
    _find_covered(towers, known, lacking)
    _free_the_seen(towers, known, lacking)
    return towers


def _by_level(side: Side, level: int, before: Tower) -> Tower:
    under = before[:level]
    return (*under, *(side.other for _ in range(level - len(under))), side)


def _find_covered(
    towers: dict[Square, Tower], known: Mapping[Square, Tower], lacking: Counter[Side]
) -> None:
    """A disc that is nowhere to be seen lies under the one that stands where it was: first where
    the same side is still on top, then where another one has come; and last beside a disc that has
    appeared, for it may have been drawn from under there.
    """
    fresh = [square for square in towers if square not in known]
    order = sorted(towers, key=lambda sq: -min((king_distance(sq, f) for f in fresh), default=0))
    for unchanged in (True, False):
        for square in order:
            tower = towers[square]
            before = known.get(square, ())
            if (before[-1:] == tower[-1:]) is unchanged:
                _cover(towers, square, before if unchanged else (*before, tower[-1]), lacking)


def _cover(
    towers: dict[Square, Tower], square: Square, whole: Tower, lacking: Counter[Side]
) -> None:
    """Let a tower be `whole` if the discs it then holds more are lacking elsewhere."""
    more = Counter(whole)
    more.subtract(towers[square])
    if len(whole) > len(towers[square]) and all(
        lacking[side] >= n for side, n in more.items() if n > 0
    ):
        towers[square] = whole
        lacking.subtract(more)


def _free_the_seen(
    towers: dict[Square, Tower], known: Mapping[Square, Tower], lacking: Counter[Side]
) -> None:
    """One disc too many: the eye took for high what lies on the felt where nothing lay before."""
    for square, tower in towers.items():
        under = Counter(tower[:-1])
        surplus = under and all(-lacking[side] >= n for side, n in under.items())
        if surplus and not known.get(square):
            towers[square] = tower[-1:]
            lacking.update(under)
