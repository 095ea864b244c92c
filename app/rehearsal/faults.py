"""What may go wrong at a pretend table, by name: the box's own troubles, and the people's."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Protocol

from app.rehearsal.chance import gauss
from app.rehearsal.world import World
from app.rulebook.words import Problem
from firmware_bridge.simulator import FAULTS as BOX_FAULTS

TABLE_FAULTS = ("linger", "nudge", "light_change", "graze", "bump_camera")
"""A hand stays long over the table; a sleeve moves a neighbour within its square; the light of the
room rises or falls by up to a third; people flick as it comes, past discs by a hair; somebody runs
into the camera's stand.
"""
LINGER_S = (0.5, 3.0)
NUDGE_SIGMA_MM = 1.5
LIGHT = (0.75, 1.3)
HOW_OFTEN = 0.15


@dataclass(frozen=True, kw_only=True)
class Faults:
    """The faults of a run, split by who makes them."""

    box: frozenset[str]
    table: frozenset[str]

    @classmethod
    def named(cls, names: Collection[str]) -> "Faults":
        """Raises Problem on a name that nobody implements."""
        known = {*BOX_FAULTS, *TABLE_FAULTS}
        unknown = sorted(set(names) - known)
        if unknown:
            given, offered = ", ".join(unknown), ", ".join(sorted(known))
            raise Problem("rehearsal.unknown_fault", given=given, known=offered)
        return cls(
            box=frozenset(names) & frozenset(BOX_FAULTS),
            table=frozenset(names) & frozenset(TABLE_FAULTS),
        )


class Knockable(Protocol):
    """A camera that may be run into."""

    def knock(self, seed: int, /) -> None: ...


class TableFaults:
    """Before an act, now and then, something goes wrong at the table, or with the `camera`."""

    def __init__(
        self, world: World, faults: Faults, chance: Random, camera: Knockable | None = None
    ) -> None:
        self._world, self._faults, self._chance = world, faults, chance
        self._camera = camera
        makers = (self._linger, self._nudge, self._change_light, self._graze, self._bump)
        self._makers = dict(zip(TABLE_FAULTS, makers, strict=True))

    def before_act(self) -> None:
        self._world.linger_s, self._world.steady = 0.0, True
        for name in sorted(self._faults.table):
            if self._chance.random() < HOW_OFTEN:
                self._makers[name]()

    def _linger(self) -> None:
        self._world.linger_s = self._chance.uniform(*LINGER_S)

    def _change_light(self) -> None:
        self._world.light = self._chance.uniform(*LIGHT)

    def _bump(self) -> None:
        if self._camera is not None:
            self._camera.knock(self._chance.randrange(1 << 30))

    def _graze(self) -> None:
        self._world.steady = False

    def _nudge(self) -> None:
        """A lone disc without the ball moves a little, never over a line."""
        table = self._world.table
        lone = [
            (square, tower[0])
            for square, tower in sorted(table.towers.items())
            if len(tower) == 1 and tower[0] != table.ball
        ]
        if not lone:
            return
        square, disc = lone[self._chance.randrange(len(lone))]
        centre, here = table.board.centre_of(square), table.spots[disc]
        most = (table.board.square_mm - table.board.disc_mm) / 2 - 0.5
        moved = [
            min(max(at - mid + gauss(self._chance, NUDGE_SIGMA_MM, 4), -most), most) + mid
            for at, mid in zip(here, centre, strict=True)
        ]
        table.spots[disc] = (moved[0], moved[1])
