"""The text of a game's book: `book.md` beside its rules, every section in French and in English.

A chapter is a heading `## French / English`; a section is an entry `- **T1** *Title.* French /
*Title.* English`, over as many lines as it likes. Titles may be left out.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import ascii_uppercase

from app.rulebook.api import Book, Section
from app.rulebook.words import LANGS, Lang, Problem

_ENTRY = re.compile(r"- \*\*([A-Z]+[0-9]+[a-z]?)\*\* (.*)")
_TITLED = re.compile(r"\*([^*]+?)\.?\* (.*)")


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A section of the book in one language. Without a title of its own, `title` is empty."""

    section: Section
    chapter: str
    title: str
    text: str


@lru_cache(maxsize=8)
def passages(package: str, lang: Lang) -> tuple[Passage, ...]:
    """All sections of the book that lies in a package, in order."""
    text = (files(package) / "book.md").read_text("utf-8")
    found: list[Passage] = []
    chapter = ""
    for block in _blocks(text):
        entry = _ENTRY.fullmatch(block)
        if block.startswith("## "):
            chapter = _half(block.removeprefix("## "), lang)
        elif entry is not None:
            said = _half(entry[2], lang)
            titled = _TITLED.fullmatch(said)
            title, told = (titled[1], titled[2]) if titled else ("", said)
            found.append(Passage(section=entry[1], chapter=chapter, title=title, text=told))
    return tuple(found)


def find_passage(book: Book, asked: str, lang: Lang) -> Passage:
    """The section somebody asks for: `T80`, `t80` or `80`. Raises Problem when there is none."""
    told = passages(book.package, lang)
    wanted = asked.strip().upper()
    for passage in told:
        name = passage.section.upper()
        if wanted in (name, name.lstrip(ascii_uppercase)):
            return passage
    raise Problem("book.unknown", section=asked, first=told[0].section, last=told[-1].section)


def _blocks(text: str) -> list[str]:
    """Headings, entries and paragraphs, each on one line."""
    blocks: list[str] = []
    goes_on = False
    for line in text.splitlines():
        fresh = line.startswith(("#", "- ")) or not goes_on
        if line.strip() and fresh:
            blocks.append(line.strip())
        elif line.strip():
            blocks[-1] += f" {line.strip()}"
        goes_on = bool(line.strip()) and not line.startswith("#")
    return blocks


def _half(text: str, lang: Lang) -> str:
    """The French or the English half; a text without a stroke is both."""
    parts = text.split(" / ")
    middle = len(parts) // 2
    if not middle:
        return text
    halves = (parts[:middle], parts[middle:])
    return " / ".join(halves[LANGS.index(lang)])
