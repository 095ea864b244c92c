"""Raspberry Pi Pico with MicroPython 1.22 or later: this folder's files, copied to the board.

Pins: planes GP2-GP5, dice GP6 and GP7, latch GP9, display GP10 and GP11, buzzer GP12, flash GP13,
carrier GP15, registers on SPI 0 (GP16 MISO, GP18 SCK, GP19 MOSI). All chips at 3.3 V.
"""

import os
import select
import sys
import time
from array import array

import machine
import micropython
from box import Box
from machine import PWM, SPI, Pin

micropython.alloc_emergency_exception_buf(100)
micropython.kbd_intr(-1)  # a byte 03 on the line must not stop the box
EDGES = 64
PLANE_PINS = [Pin(number, Pin.IN, Pin.PULL_DOWN) for number in (2, 3, 4, 5)]
DIE_PINS = [Pin(number, Pin.IN, Pin.PULL_UP) for number in (6, 7)]
times, levels, written = array("I", [0] * EDGES), bytearray(EDGES), 0


def read_fast():
    fast = 0
    for i in range(4):
        fast |= PLANE_PINS[i].value() << i
    for i in range(2):
        fast |= (1 - DIE_PINS[i].value()) << 4 + i
    return fast


def on_change(_pin):
    global written  # noqa: PLW0603 - an interrupt has nowhere else to write
    times[written % EDGES] = time.ticks_us()
    levels[written % EDGES] = read_fast()
    written += 1


class Board:
    """What the box asks of its board."""

    def __init__(self):
        self.last, self.now = time.ticks_us(), 0
        self.latch, self.spi = Pin(9, Pin.OUT, value=1), SPI(0, baudrate=125000)
        self.clk, self.dio = (Pin(number, Pin.OPEN_DRAIN, value=1) for number in (10, 11))
        self.buzz, self.light = Pin(12, Pin.OUT), Pin(13, Pin.OUT)
        self.wave = PWM(Pin(15), freq=38000, duty_u16=0)
        self.shining, self.answer = bytearray(2), bytearray(2)

    def us(self):
        tick = time.ticks_us()
        self.now += time.ticks_diff(tick, self.last)
        self.last = tick
        return self.now

    def at(self, tick):
        return self.us() + time.ticks_diff(tick, self.last)

    def cause(self):
        return 2 if machine.reset_cause() == machine.WDT_RESET else 1

    def random(self, count):
        return os.urandom(count)

    def fast(self):
        return read_fast()

    def contacts(self):
        self.latch(0)
        self.latch(1)
        self.spi.write_readinto(self.shining, self.answer)
        return ~(self.answer[1] << 8 | self.answer[0]) & 0xFFFF

    def lamps(self, lamps):
        self.shining[0], self.shining[1] = lamps >> 8, lamps & 0xFF

    def buzzer(self, on):
        self.buzz(on)

    def flash(self, on):
        self.light(on)

    def carrier(self, on):
        self.wave.duty_u16(32768 if on else 0)

    def clock_lines(self, clk, dio):
        if not clk:
            self.clk(0)
        self.dio(dio)
        if clk:
            self.clk(1)

    def send(self, data):
        sys.stdout.buffer.write(data)
        return True


def count_start():
    try:
        with open("starts") as file:  # noqa: PTH123 - there is no pathlib on the board
            starts = int(file.read()) + 1
    except (OSError, ValueError):
        starts = 1
    with open("starts", "w") as file:  # noqa: PTH123
        file.write(str(starts))
    return starts


def run():
    board = Board()
    for pin in PLANE_PINS + DIE_PINS:
        pin.irq(on_change, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)
    box = Box(board, int.from_bytes(machine.unique_id()[-4:], "big"), count_start())
    listener = select.poll()
    listener.register(sys.stdin, select.POLLIN)
    read = written
    while True:
        while read != written:
            box.edge(levels[read % EDGES], board.at(times[read % EDGES]))
            read += 1
        while listener.poll(0):
            box.hear(sys.stdin.buffer.read(1)[0], board.us())
        box.poll()


run()
