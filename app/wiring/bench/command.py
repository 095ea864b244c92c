"""`bench`: every hot path in one run, each also as a multiple of fixed reference work."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import typer

from app import games
from app.rehearsal.chance import chance_of
from app.wiring.bench.cost import Cost, cost_of, reference_loop, reference_remap
from app.wiring.bench.eye import ball_cost, frames_cost
from app.wiring.bench.match import draw_cost, fold_cost
from app.wiring.bench.view import view_cost
from app.wiring.bench.visit import visits_cost
from app.wiring.boards import boards
from app.wiring.games import game
from app.wiring.language import Voice

FIRST = "taru"
"""The game whose figures stand without its name before them."""
PICTURES = {"1080p": (1920, 1080), "720p": (1280, 720)}
TIMES, SEED = 1_000, 1


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.bench.help"))
    def bench(
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        found: dict[str, float] = {}
        remap, loop = reference_remap(), reference_loop()
        found["reference_remap_cpu_ms"] = remap.median
        found["reference_loop_cpu_ms"] = loop.median
        for name, value, reference in (*_of_rules(), *_of_match(voice), *_of_eye()):
            kernel = remap if reference == "remap" else loop
            found[name] = value
            found[f"{name.replace('_cpu_ms', '')}_per_{reference}"] = value / kernel.median
            if not as_json:
                ratio = f"{value / kernel.median:.2f}"
                voice.say("cli.bench.line", name=name, ms=f"{value:.3f}", ratio=ratio,
                          reference=voice.text(f"cli.bench.{reference}"))  # fmt: skip
        if as_json:
            voice.json({name: round(value, 4) for name, value in found.items()})


Figure = tuple[str, float, str]


def _of_rules() -> Iterator[Figure]:
    """The workloads that games offer in their module `workloads`."""
    tables = boards()
    for name in games.names():
        module = f"app.games.{name}.workloads"
        if find_spec(module) is None:
            continue
        prefix = "" if name == FIRST else f"{name}_"
        for what, work in import_module(module).WORKLOADS.items():
            cost = cost_of(work(tables, chance_of(SEED, "bench")), times=TIMES)
            yield from _figures(f"{prefix}{what}", cost)


def _figures(name: str, cost: Cost) -> Iterator[Figure]:
    yield f"{name}_cpu_ms_mean", cost.mean, "loop"
    yield f"{name}_cpu_ms_p99", cost.p99, "loop"
    yield f"{name}_cpu_ms_worst", cost.worst, "loop"


def _of_match(voice: Voice) -> Iterator[Figure]:
    board = boards()["std"]
    yield "fold_cpu_ms", fold_cost(game(FIRST), board).median, "loop"
    yield "ui_frame_cpu_ms", draw_cost(game(FIRST), board, voice.lang).median, "loop"


def _of_eye() -> Iterator[Figure]:
    board = boards()["std"]
    for name, size in PICTURES.items():
        quiet, full = frames_cost(board, size)
        yield f"vision_{name}_quiet_cpu_ms", quiet.median, "remap"
        yield f"vision_{name}_full_cpu_ms", full.median, "remap"
        hand, visits = visits_cost(board, size)
        yield f"vision_{name}_hand_cpu_ms", hand.median, "remap"
        yield f"vision_{name}_visits_cpu_ms", visits.mean, "remap"
        check, search = view_cost(board, size)
        yield f"vision_{name}_view_check_cpu_ms", check.median, "remap"
        yield f"vision_{name}_view_found_cpu_ms", search.median, "remap"
    for key, decoding in (("ball", False), ("ball_and_decoding", True)):
        cost = ball_cost(board, PICTURES["720p"], decoding=decoding)
        yield f"vision_720p_{key}_cpu_ms", cost.median, "remap"
