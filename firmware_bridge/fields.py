"""Single fields of a message: numbers and octets in upper-case hex (protocol v1)."""

import re

NUMBER = re.compile(r"[0-9A-F]{1,12}")
HEX_PAIRS = re.compile(r"([0-9A-F]{2})+")


def number(text: str, limit: int = 0xFFFFFFFF) -> int:
    """The number in `text`; ValueError when it is not upper-case hex or is above `limit`."""
    if NUMBER.fullmatch(text) is None or (value := int(text, 16)) > limit:
        raise ValueError(text)
    return value


def moment(text: str) -> int:
    return number(text, 0xFFFFFFFFFFFF)


def octets(text: str, count: int) -> bytes:
    if HEX_PAIRS.fullmatch(text) is None or len(text) != 2 * count:
        raise ValueError(text)
    return bytes.fromhex(text)


def flag(text: str) -> bool:
    return number(text, 1) == 1


def octet(text: str) -> int:
    return number(text, 0xFF)
