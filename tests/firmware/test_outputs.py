"""What people see and hear of the box: faces, turn lights, clock, beeps, flash."""

import pytest

from firmware_bridge.emulator.board import Change
from tests.firmware.host import Host

PIPS = {1: "d", 2: "ag", 3: "adg", 4: "abfg", 5: "abdfg", 6: "abcefg"}
SHAPES = {0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
          0x7F: "8", 0x6F: "9", 0: " "}  # fmt: skip


@pytest.fixture
def wires(pins: Host, monkeypatch: pytest.MonkeyPatch) -> list[Change]:
    """All that the outputs do from now on."""
    seen: list[Change] = []
    changes = pins.box.board.changes

    def spy() -> list[Change]:
        new = list(changes())
        seen.extend(new)
        return new

    monkeypatch.setattr(pins.box.board, "changes", spy)
    return seen


def pips(lamps: int) -> str:
    return "".join(letter for i, letter in enumerate("abcdefg") if lamps >> i & 1)


def test_faces_show_what_was_rolled(pins: Host) -> None:
    shown = set()
    for _ in range(12):
        faces = pins.box.press_dice(pins.now)
        pins.run(0.3)
        pins.acknowledge()
        lamps = pins.box.board.lamps
        assert (pips(lamps), pips(lamps >> 8)) == (PIPS[faces[0]], PIPS[faces[1]])
        shown |= set(faces)
    assert len(shown) >= 4


def test_a_roll_that_finds_no_place_leaves_its_face_dark(pins: Host) -> None:
    pins.run(3.5)
    for _ in range(9):
        pins.box.press_dice(pins.now)
        pins.run(0.4)
    assert pins.box.board.lamps == 0
    assert pins.box.refused == 2


def test_faces_can_be_shown_again(pins: Host) -> None:
    assert pins.order("FAC,R,5") == "OK"
    assert pins.order("FAC,G,2") == "OK"
    lamps = pins.box.board.lamps
    assert (pips(lamps), pips(lamps >> 8)) == (PIPS[5], PIPS[2])
    assert pins.order("FAC,R,0") == "OK"
    assert pips(pins.box.board.lamps) == ""
    assert pins.order("FAC,R,7") == "ER,4"


def test_turn_lights_shine_beside_the_faces(pins: Host) -> None:
    pins.order("FAC,R,6")
    pins.order("FAC,G,6")
    for value in (1, 2, 3, 0):
        assert pins.order(f"LED,3,{value}") == "OK"
        assert pins.box.lights == value
        assert pips(pins.box.board.lamps) == PIPS[6]
    pins.order("LED,3,3")
    pins.order("LED,1,0")
    assert pins.box.lights == 2


class Display:
    """A TM1637 that listens to its two lines."""

    def __init__(self) -> None:
        self.clk = self.dio = 1
        self.bits: list[int] = []
        self.message = bytearray()
        self.digits = b""

    def hear(self, change: Change) -> None:
        if change.line == "clk" and change.value != self.clk:
            self.clk = change.value
            if self.clk:
                self._bit()
        elif change.line == "dio" and change.value != self.dio:
            self.dio = change.value
            if self.clk:
                self._mark(stop=bool(self.dio))

    def _bit(self) -> None:
        self.bits.append(self.dio)
        if len(self.bits) == 9:
            self.message.append(sum(bit << i for i, bit in enumerate(self.bits[:8])))
            self.bits = []

    def _mark(self, *, stop: bool) -> None:
        if stop and self.message[:1] == b"\xc0":
            self.digits = bytes(self.message[1:5])
        self.bits, self.message = [], bytearray()


def shown_on(wires: list[Change]) -> str:
    display = Display()
    for change in wires:
        display.hear(change)
    return "".join(SHAPES.get(d & 0x7F, "?") + (":" if d & 0x80 else "") for d in display.digits)


def test_the_clock_counts_down_and_says_when_it_is_over(pins: Host, wires: list[Change]) -> None:
    assert pins.order("CLK,1EDE8,0", 0.3) == "OK"
    assert shown_on(wires) == " 2:07"
    assert pins.order("CLK,BB8,1", 0.3) == "OK"
    assert shown_on(wires) == " 0:03"
    pins.say("t,1", 1.0)
    assert shown_on(wires) == " 0:02"
    pins.say("t,2", 1.5)
    assert shown_on(wires) == " 0:01"
    assert not pins.events("L")
    pins.say("t,3", 0.6)
    assert shown_on(wires) == " 0:00"
    assert len(pins.events("L")) == 1
    assert pins.order("CLK,0,0", 0.3) == "OK"
    assert shown_on(wires) == "    "


def test_a_stopped_clock_does_not_run_out(pins: Host) -> None:
    pins.order("CLK,3E8,1")
    pins.order("CLK,2EE,0")
    pins.say("t,1", 1.5)
    assert not pins.events("L")


@pytest.mark.parametrize("pattern", [1, 2, 3, 4, 5])
def test_beeps_are_counted(pins: Host, pattern: int) -> None:
    assert pins.order(f"BUZ,{pattern}", 1.5) == "OK"
    assert pins.box.sounds == [pattern]


def test_silence_can_be_asked_for(pins: Host) -> None:
    assert pins.order("CFG,11,1") == "OK"
    assert pins.order("BUZ,3", 1.0) == "OK"
    assert pins.box.sounds == []


def test_the_flash_is_an_event_at_its_very_moment(pins: Host, wires: list[Change]) -> None:
    assert pins.order("FLA", 0.3) == "OK"
    (reply,) = (body for body in pins.say("t,1", 0.1) if body.startswith("T,"))
    on, off = (change.at_us for change in wires if change.line == "flash")
    assert off - on == pytest.approx(50_000, abs=2_000)
    (event,) = pins.events("F")
    ago = int(reply.split(",")[2], 16) - int(event[3], 16)
    assert ago == pytest.approx(pins.box.board.now_us - on - 96_000, abs=6_000)


def test_a_test_lights_everything_for_two_seconds(pins: Host, wires: list[Change]) -> None:
    assert pins.order("TST,7", 0.5) == "OK"
    assert pins.box.board.lamps == 0xFFFF
    assert shown_on(wires) == "8:8:8:8:"
    assert pins.box.sounds == [1]
    pins.say("t,1", 2.0)
    assert pins.box.board.lamps == 0
    pins.say("t,1", 0.3)
    assert shown_on(wires) == "    "


def test_the_carrier_is_at_38_kilohertz(image: Host) -> None:
    """Timer 2: divisor 1, toggles its pin each time it reaches the top."""
    tccr2a, tccr2b, _, top, match = image.box.board.ram(0xB0, 5)
    assert (tccr2a, tccr2b) == (0b0001_0010, 0b0000_0001)
    assert 16e6 / 2 / (top + 1) == pytest.approx(38_000, rel=0.01)
    assert match <= top
    image.order("ARM,0")
    assert image.box.board.ram(0xB0, 1)[0] & 0b0011_0000 == 0
