"""The keyboard by scancode: a key is a place, whatever letter is printed on it."""

from typing import Literal

Command = Literal[
    "stop", "accept", "undo", "redo", "layers", "background", "full_screen", "language",
    "close", "flick", "help", "book", "why", "left", "right", "up", "down",
    "choose_1", "choose_2", "choose_3", "choose_4",
]  # fmt: skip

_PLAIN: dict[int, Command] = {
    44: "stop",  # Space
    41: "close",  # Esc: closes what is open, never quits
    40: "accept",  # Enter
    88: "accept",  # Enter of the number pad
    42: "undo",  # Backspace
    15: "layers",  # L
    9: "flick",  # F
    58: "help",  # F1
    79: "right",
    80: "left",
    81: "down",
    82: "up",
    59: "background",  # F2
    60: "language",  # F3
    61: "book",  # F4
    68: "full_screen",  # F11
    30: "choose_1",
    31: "choose_2",
    32: "choose_3",
    33: "choose_4",
}
"""USB HID usage codes, which SDL calls scancodes."""

_WITH_SHIFT: dict[Command, Command] = {"undo": "redo", "accept": "why"}


def command_of(scancode: int, modifiers: list[str]) -> Command | None:
    found = _PLAIN.get(scancode)
    if "shift" in modifiers and found is not None:
        return _WITH_SHIFT.get(found, found)
    return found
