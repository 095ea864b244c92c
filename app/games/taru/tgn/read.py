"""A record read back: its words become events, judged one after the other."""

import re
from collections.abc import Mapping

from app.games.taru import notation
from app.games.taru.options import read_options
from app.games.taru.pitch import pitch_of
from app.games.taru.state import Phase, State, team
from app.games.taru.tgn.acts import read_word
from app.games.taru.tgn.scribe import Reader, Refused, Scribe
from app.games.taru.tgn.tags import RULES, read_options_tag, split_tags
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle
from app.rulebook.side import Side
from app.rulebook.words import Problem

_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"[0-9]+\.")
LONGEST_SHOWN = 40


def read_record(text: str, boards: Mapping[str, Board]) -> Chronicle[State]:
    """The match of a record, every act judged anew. Raises Problem, one sentence with the line, on
    a word that is none or an act that the rules refuse there.
    """
    tags, turns = split_tags(text)
    start = _start(tags, boards)
    scribe = Scribe(state=start)
    first = text.count("\n", 0, len(text) - len(turns)) + 1
    for number, line in enumerate(_without_comments(turns).split("\n"), start=first):
        reader = Reader(words=_words(line))
        while reader.words:
            word = reader.words[0]
            try:
                read_word(scribe, reader)
            except (ValueError, KeyError, IndexError, TypeError):
                raise Problem("taru.tgn.word", line=number, word=_short(word)) from None
            except Refused as refused:
                raise Problem(
                    "taru.tgn.refused", line=number, word=_short(word), why=refused.headline
                ) from None
    return Chronicle(
        game="taru",
        board=start.pitch.board,
        start=start,
        entries=tuple(scribe.entries),
        names=(tags.get("Home", ""), tags.get("Away", "")),
        date=tags.get("Date", "").replace(".", "-"),
        options=dict(start.options.changed),
    )


def _words(line: str) -> list[str]:
    """The words of a line, its number left out; marks written close to a word are told apart."""
    words: list[str] = []
    for word in line.replace(";", " ").split():
        if _NUMBER.fullmatch(word):
            continue
        ends = word.endswith(".") and word != "."
        words += (word[:-1], ".") if ends else (word,)
    return words


def _without_comments(turns: str) -> str:
    """Comments become the line breaks they held, so that lines keep their numbers."""
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n") or " ", turns)


def _short(word: str) -> str:
    return word if len(word) <= LONGEST_SHOWN else word[: LONGEST_SHOWN - 1] + "…"


def _start(tags: Mapping[str, str], boards: Mapping[str, Board]) -> State:
    if tags.get("Rules", RULES) != RULES:
        raise Problem("taru.tgn.tag", name="Rules", value=_short(tags["Rules"]))
    if "Position" in tags:
        return notation.parse(tags["Position"], boards)
    name, mode = tags.get("Board", "std"), tags.get("Mode", "classic15")
    if name not in boards:
        raise Problem("taru.tpn.board", board=_short(name))
    if mode not in ("classic15", "timed20"):
        raise Problem("taru.tgn.tag", name="Mode", value=_short(mode))
    return State(
        pitch=pitch_of(boards[name]),
        phase=Phase.SETUP,
        turn=Side.HOME,
        options=read_options(read_options_tag(tags.get("Options", "default"))),
        in_hand=frozenset(disc for side in Side for disc in team(side)),
        timed=mode == "timed20",
    )
