"""A session's senses made of an eye and a link: what any camera and any port need, real or not."""

from collections import deque
from collections.abc import Collection, Sequence
from math import dist
from typing import Protocol

import cv2
import numpy as np

from app.match.log import Cursor as LogCursor
from app.match.perception.flight import FlightSeen
from app.match.perception.press import Heard, Kick
from app.rulebook.facts import Edge
from app.rulebook.side import Side
from app.rulebook.words import Phrase, phrase
from calibration.surface import Surface
from firmware_bridge.delivery import Alert, BoxEvent, Cursor
from firmware_bridge.messages import BeamEvent, End
from firmware_bridge.posts import judge_all
from vision.eye import Eye
from vision.flights import Flight, FlightWatch
from vision.frames import Frame
from vision.free_run import RUN, free_run
from vision.observation import Observation, SeenHand

FIRST_LEAP_MM = 200.0
BACK_HOME_MM = 15.0
SHORT_RUN = 4
"""Samples, with the place it lay, of a ball that is over the edge at once."""
HAND_NEAR_MM = 30.0
REMEMBERED = 300
"""Frames whose hands are kept in mind."""
SAID_S = 20.0
"""An alert of the box is shown for so long."""
EDGES: dict[str, Edge] = {"S": "S", "N": "N", "W": "W", "E": "E"}
ENDS = {Side.HOME: End.HOME, Side.AWAY: End.AWAY}


class EyeSight:
    """An eye and the watch over flights of the ball."""

    def __init__(self, eye: Eye, surface: Surface) -> None:
        self.eye = eye
        self.last: Observation | None = None
        self._surface, self._watch = surface, FlightWatch(surface)
        self._flights: list[FlightSeen] = []
        self._hands: deque[tuple[float, tuple[SeenHand, ...]]] = deque(maxlen=REMEMBERED)

    def look(self, frame: Frame) -> Observation:
        seen = self.last = self.eye.look(frame)
        self._watch.eye_mm = self.eye.table.eye_mm
        self._hands.append((seen.at, seen.hands))
        if seen.paused:
            self._watch = FlightWatch(self._surface)  # what seemed to fly was the view
            return seen
        flight = self._watch.look(seen)
        if flight is not None and believable(flight) and not self._held(flight):
            self._flights.append(flight_seen(flight))
        return seen

    def _held(self, flight: Flight) -> bool:
        """Whether a hand was at the ball when it stopped: then it was carried, not flicked."""
        _, x, y = flight.path[-1]
        hands = min(self._hands, key=lambda seen: abs(seen[0] - flight.ended_at))[1]
        return any(
            cv2.pointPolygonTest(np.array(hand.outline_mm, np.float32), (x, y), measureDist=True)
            > -HAND_NEAR_MM
            for hand in hands
            if len(hand.outline_mm) > 2
        )

    def flights(self) -> Sequence[FlightSeen]:
        ended, self._flights = self._flights, []
        return ended


def believable(flight: Flight) -> bool:
    """Whether that was a ball: what slides only ever slows down, and starts from where it lay. A
    hand or a moving disc that was taken for the ball leaps about, and a ball in a hand comes back.
    """
    lay = (flight.release_at, *flight.from_mm)
    path = flight.path if flight.path[0][0] <= lay[0] else (lay, *flight.path)
    points = [(x, y) for _, x, y in path]
    least = SHORT_RUN if flight.exit_mm is not None else RUN
    first = free_run([at for at, _, _ in path], points, least)
    if flight.from_disc is None or first is None:
        return False
    if dist(flight.from_mm, points[first]) > FIRST_LEAP_MM:
        return False
    return flight.rest_mm is None or dist(flight.from_mm, flight.rest_mm) > BACK_HOME_MM


def flight_seen(flight: Flight) -> FlightSeen:
    """A flight in the words of the match."""
    contacts = tuple(_centre(flight, contact.disc) for contact in flight.contacts)
    return FlightSeen(
        release_at=flight.release_at,
        from_mm=flight.from_mm,
        first_touch_mm=contacts[0] if contacts else None,
        contacts_mm=contacts,
        maybe_first_mm=tuple(None if d is None else _centre(flight, d) for d in flight.open_first),
        exit_mm=flight.exit_mm,
        exit_edge=EDGES[flight.edge] if flight.edge is not None else None,
        rest_mm=flight.rest_mm,
        rest_at=flight.ended_at,
        sigma_mm=flight.rest_sigma_mm or 1.0,
    )


def _centre(flight: Flight, disc: int) -> tuple[float, float]:
    return (flight.discs[disc].x_mm, flight.discs[disc].y_mm)


class Line(Protocol):
    """A box that may come and go, in lock-step or read by a thread of its own."""

    @property
    def alive(self) -> bool: ...

    @property
    def trouble(self) -> Alert | None: ...

    def step(self) -> Sequence[BoxEvent | Alert]: ...

    def acknowledge(self, cursor: Cursor, /) -> None: ...

    def light(self, end: End | None, /) -> None: ...


class LinkedBox:
    """A box behind its line. What must be checked because of it (`alerts`) is said for a while."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._heard: list[Heard] = []
        self._said_at = 0.0
        self.alerts: list[Alert] = []

    @property
    def alive(self) -> bool:
        return self._line.alive

    def listen(self, now: float) -> None:
        """Exchange bytes; what is heard waits for `poll`."""
        for fact in self._line.step():
            if isinstance(fact, BoxEvent):
                self._heard.append(_heard(fact))
            else:
                self.alerts.append(fact)
                self._said_at = now

    def poll(self, now: float) -> Sequence[Heard]:
        self.listen(now)
        heard, self._heard = self._heard, []
        return heard

    def trouble(self, now: float) -> Phrase | None:
        """What is wrong with the box, or with what it told, in words; None while all is well."""
        wrong = self._line.trouble
        if wrong is None and self.alerts and now - self._said_at < SAID_S:
            wrong = self.alerts[-1]
        return None if wrong is None else phrase(f"box.{wrong.reason}", **wrong.details)

    def acknowledge(self, cursor: LogCursor) -> None:
        uid, epoch, number, lost = cursor
        self._line.acknowledge(Cursor(uid=uid, epoch=epoch, id=number, lost=lost))

    def light(self, side: Side | None) -> None:
        self._line.light(None if side is None else ENDS[side])


def _heard(fact: BoxEvent) -> Heard:
    safe, time = fact.cursor, fact.time
    return Heard(
        event=fact.event,
        heard_at=fact.heard_at,
        at=None if time is None else (time.at - time.bound, time.at + time.bound),
        cursor=(safe.uid, safe.epoch, safe.id, safe.lost),
        record=fact.record,
    )


def passing(beams: Sequence[BeamEvent], stuck: Collection[int]) -> Kick:
    """What beams tell of a kick, in the words of the match."""
    verdict = judge_all(beams, stuck)
    return Kick(
        good=verdict.passing.good,
        why=verdict.why,
        speed_m_s=verdict.speed_m_s,
        sigma_m_s=verdict.sigma_m_s,
        open=verdict.open,
    )
