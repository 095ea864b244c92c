"""Two dice, commit and reveal; see hardware/firmware/src/dice.h."""

import hashlib

NO_NONCE = b"\x00\x00\x00\x00"


def sha(data):
    return hashlib.sha256(data).digest()


class Die:
    """One die: its roll, the secret of it, and the host's share, or None."""

    def __init__(self, which, boot, random):
        self.which = which
        self.random = random
        self.roll = (boot << 16) & 0xFFFFFFFF
        self.next()

    def next(self):
        self.roll += 1
        self.secret = self.random(8)
        self.nonce = None
        self.told = False

    def _message(self, word):
        return b"TARU" + word + bytes([self.which]) + self.roll.to_bytes(4, "big") + self.secret

    def commitment(self):
        return sha(self._message(b"C"))[:16]

    def face(self):
        digest = sha(self._message(b"1") + (self.nonce or NO_NONCE))
        for byte in digest:
            if byte < 252:
                return byte % 6 + 1
        return digest[31] % 6 + 1

    def give(self, roll, nonce):
        """The host's share: False when it comes too late, or is not the first for this roll."""
        if roll != self.roll or self.nonce not in (None, nonce):
            return False
        self.nonce = nonce
        return True
