"""What the box has promised for its next rolls, and the host's share in each."""

from dataclasses import replace
from typing import Protocol

from firmware_bridge.dice import RollRecord
from firmware_bridge.messages import Commitment, Die, DieEvent, Event, GiveNonce

KEPT = 64
"""Promises kept in mind: a box that restarts often makes many that nobody rolls."""


class RandomBits(Protocol):
    """A source of session numbers and of the host's share in the dice."""

    def getrandbits(self, k: int, /) -> int: ...


class Shares:
    """One nonce for every roll that was promised; what was promised first is what counts."""

    def __init__(self, bits: RandomBits) -> None:
        self._bits = bits
        self._promised: dict[tuple[Die, int], tuple[bytes, bytes]] = {}

    def answer(self, promise: Commitment) -> GiveNonce:
        """The host's share in the roll promised: the same however often it is promised."""
        key = (promise.die, promise.roll)
        if key not in self._promised:
            nonce = self._bits.getrandbits(32).to_bytes(4, "big")
            self._promised[key] = (promise.commitment, nonce)
            if len(self._promised) > KEPT:
                del self._promised[next(iter(self._promised))]
        return GiveNonce(die=promise.die, roll=promise.roll, nonce=self._promised[key][1])

    def refused(self, share: GiveNonce) -> None:
        """The box holds another nonce already, from before this program: ours has no part in it."""
        key = (share.die, share.roll)
        if key in self._promised:
            self._promised[key] = (self._promised[key][0], b"")

    def record(self, event: Event) -> RollRecord | None:
        """What a roll rests on, sealed; None for what is no roll."""
        if not isinstance(event, DieEvent):
            return None
        promised = self._promised.get((event.die, event.roll))
        record = RollRecord(
            die=event.die.value,
            roll=event.roll,
            face=event.face,
            secret=event.secret.hex(),
            nonce=event.nonce.hex(),
            given="" if promised is None else promised[1].hex(),
            commitment="" if promised is None else promised[0].hex(),
        )
        return replace(record, seal=record.sealed())
