"""Faces, turn lights, clock, buzzer; see lamps.c, countdown.c, display.c, sounds.c."""

PIPS = (0, 0x08, 0x41, 0x49, 0x63, 0x6B, 0x77)
SOUNDS = (0, 3, 0x33, 0x333, 0x3333, 0x155, 0xFF, 0xF83F, 0xFFFF, 1, 0xFF3, 0x33FF, 3, 3, 3, 3)
SHAPES = (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)
COLON, SLOT_MS = 0x80, 50


def steps(digits):
    """The levels (CLK, DIO) that show four digits on a TM1637, one a millisecond."""
    for part in (b"\x40", b"\xc0" + digits, b"\x8b"):
        yield 1, 0
        for byte in part:
            for bit in range(9):
                level = 1 if bit == 8 else byte >> bit & 1
                yield 0, level
                yield 1, level
        yield 0, 0
        yield 1, 0
        yield 1, 1


class Outputs:
    """What people see and hear; `hal` has the lines."""

    def __init__(self, hal):
        self.hal = hal
        self.faces, self.turns, self.all = [0, 0], 0, False
        self.left_ms, self.counted, self.running, self.lit = 0, 0, False, False
        self.shown, self.wanted, self.sending = None, bytes(4), None
        self.slots, self.slot_ms, self.muted = 0, 0, False
        self.show()

    def show(self):
        red = PIPS[self.faces[0]] | (self.turns & 1) << 7
        green = PIPS[self.faces[1]] | (self.turns >> 1 & 1) << 7
        self.hal.lamps(0xFFFF if self.all else red | green << 8)

    def face(self, die, face):
        self.faces[die] = face
        self.show()

    def turn(self, mask, value):
        self.turns = self.turns & ~mask | value & mask
        self.show()

    def test(self, parts):
        """All lamps (1), all segments (2), a beep (4); `parts` 0 ends it."""
        self.all = bool(parts & 1)
        self.show()
        if parts & 2:
            self.wanted = b"\xff\xff\xff\xff"
        elif not parts:
            self.show_time()
        if parts & 4:
            self.play(1)

    def set_clock(self, left_ms, running, now):
        self.left_ms, self.running, self.counted = left_ms, bool(running), now
        self.lit = bool(running or left_ms)
        self.show_time()

    def show_time(self):
        seconds = min((self.left_ms + 999) // 1000, 5999)
        minutes, rest = seconds // 60, seconds % 60
        tens = SHAPES[minutes // 10] if minutes >= 10 else 0
        digits = (tens, SHAPES[minutes % 10] | COLON, SHAPES[rest // 10], SHAPES[rest % 10])
        self.wanted = bytes(digits) if self.lit else bytes(4)

    def ran_out(self, now):
        """The moment at which the clock ran out, or None."""
        if not self.running:
            return None
        passed = (now - self.counted) // 1000
        over = passed >= self.left_ms
        at = self.counted + self.left_ms * 1000 if over else None
        self.left_ms = 0 if over else self.left_ms - passed
        self.counted += passed * 1000
        self.running = not over
        self.show_time()
        return at

    def play(self, pattern):
        self.slots, self.slot_ms = 0 if self.muted else SOUNDS[pattern], 0

    def millisecond(self):
        if self.slot_ms:
            self.slot_ms -= 1
        else:
            self.hal.buzzer(self.slots & 1)
            if self.slots:
                self.slots >>= 1
                self.slot_ms = SLOT_MS - 1
        if self.sending is None and self.wanted != self.shown:
            self.shown = self.wanted
            self.sending = steps(self.shown)
        if self.sending is not None:
            try:
                self.hal.clock_lines(*next(self.sending))
            except StopIteration:
                self.sending = None
