"""Which of the checkers that look alike stands where: by place, bottom first.

Places are numbered in Home's view: 1–24 the points, 25 Home's bar, 0 Away's bar, 26 and 27 what
Home and Away have borne off.
"""

from app.games.backgammon.position import BAR, MEN, Position, against, borne_off
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

Towers = tuple[tuple[DiscId, ...], ...]
HOME_OFF, AWAY_OFF, PLACES = 26, 27, 28


def counts(home: Position) -> tuple[tuple[Side, int], ...]:
    """Whose checkers stand on each place, and how many."""
    on_points = [
        (Side.HOME if count > 0 or (count == 0 and place == BAR) else Side.AWAY, abs(count))
        for place, count in enumerate(home)
    ]
    return (*on_points, (Side.HOME, borne_off(home)), (Side.AWAY, MEN - against(home)))


def dealt(home: Position) -> Towers:
    """Numbers by place: each side's from its highest point down."""
    return followed(((),) * PLACES, home)


def followed(before: Towers, home: Position) -> Towers:
    """The same checkers after a change of position: those too many on a place, from the top, go
    where they are missing; none moves that need not.
    """
    wanted = counts(home)
    kept: list[list[DiscId]] = []
    spare: dict[Side, list[DiscId]] = {Side.HOME: [], Side.AWAY: []}
    for tower, (side, count) in zip(before, wanted, strict=True):
        own = [disc for disc in tower if side_of(disc) is side]
        kept.append(own[:count])
        for disc in tower:
            if disc not in own[:count]:
                spare[side_of(disc)].append(disc)
    used = {disc for tower in before for disc in tower}
    for side in Side:
        spare[side] += [d for n in range(1, MEN + 1) if (d := f"{side}{n}") not in used]
    for place in range(PLACES):
        side, count = wanted[place]
        while len(kept[place]) < count:
            kept[place].append(spare[side].pop(0))
    return tuple(tuple(tower) for tower in kept)
