"""The file of a match: one line a transaction, with its checksum, safe on disk before it counts.

First line: the header. Then one `Line` each: what was done and, as `after`, the notation of the
state it led to. A line ends with the CRC-32 of all that stands before it: a changed byte shows.
"""

import errno
import os
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from app.match.evidence import Evidence
from app.rulebook.board import Board
from app.rulebook.words import Phrase, Problem, phrase

FORMAT = 1
_REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "denied",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.EISDIR: "folder",
    errno.EIO: "device",
}
Kind = Literal["take", "undo", "redo", "strike", "amend", "decide", "answer", "finish"]
Cursor = tuple[int, ...]
"""Where the link stood (uid, epoch, id, lost): everything up to it is in the log."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """What a match is played with. The board stands here whole, so that the file suffices."""

    format: int = FORMAT
    game: str
    board: Board
    options: dict[str, str] = field(default_factory=dict)
    names: tuple[str, str] = ("", "")
    date: str = ""
    policy: str = "arbitrer"
    start: str


@dataclass(frozen=True, kw_only=True)
class Line:
    """One transaction. `event` is tagged data; `target` is the entry that is struck, decided, or
    before which an amendment stands; `words` says what was answered or decided, and by whom.
    """

    n: int
    kind: Kind
    event: dict[str, object] | None = None
    target: int | None = None
    words: dict[str, str] = field(default_factory=dict)
    cursor: Cursor | None = None
    evidence: Evidence | None = None
    after: str


class Log(Protocol):
    """Where lines go. `append` returns when the line can no longer be lost."""

    def append(self, record: Header | Line) -> None: ...

    def close(self) -> None: ...


class MemoryLog:
    """A log that lives no longer than the program; `data` holds the bytes a file would."""

    def __init__(self) -> None:
        self.data = bytearray()

    def append(self, record: Header | Line) -> None:
        self.data += seal(record)

    def close(self) -> None:
        """Nothing is held open."""


class FileLog:
    """A log on disk. A new file is begun; with `keep` bytes, a file is cut there and continued."""

    def __init__(self, path: Path, *, keep: int | None = None) -> None:
        flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT | os.O_EXCL if keep is None else 0)
        try:
            self._fd = os.open(path, flags, 0o644)
            if keep is not None:
                self._cut(keep)
        except FileExistsError:
            raise Problem("match.log.exists", path=str(path)) from None
        except OSError as error:
            raise _unwritable(path, error) from None
        self._path = path

    def _cut(self, keep: int) -> None:
        """Behind the last whole line, whose end-of-line may be what is lacking."""
        with os.fdopen(os.dup(self._fd), "rb") as file:
            file.seek(keep - 1)
            ended = file.read(1) == b"\n"
        os.ftruncate(self._fd, keep)
        if not ended:
            os.write(self._fd, b"\n")

    def append(self, record: Header | Line) -> None:
        """Writes, flushes and syncs. Raises Problem when the disk refuses."""
        rest = seal(record)
        try:
            while rest:
                rest = rest[os.write(self._fd, rest) :]
            os.fsync(self._fd)
        except OSError as error:
            self.close()  # after a half-written line nothing may follow
            raise _unwritable(self._path, error) from None

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What a match file holds: `sound` bytes of it are whole lines; `torn` = a last line that had
    not been written to its end was left out.
    """

    header: Header
    lines: tuple[Line, ...]
    sound: int
    torn: bool


def read_log(path: Path) -> Recorded:
    """Raises Problem when there is no such file, it is no match, or a line was changed: then it
    names the line and the last good state.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise Problem("match.log.missing", path=str(path)) from None
    except OSError as error:
        raise Problem("match.log.unreadable", path=str(path), why=_why(error)) from None
    return parse_log(data, str(path))


def parse_log(data: bytes, name: str) -> Recorded:
    """The same from bytes; `name` is what a Problem calls them."""
    pieces = data.split(b"\n")
    rest = pieces.pop()
    if unseal(rest) is not None:
        pieces.append(rest)  # whole: only its end-of-line is lacking
        rest = b""
    first = unseal(pieces[0]) if pieces else None
    if first is None:
        raise Problem("match.log.not_one", path=name)
    header = _header(first, name)
    lines: list[Line] = []
    for piece in pieces[1:]:
        line = _line(unseal(piece))
        if line is None or line.n != len(lines) + 1:
            state = lines[-1].after if lines else header.start
            raise Problem("match.log.damaged", path=name, line=len(lines) + 2, state=state)
        lines.append(line)
    sound = len(data) - len(rest)
    return Recorded(header=header, lines=tuple(lines), sound=sound, torn=rest != b"")


def seal(record: Header | Line) -> bytes:
    """A record as one line, with its checksum as last field."""
    data = msgspec.to_builtins(record, order="deterministic")
    body = msgspec.json.encode({k: v for k, v in data.items() if v not in (None, {}, [])})[:-1]
    return b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))


def unseal(piece: bytes) -> bytes | None:
    """The record of a line without its end-of-line, as JSON; None when the checksum differs."""
    body, mark, tail = piece.rpartition(b',"crc":"')
    if not mark or tail != b'%08x"}' % zlib.crc32(body):
        return None
    return body + b"}"


def _header(text: bytes, name: str) -> Header:
    try:
        header = msgspec.json.decode(text, type=Header)
    except msgspec.DecodeError:
        raise Problem("match.log.not_one", path=name) from None
    if header.format != FORMAT:
        raise Problem("match.log.format", path=name, found=header.format, known=FORMAT)
    return header


def _line(text: bytes | None) -> Line | None:
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=Line)
    except msgspec.DecodeError:
        return None


def _unwritable(path: Path, error: OSError) -> Problem:
    return Problem("match.log.unwritable", path=str(path), why=_why(error))


def _why(error: OSError) -> Phrase:
    known = error.errno if error.errno in _REASONS else errno.EIO
    return phrase(f"match.log.why.{_REASONS[known or errno.EIO]}")
