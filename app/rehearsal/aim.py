"""Aiming: flicks whose story does not hang on a hair.

People at a real table argue about a ball that grazes a disc; a rehearsal that compares the referee
with the truth leaves such flicks out unless it is asked for them (fault `graze`).
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from app.rehearsal.table import PretendTable
from app.rulebook.acts import Flick
from vision.synthetic.legs import Flight

TRIES = 24
SPREAD_MM = 9.0
HAIR_RAD = math.radians(0.7)
HAIR_SHARE = 0.015
ANGLES = tuple(sign * math.radians(angle) for angle in range(10, 180, 10) for sign in (1, -1))
"""Where else to flick when discs stand in the way on all sides of the line."""
FARTHER_MM = (180.0, 260.0)
CHIP = 1.0
GRAZE_MM, APART_MM, SHORTEST_MM = 3.0, 6.0, 60.0
FREE_RUN_MM, FREE_GAP_MM = 90.0, 5.0
"""So far no disc is nearer to the ball's way: the finger that flicked it hides what happens."""


def steadied(flick: Flick, table: PretendTable, chance: Random) -> Flick:
    """The flick, or the one most like it, whose story stays the same when it is flicked a hair to
    the left or right, harder or softer; the flick itself when there is none.
    """
    for tried in range(TRIES):
        spread = SPREAD_MM * tried / 4
        x, y = flick.towards_mm
        towards = (x + chance.gauss(0, spread), y + chance.gauss(0, spread)) if tried else (x, y)
        candidate = replace(flick, towards_mm=towards)
        if is_clear(candidate, table):
            return candidate
    found = (one for one in _elsewhere(flick, table) if is_clear(one, table))
    return next(found, flick)


def _elsewhere(flick: Flick, table: PretendTable) -> Iterator[Flick]:
    """In other directions, as far or a little less; then farther; then chipped over what stands
    around, as somebody does who is hemmed in.
    """
    length = math.dist(table.spots[flick.by], flick.towards_mm) or 1.0
    far = tuple(max(1.0, run / length) for run in FARTHER_MM)
    for lift, shares in ((flick.lift, (1.0, 0.75)), (flick.lift, far), (CHIP, far)):
        for angle in (0.0, *ANGLES):
            for share in shares:
                yield replace(_turned(flick, table, angle, share), lift=lift)


def _turned(flick: Flick, table: PretendTable, angle: float, share: float) -> Flick:
    """The flick in another direction, and so much of its length."""
    start, (x, y) = table.spots[flick.by], flick.towards_mm
    dx, dy = x - start[0], y - start[1]
    cos, sin = math.cos(angle) * share, math.sin(angle) * share
    return replace(
        flick, towards_mm=(start[0] + dx * cos - dy * sin, start[1] + dx * sin + dy * cos)
    )


def is_clear(flick: Flick, table: PretendTable) -> bool:
    if flick.lift <= 0 and not _leaves_freely(flick, table):
        return False
    if not _rests_apart(flick, table):
        return False
    story = _story(flick, table.flight(flick), table)
    return all(_story(other, table.flight(other), table) == story for other in _hairs(flick, table))


def _leaves_freely(flick: Flick, table: PretendTable) -> bool:
    """Whether no disc stands so near that the finger hides whether the ball touches it, and none is
    grazed or missed by a hair on the way.
    """
    (x, y), towards = table.spots[flick.by], flick.towards_mm
    length = math.dist((x, y), towards) or 1.0
    way = ((towards[0] - x) / length, (towards[1] - y) / length)
    first = table.flight(flick).legs[0]
    run = first.distance(first.duration)
    for obstacle in table.obstacles():
        if obstacle.disc == flick.by:
            continue
        dx, dy = obstacle.centre[0] - x, obstacle.centre[1] - y
        along = min(max(dx * way[0] + dy * way[1], 0.0), run)
        gap = math.dist((dx, dy), (way[0] * along, way[1] * along))
        reach = obstacle.radius_mm + table.ground.ball_radius_mm
        if gap < reach + FREE_GAP_MM and along < FREE_RUN_MM:
            return False
        aside = abs(dx * way[1] - dy * way[0])
        if 0 < along < run + reach and abs(aside - reach) < GRAZE_MM:
            return False
    return True


def _rests_apart(flick: Flick, table: PretendTable) -> bool:
    """Whether a ball that touches nobody stops well away from where it left, and from any disc: it
    is no ball put down, and nobody asks whether it leans on one.
    """
    flown = table.flown(flick.by, table.flight(flick))
    spot = flown.rest_spot
    if flown.first_touch is not None or spot is None:
        return True
    rest = (spot.x_mm, spot.y_mm)
    apart = table.ground.ball_radius_mm + APART_MM
    beside = (o for o in table.obstacles() if math.dist(rest, o.centre) < o.radius_mm + apart)
    return math.dist(rest, table.spots[flick.by]) >= SHORTEST_MM and next(beside, None) is None


def _hairs(flick: Flick, table: PretendTable) -> Iterator[Flick]:
    yield _turned(flick, table, HAIR_RAD, 1.0)
    yield _turned(flick, table, -HAIR_RAD, 1.0)
    yield _turned(flick, table, 0.0, 1 + HAIR_SHARE)
    yield _turned(flick, table, 0.0, 1 - HAIR_SHARE)


def _story(flick: Flick, flight: Flight, table: PretendTable) -> object:
    """What a rule book makes of a flight: the first disc touched; else where it left or rests."""
    flown = table.flown(flick.by, flight)
    if flown.first_touch is not None:
        return flown.first_touch
    return (flown.exit.edge, flown.exit.square) if flown.exit is not None else flown.rest
