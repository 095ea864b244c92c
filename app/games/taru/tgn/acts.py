"""Each word of a record as the events it stands for."""

import re

from app.games.taru import plays
from app.games.taru.state import Phase
from app.games.taru.tgn.flicks import read_fate
from app.games.taru.tgn.pieces import WORDS, begun, flight, picked, receive, turn
from app.games.taru.tgn.scribe import Reader, Scribe
from app.games.taru.tgn.ways import long, read_way
from app.games.taru.tgn.words import COMPASS
from app.rulebook.facts import PostsPassed
from app.rulebook.geometry import DIRECTIONS
from app.rulebook.layout import DiscId, side_of

_DISC = r"[HA]?(?:1[0-5]|[1-9])"
_HEAD = re.compile(r"[HA]:?")
_ACT = re.compile(rf"({_DISC})(.*)")
_CONTACT = re.compile(rf"([ST])({_DISC})")
_MAUL = re.compile(r"(N|NE|E|SE|S|SW|W|NW)([0-9]{1,2})x([0-9]{1,2})")


def read_word(scribe: Scribe, reader: Reader) -> None:
    """Reads the next word and those that belong to it. Raises ValueError, IndexError or KeyError
    on what is no word of a record, Refused on an act that the rules refuse.
    """
    word = reader.next()
    if word in WORDS:
        WORDS[word](scribe, reader)
    elif word.startswith("TRY@"):
        _scored(scribe, word)
    elif _HEAD.fullmatch(word):
        turn(scribe, reader, word)
    elif not begun(scribe, reader, word):
        _act(scribe, reader, word)


def _scored(scribe: Scribe, word: str) -> None:
    """Written to be read: the act before it has scored."""
    if scribe.state.phase not in (Phase.CONVERSION, Phase.FINISHED):
        raise ValueError(word)


def _act(scribe: Scribe, reader: Reader, word: str) -> None:
    """A disc's act: `7 g5-g9`, `9>10`, `9~>12`, `9K@k17`, `9D+`, `9M N2x3`."""
    found = _ACT.fullmatch(word)
    if found is None:
        raise ValueError(word)
    disc, rest = long(found[1], scribe.state.turn), found[2]
    match rest[:1]:
        case "":
            _run(scribe, reader, disc)
        case ">":
            receiver = long(rest[1:], side_of(disc))
            scribe.take(plays.HandPass(giver=disc, receiver=receiver))
        case "~" | "K" as sign:
            _flicked(scribe, reader, disc, sign, rest[1:])
        case "D":
            scribe.take(plays.TakeDrop(disc=disc))
            if rest != "D":
                scribe.take(PostsPassed(good={"D+": True, "D-": False}[rest]))
        case "M":
            _maul(scribe, disc, reader.next())
        case _:
            raise ValueError(word)


def _flicked(scribe: Scribe, reader: Reader, disc: DiscId, sign: str, rest: str) -> None:
    """A long pass (`~`) or a kick (`K`); announced only, while its outcome is not known."""
    if not rest:
        scribe.take(plays.DeclareFlick(flick="kick" if sign == "K" else "pass"))
        return
    fate = read_fate(scribe.state, disc, flight(reader, rest))
    flown = fate.flown
    if sign == "K" and scribe.state.awaited_flick == "mark":
        scribe.take(plays.MarkKick(flown=flown))
    else:
        scribe.take(plays.Kick(flown=flown) if sign == "K" else plays.LongPass(flown=flown))
    receive(scribe, fate)


def _maul(scribe: Scribe, head: DiscId, text: str) -> None:
    found = _MAUL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    step = DIRECTIONS[COMPASS.index(found[1])]
    scribe.take(plays.Maul(head=head, step=step, count=int(found[2]), steps=int(found[3])))


def _run(scribe: Scribe, reader: Reader, disc: DiscId) -> None:
    way = reader.next()
    origin, path = read_way(way.removesuffix("*"))
    if scribe.state.squares[disc] != origin:
        raise ValueError(way)
    if "x" not in way:
        scribe.take(plays.Move(disc=disc, path=path))
        return
    contact = _CONTACT.fullmatch(reader.next())
    carrier = scribe.state.carrier
    if contact is None or (carrier and contact[2] not in (carrier, carrier[1:])):
        raise ValueError(way)
    if contact[1] == "S":
        scribe.take(plays.Strip(disc=disc, path=path))
        return
    scribe.take(plays.Tackle(disc=disc, path=path))
    if reader.next_if("@") is None:
        picked(scribe, reader)
