"""From the time of the box to the time of the host, with a bound that holds for any adapter.

An exchange (`Sync` and its reply) gives two inequalities on the unknown host time h of a stamp m:

    h(received) >= written      a frame cannot arrive before it was written
    h(sent)     <= read         an answer cannot be read before it was sent

A USB adapter can only make them looser (a latency timer of 16 ms, a host that stalls), never
wrong; nothing is assumed about symmetric delays. With the newest answer as origin and x seconds of
the box's own time from it, h = a + b x + d(x): b is the rate now, and the departure |d| is at most
W x²/2 when the rate changes by no more than W a second. So each exchange bounds a + b x from both
sides, and what is possible is a polygon in (a, b). Its corners bound the host time of any stamp.
"""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise

SAMPLES = 90
MAX_RATE_ERROR = 6e-3  # the ceramic resonator of a clone strays by up to 5000 ppm
WANDER = 4e-6  # per second: a resonator warmed by 600 ppm within three minutes
GOOD_S = 0.005  # a bound a camera frame can be found with

Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """`written`, `read`: host seconds; `received_us`, `sent_us`: stamps of the box (see module)."""

    written: float
    received_us: int
    sent_us: int
    read: float


@dataclass(frozen=True, kw_only=True, slots=True)
class HostTime:
    """A stamp in host seconds, certainly within `bound` (s) of `at`."""

    at: float
    bound: float

    @property
    def good(self) -> bool:
        """Whether a camera frame may be looked for with it."""
        return self.bound <= GOOD_S


class BoxClock:
    """One run of the box; `forget` when it has restarted."""

    def __init__(self) -> None:
        self._exchanges: deque[Exchange] = deque(maxlen=SAMPLES)
        self._origin_us, self._origin = 0, 0.0
        self._corners: list[tuple[float, float, float]] = []  # b, least a, greatest a
        self.contradictions = 0

    def forget(self) -> None:
        self._exchanges.clear()
        self._corners = []

    def observe(self, exchange: Exchange) -> None:
        """Take an exchange in; one whose order is impossible is ignored. When no line fits all of
        them (the rate changed faster than believed), the older half is forgotten.
        """
        if exchange.sent_us < exchange.received_us or exchange.read < exchange.written:
            return
        if self._exchanges and exchange.sent_us < self._exchanges[-1].sent_us:
            return
        self._exchanges.append(exchange)
        self._origin_us, self._origin = exchange.sent_us, exchange.read
        self._corners = self._fit()
        while not self._corners and len(self._exchanges) > 1:
            self.contradictions += 1
            for _ in range((len(self._exchanges) + 1) // 2):
                self._exchanges.popleft()
            self._corners = self._fit()

    def to_host(self, at_us: int | None) -> HostTime | None:
        """Host time of a stamp; None without a stamp, or before the first exchange."""
        if at_us is None or not self._corners:
            return None
        x = (at_us - self._origin_us) * 1e-6
        earliest = min(least + b * x for b, least, _ in self._corners) - departure(x)
        latest = max(most + b * x for b, _, most in self._corners) + departure(x)
        middle = (earliest + latest) / 2
        return HostTime(at=self._origin + middle, bound=(latest - earliest) / 2)

    @property
    def newest(self) -> HostTime | None:
        """How well the time of the newest exchange is known, None before the first."""
        return self.to_host(self._origin_us)

    @property
    def rate_ppm(self) -> float | None:
        """How fast the box's clock runs against the host's, None before the first exchange."""
        if not self._corners:
            return None
        rates = [b for b, _, _ in self._corners]
        return (2 / (min(rates) + max(rates)) - 1) * 1e6

    def _fit(self) -> list[tuple[float, float, float]]:
        """The polygon of possible (a, b) as its corners: at each b the least and greatest a."""
        lower, upper = self._bounds()
        slowest, fastest = _rates(lower, upper)
        if slowest > fastest:
            return []
        turns = [slope for hull in (lower, upper) for slope in _slopes(hull)]
        rates = [slowest, *(b for b in turns if slowest < b < fastest), fastest]
        corners = [
            (b, max(y - b * x for x, y in lower), min(y - b * x for x, y in upper)) for b in rates
        ]
        # At the ends of the range both sides meet: rounding may let them pass by each other.
        return [(b, min(least, most), max(least, most)) for b, least, most in corners]

    def _bounds(self) -> tuple[list[Point], list[Point]]:
        """Points that a + b x must lie above, and below; only those that can matter."""
        above: list[Point] = []
        below: list[Point] = []
        for exchange in self._exchanges:
            x = (exchange.received_us - self._origin_us) * 1e-6
            above.append((x, exchange.written - self._origin - departure(x)))
            x = (exchange.sent_us - self._origin_us) * 1e-6
            below.append((x, exchange.read - self._origin + departure(x)))
        return _hull(above, 1.0), _hull(below, -1.0)


def departure(x: float) -> float:
    """How far a clock can have strayed from a straight line x seconds away."""
    return min(WANDER * x * x / 2, 2 * MAX_RATE_ERROR * abs(x))


def _hull(points: list[Point], side: float) -> list[Point]:
    """The upper (side 1) or lower (-1) hull of points in order of x."""
    hull: list[Point] = []
    for point in points:
        while len(hull) >= 2 and side * _turn(hull[-2], hull[-1], point) >= 0:
            hull.pop()
        hull.append(point)
    return hull


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _slopes(hull: list[Point]) -> list[float]:
    return [(d[1] - c[1]) / (d[0] - c[0]) for c, d in pairwise(hull) if d[0] > c[0]]


def _rates(lower: list[Point], upper: list[Point]) -> tuple[float, float]:
    """The range of rates for which some line lies above all of `lower` and below all of `upper`;
    empty (first > second) when there is none.
    """
    slowest, fastest = 1 - MAX_RATE_ERROR, 1 + MAX_RATE_ERROR
    for x, least in lower:
        for y, most in upper:
            if y > x:
                fastest = min(fastest, (most - least) / (y - x))
            elif y < x:
                slowest = max(slowest, (least - most) / (x - y))
            elif least > most:
                return 1.0, 0.0
    return slowest, fastest
