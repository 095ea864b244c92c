"""The arithmetic of a roll that neither side can steer: commit, then reveal.

The box publishes SHA-256("TARUC", die, roll, secret) cut to 16 bytes; the host gives a nonce; the
face follows from SHA-256("TARU1", die, roll, secret, nonce). A roll's record can be checked by
anybody, for ever; `hardware/dice/verify.py` does so on its own.
"""

from dataclasses import dataclass, fields
from enum import Enum
from hashlib import sha256

from firmware_bridge.messages import Die

FAIR_BYTES = 252  # the largest multiple of 6 below 256: bytes from here on would favour low faces
NO_NONCE = bytes(4)


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


class Proof(Enum):
    """What a record proves; `unproven` = nobody else had a share in it, or no promise was heard."""

    PROVED = "proved"
    UNPROVEN = "unproven"
    FALSE = "false"


@dataclass(frozen=True, kw_only=True)
class RollRecord:
    """All that a roll rests on, in hex: `given` is the nonce the host sent, `commitment` what was
    promised before ("" when nothing was heard), `promise` the next roll's commitment where the
    roller makes it in the same breath. `seal` binds the other fields, so that no bit can change.
    """

    die: str
    roll: int
    face: int
    secret: str
    nonce: str
    given: str = ""
    commitment: str = ""
    promise: str = ""
    seal: str = ""

    def sealed(self) -> str:
        """What `seal` must be: SHA-256 of the other fields, joined by commas, cut to 16 digits."""
        parts = [str(getattr(self, field.name)) for field in fields(self) if field.name != "seal"]
        return sha256(",".join(parts).encode()).hexdigest()[:16]


def check(record: RollRecord) -> Proof:
    """Whether the face follows from what both sides contributed, and was promised before."""
    try:
        die, secret = Die(record.die), bytes.fromhex(record.secret)
        nonce = bytes.fromhex(record.nonce)
        promised = commitment_to(die, record.roll, secret).hex()
        face = face_of(die, record.roll, secret, nonce)
    except (ValueError, OverflowError):
        return Proof.FALSE
    if face != record.face or record.seal != record.sealed():
        return Proof.FALSE
    if record.commitment not in {"", promised}:
        return Proof.FALSE
    if not (record.commitment and record.given) or nonce == NO_NONCE:
        return Proof.UNPROVEN
    return Proof.PROVED if record.given == record.nonce else Proof.FALSE
