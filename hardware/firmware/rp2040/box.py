"""The box as a program for MicroPython: sessions, events until safe, orders once.

The same protocol as the C firmware, event for event; see hardware/firmware/src/link.c, outgoing.c,
orders.c. Memory is not kept through a reset: a Pico is not reset when its port is opened.
"""

from dice import NO_NONCE, Die
from inputs import Button, Contacts, Goal, Limit
from line import Ear, frame, number, octets
from outputs import Outputs

NAME, VERSION, PROTOCOL = "taru-rp2", "1.0", 1
BEAT_US, HELLO_US, GONE_US, NAK_US = 1000000, 5000000, 3000000, 50000
FIRST_RETRY_US, LAST_RETRY_US, WINDOW = 150000, 1000000, 4
FLASH_US, TEST_US = 50000, 2000000
ARGUMENT, NO_SESSION, VERB, TOO_LATE, WRONG_VERSION, TYPE = 4, 5, 6, 7, 8, 3
DICE = "RG"


class Box:
    """`hal` is the board; `size` places for events, the last `reserve` for what decides a match."""

    def __init__(self, hal, uid, boot, size=64, reserve=8):
        self.hal, self.uid, self.boot, self.size, self.reserve = hal, uid, boot, size, reserve
        self.epoch = int.from_bytes(hal.random(4), "big")
        self.queue, self.oldest, self.lost = [], 1, 0
        self.ear, self.session, self.heard = Ear(), None, 0
        self.answered = self.outcome = None
        self.nak_at = -NAK_US
        self.hello_due, self.hello_at, self.beat_at = True, 0, 0
        self.sent, self.sent_at, self.retry_us = 0, 0, FIRST_RETRY_US
        self.dice = [Die(which, boot, hal.random) for which in range(2)]
        self.limit, self.out = Limit(), Outputs(hal)
        fast = hal.fast()
        self.goal = Goal(fast & 15, self.put, self.limit)
        self.buttons = [Button(fast >> 4 + i & 1) for i in range(2)]
        self.contacts = Contacts(hal.contacts(), self.put, self.limit)
        self.flash_at = self.test_at = None
        self.tick = hal.us()
        self.arm(1)

    # ------------------------------------------------------------------ events

    def put(self, kind, at, args, minor):
        if len(self.queue) >= self.size - (self.reserve if minor else 0):
            self.lost = min(self.lost + 1, 0xFFFF)
            return False
        self.queue.append((at, kind, args))
        return True

    def press(self, which, at):
        if not self.limit.allows(8 + which):
            return
        die = self.dice[which]
        face, nonce = die.face(), octets(die.nonce or NO_NONCE)
        args = "%s,%X,%X,%s,%s" % (DICE[which], face, die.roll, octets(die.secret), nonce)
        kept = self.put("D", at, args, False)
        self.out.face(which, face if kept else 0)
        if kept:
            die.next()

    # ------------------------------------------------------------------ saying

    def say(self, body):
        return self.hal.send(frame(body))

    def hello(self):
        session = "-" if self.session is None else "%02X" % self.session
        who = "%08X,%08X,%08X,%X,%s" % (self.uid, self.epoch, self.boot, self.hal.cause(), session)
        kept = "%X,%X,%X" % (self.oldest, len(self.queue), self.lost)
        return self.say("H,%X,%s,%s,%s,%s,DPKSLTF" % (PROTOCOL, NAME, VERSION, who, kept))

    def beat(self, now):
        buttons = self.buttons[0].down | self.buttons[1].down << 1
        active = self.goal.broken() | buttons << 8 | self.contacts.steady << 10
        counts = "%X,%X,%X" % (len(self.queue), self.lost, self.ear.errors)
        return self.say("B,%X,%03X,%s,%X" % (now, active, counts, int(self.session is not None)))

    def send_events(self, now):
        if self.sent and now - self.sent_at > self.retry_us:
            self.sent, self.retry_us = 0, min(self.retry_us * 2, LAST_RETRY_US)
        while self.sent < min(len(self.queue), WINDOW):
            at, kind, args = self.queue[self.sent]
            place = "%04X,%X,%X" % (self.epoch & 0xFFFF, self.oldest + self.sent, at)
            if not self.say("E,%s,%s%s" % (place, kind, "," + args if args else "")):
                return
            if not self.sent:
                self.sent_at = now
            self.sent += 1

    def nak(self, code):
        now = self.hal.us()
        if now - self.nak_at >= NAK_US:
            self.nak_at = now
            self.say("X,%X,%X" % (code, self.ear.errors))

    # ------------------------------------------------------------------ hearing

    def hear(self, byte, at):
        fields = self.ear.hear(byte)
        if self.ear.error:
            code, self.ear.error = self.ear.error, 0
            self.nak(code)
        if fields is None:
            return
        obey = {"h": self.on_hello, "a": self.on_ack, "t": self.on_sample, "c": self.on_command}
        if fields[0] not in obey:
            self.nak(TYPE)
            return
        self.heard = self.hal.us()
        try:
            obey[fields[0]](fields, at)
        except (ValueError, IndexError):
            self.nak(ARGUMENT)

    def on_hello(self, fields, _at):
        highest, session = number(fields[1]), number(fields[2], 0xFF)
        if highest < PROTOCOL:
            self.nak(WRONG_VERSION)
            return
        if session != self.session:
            self.answered = None
        self.session, self.hello_due = session, True
        self.sent, self.retry_us = 0, FIRST_RETRY_US
        for die in self.dice:
            die.told = False

    def on_ack(self, fields, _at):
        epoch, last = number(fields[1], 0xFFFF), number(fields[2])
        count = last + 1 - self.oldest
        if epoch != self.epoch & 0xFFFF:
            return
        if not count and self.sent > 1:
            self.sent = 0
        elif 0 < count <= len(self.queue):
            del self.queue[:count]
            self.oldest += count
            self.sent = max(self.sent - count, 0)
            self.retry_us, self.sent_at = FIRST_RETRY_US, self.hal.us()

    def on_sample(self, fields, at):
        self.say("T,%X,%X,%X" % (number(fields[1]), at, self.hal.us()))

    def on_command(self, fields, _at):
        name, verb = fields[1], fields[2]
        if len(name) != 4:
            raise ValueError(name)
        which = number(name)
        if which >> 8 != self.session:
            self.say("R,%s,ER,%X" % (name, NO_SESSION))
            return
        if self.answered != which & 0xFF:
            try:
                self.outcome = self.obey(verb, fields[3:])
            except (ValueError, IndexError):
                self.outcome = "ER,%X" % ARGUMENT
            self.answered = which & 0xFF
        self.say("R,%s,%s" % (name, self.outcome))

    # ------------------------------------------------------------------ orders

    def obey(self, verb, args):
        if verb == "GET":
            return "OK,%X" % self.get(number(args[0], 0xFF))
        orders = {
            "LED": lambda: self.out.turn(number(args[0], 0xFF), number(args[1], 0xFF)),
            "FAC": lambda: self.out.face(DICE.index(args[0]), number(args[1], 6)),
            "BUZ": lambda: self.out.play(number(args[0], 15)),
            "CLK": lambda: self.out.set_clock(number(args[0]), number(args[1], 1), self.hal.us()),
            "NON": lambda: self.nonce(args),
            "FLA": self.flash,
            "CFG": lambda: self.configure(number(args[0], 0xFF), number(args[1])),
            "ARM": lambda: self.arm(number(args[0], 1)),
            "TST": lambda: self.test(number(args[0], 7)),
        }
        if verb not in orders:
            return "ER,%X" % VERB
        error = orders[verb]()
        return "ER,%X" % error if error else "OK"

    def nonce(self, args):
        if args[0] not in ("R", "G") or len(args[2]) != 8:
            return ARGUMENT
        share = number(args[2]).to_bytes(4, "big")
        fits = self.dice[DICE.index(args[0])].give(number(args[1]), share)
        return 0 if fits else TOO_LATE

    def flash(self):
        self.flash_at = self.hal.us()
        self.hal.flash(1)
        self.put("F", self.flash_at, "", True)

    def arm(self, armed):
        self.goal.armed = bool(armed)
        self.hal.carrier(armed)

    def test(self, parts):
        self.test_at = self.hal.us()
        self.out.test(parts)

    def get(self, which):
        values = {0: 0, 1: 0, 2: self.goal.dropped, 16: self.goal.fitted, 17: self.out.muted}
        if which not in values:
            raise ValueError(which)
        return values[which]

    def configure(self, which, value):
        if which == 16 and value <= 15:
            self.goal.fitted = value
        elif which == 17 and value <= 1:
            self.out.muted = bool(value)
        else:
            return ARGUMENT
        return 0

    # ------------------------------------------------------------------ time

    def edge(self, fast, at):
        self.goal.edge(fast & 15, at)
        for i, button in enumerate(self.buttons):
            button.edge(fast >> 4 + i & 1, at)

    def poll(self):
        now = self.hal.us()
        self.limit.poll(now)
        if now - self.tick >= 1000:
            self.tick = now
            self.contacts.millisecond(self.hal.contacts(), now)
            self.out.millisecond()
        self.goal.follow_plug(self.contacts.steady, now)
        self.goal.poll(now)
        for i, button in enumerate(self.buttons):
            if button.poll(now, 8 + i, self.put):
                self.press(i, button.since)
        self.end_what_is_over(now)
        self.converse(now)

    def end_what_is_over(self, now):
        over = self.out.ran_out(now)
        if over is not None:
            self.put("L", over, "", False)
        if self.flash_at is not None and now - self.flash_at >= FLASH_US:
            self.flash_at = None
            self.hal.flash(0)
        if self.test_at is not None and now - self.test_at >= TEST_US:
            self.test_at = None
            self.out.test(0)

    def converse(self, now):
        if self.session is not None and now - self.heard > GONE_US:
            self.session = None
            self.arm(1)
        lonely = self.session is None and now - self.hello_at > HELLO_US
        if (self.hello_due or lonely) and self.hello():
            self.hello_due, self.hello_at = False, now
        if self.session is not None and not self.hello_due:
            self.send_events(now)
            for die in self.dice:
                if not die.told:
                    text = "M,%s,%X,%s" % (DICE[die.which], die.roll, octets(die.commitment()))
                    die.told = self.say(text)
        if now - self.beat_at >= BEAT_US and self.beat(now):
            self.beat_at = now
