"""What a long match costs: folding its log again, drawing its table."""

import tempfile
from importlib import import_module
from pathlib import Path

from app.match.desk import HandDesk
from app.match.log import FileLog, MemoryLog
from app.match.match import Match, Setup
from app.match.replay import replay
from app.rehearsal.chance import chance_of
from app.rehearsal.facts import FactsMatch
from app.rehearsal.mischief import ILLEGAL, Mischief
from app.rehearsal.truth import Tally
from app.rulebook.api import Game, S
from app.rulebook.board import Board
from app.rulebook.words import Lang
from app.ui import boot
from app.wiring.bench.cost import Cost, cost_of
from app.wiring.games import game

ENTRIES, SEED = 1_000, 1
SIZE = (1280, 800)
FRAMES = 60


def fold_cost(played: Game[S], board: Board) -> Cost:
    """CPU ms to judge a thousand entries again, from the file on: matches of bots are shorter, so
    the time of one is taken for as many entries as it has.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        entries = _write(played, board, path)
        once = cost_of(iter(lambda: lambda: replay(path, game), None), times=5)
        return Cost(times_ms=tuple(t * ENTRIES / entries for t in once.times_ms))


def _write(played: Game[S], board: Board, path: Path) -> int:
    """A match of bots to its end; how many entries it has."""
    match = Match.start(played, Setup(board=board), FileLog(path))
    bot = played.bot()
    table = FactsMatch(match, bot, SEED, Tally())
    mischief = Mischief(bot, chance_of(SEED, "bench"), ILLEGAL, bot.breakable())
    while len(match.entries) < ENTRIES and match.awaits.kind != "nothing":
        table.act(mischief.next_intent(match.state))
    match.close()
    return len(match.entries)


def draw_cost(played: Game[S], board: Board, lang: Lang) -> Cost:
    """CPU ms of all threads for a frame of the table screen, the ball's carrier chosen. Without a
    display it is drawn offscreen, by the processor.
    """
    boot.prepare(SIZE)
    boot.open_window()
    loop = import_module("kivy.base").EventLoop
    import_module("app.ui.controls").register_fonts()
    match = Match.start(played, Setup(board=board), MemoryLog())
    for choice in (c for _ in range(4) for c in match.awaits.choices[:1]):
        match.take(choice.play)
    desk = HandDesk(match, chance_of(SEED, "bench"))
    words = ("app.match", played.words)
    screen = import_module("app.ui.table_screen").table_screen(desk, lang, words)
    loop.window.add_widget(screen)
    for _ in range(FRAMES):
        loop.idle()

    def frame() -> None:
        screen.refresh()
        loop.window.canvas.ask_update()
        loop.idle()

    return cost_of(iter(lambda: frame, None), times=FRAMES, threads=True)
