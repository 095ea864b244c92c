"""The tag pairs at the head of a record."""

import re
from collections.abc import Mapping

from app.games.taru.options import Options
from app.rulebook.words import Problem

RULES = "taru-2011-10"
BYTE_ORDER_MARK = "\ufeff"
_PAIR = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\.)*)"\]')
_HEAD = re.compile(r'\s*(?:\[[A-Z][A-Za-z]* "(?:[^"\\\n]|\\.)*"\]\s*)*')


def write_tags(tags: Mapping[str, str]) -> str:
    """One pair a line; quotes and backslashes are escaped, line breaks become spaces."""
    return "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())


def split_tags(text: str) -> tuple[dict[str, str], str]:
    """The pairs of a record, and what follows them. Raises Problem when a name comes twice."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    head = _HEAD.match(text)
    end = head.end() if head else 0
    tags: dict[str, str] = {}
    for name, value in _PAIR.findall(text[:end]):
        if name in tags:
            raise Problem("taru.tgn.tag_twice", name=name)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
    return tags, text[end:]


def options_tag(options: Options) -> str:
    """`default`, or what differs from it."""
    return ",".join(f"{name}={value}" for name, value in options.changed) or "default"


def read_options_tag(value: str) -> dict[str, str]:
    """Raises Problem on what is no `name=value`."""
    if value in ("", "default"):
        return {}
    given: dict[str, str] = {}
    for entry in value.split(","):
        name, equals, chosen = entry.partition("=")
        if not equals or name in given:
            raise Problem("taru.tgn.tag", name="Options", value=entry)
        given[name] = chosen
    return given


def _escaped(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')
