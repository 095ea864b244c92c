"""From levels and edges to events; see beams.c, buttons.c, contacts.c, limit.c."""

from taru_hex import hex_args

PLANES = 0x0F
GLITCH_US, MERGE_US, STUCK_US = 150, 300, 500000
BOUNCE_US, HELD_US, STEADY_MS = 20000, 5000000, 20
BURST, REFILL_US = 10, 100000
CLEAR, BROKEN, PASSED, STUCK = range(4)
GOAL_HOME, GOAL_AWAY = 5, 6
SILENT = 0b11100000
CONTACTS, INPUTS = 12, 22


class Limit:
    """How often each input may speak: ten times at once, then ten times a second."""

    def __init__(self):
        self.turns = [BURST] * INPUTS
        self.refilled = 0

    def poll(self, now):
        if now - self.refilled >= REFILL_US:
            self.refilled = now
            self.turns = [min(turns + 1, BURST) for turns in self.turns]

    def allows(self, number):
        if not self.turns[number]:
            return False
        self.turns[number] -= 1
        return True


class Goal:
    """The goal in use. `first` is the number of its first beam, None without a goal."""

    def __init__(self, level, put, limit):
        self.level, self.put, self.limit = level, put, limit
        self.state, self.since, self.until = [CLEAR] * 4, [0] * 4, [0] * 4
        self.fitted, self.armed, self.first = PLANES, True, None
        self.seen = 0
        self.dropped = 0

    def watched(self):
        return self.fitted if self.armed and self.first is not None else 0

    def broken(self):
        return (self.level & self.watched()) << self.first if self.first is not None else 0

    def _stuck(self, first, plane, stuck, at):
        self.put("S", at, hex_args(first + plane, stuck), True)

    def edge(self, level, at):
        changed = (level ^ self.level) & self.watched()
        self.level = level & PLANES
        for i in range(4):
            if changed >> i & 1:
                if level >> i & 1:
                    self._begin(i, at)
                else:
                    self._end(i, at)

    def _begin(self, i, at):
        if self.state[i] == PASSED:
            self.state[i] = BROKEN
        elif self.state[i] == CLEAR:
            self.state[i], self.since[i] = BROKEN, at

    def _end(self, i, at):
        if self.state[i] == BROKEN:
            self.state[i], self.until[i] = PASSED, at
        elif self.state[i] == STUCK:
            self.state[i] = CLEAR
            self._stuck(self.first, i, 0, at)

    def follow_plug(self, closed, now):
        was, was_first = self.seen, self.first
        home, away = closed >> GOAL_HOME & 1, closed >> GOAL_AWAY & 1
        self.first = None if home == away else 0 if home else 4
        moved, watched = self.first != was_first, self.watched()
        self.seen = watched
        for i in range(4):
            old, new = was >> i & 1, watched >> i & 1
            if old and (moved or not new):
                if self.state[i] == STUCK:
                    self._stuck(was_first, i, 0, now)
                self.state[i] = CLEAR
            if new and (moved or not old) and self.level >> i & 1:
                self._begin(i, now)

    def poll(self, now):
        for i in range(4):
            if self.state[i] == PASSED and now - self.until[i] > MERGE_US:
                self.state[i] = CLEAR
                self._report(i)
            elif self.state[i] == BROKEN and now - self.since[i] > STUCK_US:
                self.state[i] = STUCK
                self._stuck(self.first, i, 1, self.since[i])

    def _report(self, i):
        lasted = self.until[i] - self.since[i]
        if lasted < GLITCH_US or not self.limit.allows(self.first + i):
            self.dropped += 1
        else:
            self.put("P", self.since[i], hex_args(self.first + i, lasted), False)


class Button:
    """A die's button. What is held at the start is not a press."""

    def __init__(self, held):
        self.raw = self.down = held
        self.stuck = False
        self.since = 0

    def edge(self, raw, at):
        if raw != self.raw:
            self.raw, self.since = raw, at

    def poll(self, now, number, put):
        """True when it was pressed just now."""
        pressed = False
        if self.raw != self.down and now - self.since > BOUNCE_US:
            self.down = self.raw
            pressed = bool(self.down)
            if not self.down and self.stuck:
                self.stuck = False
                put("S", self.since, hex_args(number, 0), True)
        if self.down and not self.stuck and now - self.since > HELD_US:
            self.stuck = True
            put("S", self.since, hex_args(number, 1), True)
        return pressed


class Contacts:
    """Keys, pedal, sockets, pockets: looked at every millisecond."""

    def __init__(self, closed, put, limit):
        self.steady, self.put, self.limit = closed, put, limit
        self.changed_ms, self.closed_ms = [0] * CONTACTS, [0] * CONTACTS
        self.stuck = 0

    def millisecond(self, closed, now):
        for i in range(CONTACTS):
            if not (closed ^ self.steady) >> i & 1:
                self.changed_ms[i] = 0
            else:
                self.changed_ms[i] += 1
                if self.changed_ms[i] >= STEADY_MS:
                    self.changed_ms[i] = 0
                    self._change(i, now - STEADY_MS * 1000)
            self._hold(i, now)

    def _change(self, i, at):
        bit = 1 << i
        self.steady ^= bit
        self.closed_ms[i] = 0
        if self.stuck & bit:
            self.stuck &= ~bit
            self.put("S", at, hex_args(10 + i, 0), True)
        if not SILENT & bit and self.limit.allows(10 + i):
            self.put("K", at, hex_args(i, self.steady >> i & 1), False)

    def _hold(self, i, now):
        bit = 1 << i
        if self.steady & bit and not (self.stuck | SILENT) & bit:
            self.closed_ms[i] += 1
            if self.closed_ms[i] > HELD_US // 1000:
                self.stuck |= bit
                self.put("S", now - HELD_US, hex_args(10 + i, 1), True)
