"""Where rolls come from when no box speaks: the app's own dice, by promise and disclosure."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter_ns

from app.rulebook.api import Chance
from firmware_bridge.dice import RollRecord, commitment_to, face_of
from firmware_bridge.messages import Die

SECRET, SHARE = 8, 4
Roll = tuple[tuple[int, ...], tuple[RollRecord, ...]]
"""Faces, and what each rests on."""


def instant() -> bytes:
    """The player's share in a roll: the nanosecond of the press, which nobody can choose."""
    return (perf_counter_ns() & 0xFFFFFFFF).to_bytes(SHARE, "big")


class OwnDice:
    """Dice whose next faces are bound before anybody presses: with every roll the app promises the
    next one, and discloses the secret of this. `chance` draws the secrets; `share` is the player's
    part, without it drawn as well.
    """

    def __init__(
        self, chance: Chance, count: int, share: Callable[[], bytes] | None = None
    ) -> None:
        self._chance = chance
        self._dice = tuple((Die.RED, Die.GREEN)[n % 2] for n in range(count))
        self._share = share or (lambda: self._draw(SHARE))
        # As with the box, each run has numbers of its own: rolls after a resume are other rolls.
        self._rolls = chance.randrange(1 << 16) << 16
        self._secrets = [self._draw(SECRET) for _ in self._dice]

    def roll(self) -> Roll:
        """All dice once."""
        records = tuple(self._record(place, die) for place, die in enumerate(self._dice))
        self._rolls += len(self._dice)
        return tuple(record.face for record in records), records

    def _record(self, place: int, die: Die) -> RollRecord:
        number = self._rolls + place
        secret, nonce = self._secrets[place], self._share()
        self._secrets[place] = self._draw(SECRET)
        promise = commitment_to(die, number + len(self._dice), self._secrets[place])
        record = RollRecord(
            die=die.value,
            roll=number,
            face=face_of(die, number, secret, nonce),
            secret=secret.hex(),
            nonce=nonce.hex(),
            given=nonce.hex(),
            commitment=commitment_to(die, number, secret).hex(),
            promise=promise.hex(),
        )
        return replace(record, seal=record.sealed())

    def _draw(self, size: int) -> bytes:
        return bytes(self._chance.randrange(256) for _ in range(size))
