"""The firmware image as it is shipped: Intel hex, and what the linker said about it."""

import tomllib
from importlib.resources import as_file, files
from pathlib import Path

DATA, END = 0, 1


def shipped() -> Path:
    """`firmware_bridge/firmware` of an installed wheel, `hardware/firmware` of a checkout."""
    with as_file(files("firmware_bridge")) as package:
        inside = package / "firmware"
        return inside if inside.is_dir() else package.parent / "hardware" / "firmware"


def read_hex(text: str) -> bytes:
    """The bytes of an Intel hex text from address 0 on. ValueError when it is damaged."""
    image = bytearray()
    ended = False
    for line in text.splitlines():
        record = bytes.fromhex(line.removeprefix(":"))
        if not line.startswith(":") or len(record) != record[0] + 5 or sum(record) & 0xFF:
            raise ValueError(line)
        start, data = int.from_bytes(record[1:3], "big"), record[4:-1]
        if record[3] == DATA:
            image.extend(b"\xff" * (start - len(image)))
            image[start : start + len(data)] = data
        ended = record[3] == END
    if not ended:
        raise ValueError("the end is missing")
    return bytes(image)


def image() -> bytes:
    """The shipped image."""
    return read_hex((shipped() / "taru.hex").read_text("ascii"))


def facts() -> dict[str, int | str]:
    """`taru.toml`: version, sizes (bytes), where the event queue lies in memory."""
    return dict(tomllib.loads((shipped() / "taru.toml").read_text("utf-8"))["image"])
