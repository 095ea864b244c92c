"""The arithmetic of a roll that neither side can steer: commit, then reveal.

The box publishes SHA-256("TARUC", die, roll, secret) cut to 16 bytes; the host gives a nonce; the
face follows from SHA-256("TARU1", die, roll, secret, nonce).
"""

from hashlib import sha256

from firmware_bridge.messages import Die

FAIR_BYTES = 252  # the largest multiple of 6 below 256: bytes from here on would favour low faces


def _die_and_roll(die: Die, roll: int) -> bytes:
    return bytes([die is Die.GREEN]) + roll.to_bytes(4, "big")


def commitment_to(die: Die, roll: int, secret: bytes) -> bytes:
    """What the box publishes before the nonce is known, 16 bytes."""
    return sha256(b"TARUC" + _die_and_roll(die, roll) + secret).digest()[:16]


def face_of(die: Die, roll: int, secret: bytes, nonce: bytes) -> int:
    """The face (1-6): the first byte of the hash that is below 252, modulo 6, plus 1."""
    digest = sha256(b"TARU1" + _die_and_roll(die, roll) + secret + nonce).digest()
    # All 32 bytes at 252 or above: once in 10**57 rolls; the last one then decides.
    return next((byte for byte in digest if byte < FAIR_BYTES), digest[-1]) % 6 + 1
