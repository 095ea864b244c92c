"""The text of an order: its verb and arguments, as they stand in a command (protocol v1)."""

from collections.abc import Callable, Sequence

from firmware_bridge.fields import flag, number, octet, octets
from firmware_bridge.messages import (
    Buzz,
    Die,
    FireFlash,
    GiveNonce,
    Order,
    SetClock,
    SetLights,
    ShowFace,
    TestOutputs,
    UnknownOrder,
)

Arguments = Sequence[str]

READERS: dict[str, Callable[[Arguments], Order]] = {
    "LED": lambda a: SetLights(mask=octet(a[0]), value=octet(a[1])),
    "BUZ": lambda a: Buzz(pattern=number(a[0], 15)),
    "CLK": lambda a: SetClock(left_ms=number(a[0]), running=flag(a[1])),
    "NON": lambda a: GiveNonce(die=Die(a[0]), roll=number(a[1]), nonce=octets(a[2], 4)),
    "FLA": lambda _: FireFlash(),
    "FAC": lambda a: ShowFace(die=Die(a[0]), face=number(a[1], 6)),
    "TST": lambda a: TestOutputs(parts=number(a[0], 7)),
}


def read_order(verb: str, arguments: Arguments) -> Order:
    """What is not understood, verb or arguments, comes out as it was written."""
    try:
        return READERS[verb](arguments)
    except (KeyError, ValueError, IndexError):
        return UnknownOrder(verb=verb, fields=tuple(arguments))


def write_order(order: Order) -> str:
    """What `read_order` turns back into `order`."""
    match order:
        case UnknownOrder(verb=verb, fields=fields):
            return ",".join([verb, *fields])
        case GiveNonce(die=die, roll=roll, nonce=nonce):
            return f"NON,{die},{roll:X},{nonce.hex().upper()}"
        case ShowFace(die=die, face=face):
            return f"FAC,{die},{face:X}"
        case FireFlash():
            return "FLA"
        case SetLights() | Buzz() | SetClock() | TestOutputs():
            return _in_numbers(order)


def _in_numbers(order: SetLights | Buzz | SetClock | TestOutputs) -> str:
    match order:
        case SetLights(mask=mask, value=value):
            return f"LED,{mask:X},{value:X}"
        case Buzz(pattern=pattern):
            return f"BUZ,{pattern:X}"
        case SetClock(left_ms=left_ms, running=running):
            return f"CLK,{left_ms:X},{running:X}"
        case TestOutputs(parts=parts):
            return f"TST,{parts:X}"
