"""What a monitor shows of a line: messages, raw pieces, live inputs and counters."""

from dataclasses import fields

from rich.console import Console
from rich.text import Text

from firmware_bridge.delivery import Alert
from firmware_bridge.errors import Lang, say
from firmware_bridge.messages import Heartbeat, Hello, Malformed, Message
from firmware_bridge.recording import HEARD, Listener, Piece, written

IDENTITIES = ("uid", "epoch", "boot", "session")


def describe(message: Message) -> Text:
    """One line: the kind of the message, then its fields."""
    shown = []
    for item in fields(message):
        value = getattr(message, item.name)
        if isinstance(value, bytes):
            value = value.hex()
        elif item.name in IDENTITIES and value is not None:
            value = f"{value:X}"
        shown.append(f"{item.name}={value}")
    colour = {Malformed: "red", Heartbeat: "dim"}.get(type(message), "cyan")
    return Text.assemble((f"{type(message).__name__:<14}", colour), " ".join(shown))


class Monitor:
    """Prints what passes. Inputs and counters are said when they change."""

    def __init__(self, console: Console, lang: Lang, *, raw: bool = False) -> None:
        self._console, self._lang, self._raw = console, lang, raw
        self._inputs: int | None = None
        self._counters: tuple[int, ...] = ()
        self.listener = Listener()
        self.pieces = self.messages = 0

    def show(self, piece: Piece) -> None:
        self.pieces += 1
        if self._raw:
            self._print(Text(written(piece), style="" if piece.way == HEARD else "dim"))
        for message in self.listener.hear(piece):
            self.messages += 1
            if not self._raw and piece.way == HEARD:
                self._print(describe(message))
            if isinstance(message, Heartbeat):
                self._beat(message)
            elif isinstance(message, Hello) and message.session is not None:
                self._say("up", firmware=message.firmware, version=message.version,
                          uid=f"{message.uid:08X}")  # fmt: skip

    def alert(self, alert: Alert) -> None:
        self._print(Text(alert.sentence(self._lang), style="bold yellow"))

    def _beat(self, beat: Heartbeat) -> None:
        if beat.inputs != self._inputs:
            self._inputs = beat.inputs
            names = self.names(beat.inputs) or [say("monitor", "idle", self._lang)]
            heading = say("monitor", "inputs", self._lang)
            self._print(Text(f"{heading}: {', '.join(names)}", style="green"))
        counters = (beat.queue, beat.lost, beat.receive_errors, int(beat.in_session))
        if counters != self._counters:
            self._counters = counters
            self._say(
                "counters",
                queue=beat.queue,
                lost=beat.lost,
                errors=beat.receive_errors,
                session=int(beat.in_session),
            )

    def names(self, inputs: int) -> list[str]:
        """The inputs that are active, in words."""
        numbers = [number for number in range(32) if inputs >> number & 1]
        return [say("input", str(number), self._lang) for number in numbers]

    def _say(self, key: str, **args: str | int) -> None:
        self._print(Text(say("monitor", key, self._lang, **args), style="green"))

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True)
