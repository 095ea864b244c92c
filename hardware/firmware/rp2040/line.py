"""Frames of the line protocol v1, as in firmware_bridge/protocol.py."""

LONGEST = 64
DIGITS = b"0123456789ABCDEF"


def _row(high):
    crc = high << 8
    for _ in range(8):
        crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


TABLE = [_row(high) for high in range(256)]


def crc16(data):
    """CRC-16/IBM-3740 of bytes."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ TABLE[crc >> 8 ^ byte]
    return crc


def frame(body):
    data = body.encode()
    return b"$" + data + ("*%04X\n" % crc16(data)).encode()


def number(text, limit=0xFFFFFFFF):
    """Upper-case hex of at most eight digits; ValueError for anything else."""
    data = text.encode()
    if not 0 < len(data) <= 8 or any(byte not in DIGITS for byte in data):
        raise ValueError(text)
    value = int(text, 16)
    if value > limit:
        raise ValueError(text)
    return value


def octets(data):
    return "".join("%02X" % byte for byte in data)


class Ear:
    """Bytes in, fields of good frames out. `error` is the code of the last damage, or 0."""

    def __init__(self):
        self.body = bytearray()
        self.inside = False
        self.errors = self.error = 0

    def hear(self, byte):
        """The fields of a frame that this byte completes, or None."""
        if byte == 0x24:
            if self.inside and self.body:
                self._damaged(1)
            self.inside = True
            self.body = bytearray()
        elif not self.inside or byte == 13:
            return None
        elif byte == 10:
            return self._close()
        elif not 0x21 <= byte <= 0x7E:
            self._damaged(1)
        elif len(self.body) >= LONGEST - 2:
            self._damaged(2)
        else:
            self.body.append(byte)
        return None

    def _own(self):
        return len(self.body) > 0 and 65 <= self.body[0] <= 90

    def _damaged(self, code):
        if not self._own():
            self.errors += 1
            self.error = code
        self.inside = False
        self.body = bytearray()

    def _close(self):
        body, seal = bytes(self.body[:-5]), bytes(self.body[-5:])
        if not body or 0x2A in body or seal != ("*%04X" % crc16(body)).encode():
            self._damaged(1)
            return None
        own = self._own()
        self.inside = False
        self.body = bytearray()
        return None if own else body.decode().split(",")
