"""A match by hand: the first page of the window, the match it opens, and its file."""

import time
from collections.abc import Mapping
from pathlib import Path
from secrets import SystemRandom
from typing import Any

from app.match.desk import HandDesk
from app.match.dice import instant
from app.match.log import read_log
from app.match.match import Match
from app.rulebook.words import Problem
from app.ui.app import Opening, need_window, run_window
from app.wiring.games import game
from app.wiring.language import SPEAKING, Voice
from app.wiring.opening import Wanted, given_names, new_path, open_match
from app.wiring.places import matches_folder


def play_by_hand(voice: Voice, wanted: Wanted) -> None:
    """Show the table of a match that is named, else the page that begins or resumes one."""
    need_window()
    evening = Evening(voice, wanted)
    playing = game(wanted.game_name)
    named = wanted.path is not None or bool(wanted.names)
    names = given_names(voice, wanted.names)
    first = evening.open(wanted.path, names, wanted.options) if named else None
    left = left_open(wanted.game_name)
    opening = Opening(
        begin=lambda names, options: evening.open(None, names, options),
        resume=None if left is None else lambda: evening.open(left[0], ("", ""), {}),
        left=("", "") if left is None else left[1],
        game=wanted.game_name,
        rules=playing.house_rules,
        chosen=wanted.options,
        book=playing.book,
    )
    run_window(first or opening, lang=voice.lang, on_close=evening.close, words=SPEAKING)


class Evening:
    """The desks opened in one window; the last one is put away when it closes."""

    def __init__(self, voice: Voice, wanted: Wanted) -> None:
        self._voice, self._wanted = voice, wanted
        self._desk: HandDesk[Any] | None = None
        self._path: Path | None = None

    def open(
        self, path: Path | None, names: tuple[str, str], options: Mapping[str, str]
    ) -> HandDesk[Any]:
        self.close()
        wanted, usual = self._wanted, given_names(self._voice, "")
        named = (names[0] or usual[0], names[1] or usual[1])
        self._path = path or new_path(wanted.game_name)
        match: Match[Any] = open_match(self._voice, self._path, wanted, named, options)
        self._desk = HandDesk(match, SystemRandom(), share=instant, clock=time.monotonic)
        return self._desk

    def close(self) -> None:
        if self._desk is not None and self._path is not None:
            self._desk.close()
            self._voice.say("cli.play.saved", path=str(self._path))
        self._desk = None


def left_open(game_name: str) -> tuple[Path, tuple[str, str]] | None:
    """The newest match of that game that was not played to its end, and between whom; damaged
    files are passed over (`play --match FILE` says what is wrong with them).
    """
    files = matches_folder().glob(f"{game_name}-*.jsonl")
    for path in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            log = read_log(path)
        except Problem:
            continue
        if log.lines and log.lines[-1].kind != "finish":
            return path, log.header.names
    return None
