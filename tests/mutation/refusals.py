"""Does every refusal of the rule book have a test that fails without it?

    python tests/mutation/refusals.py [PART OF A FILE NAME]

Each call of `refuse` in `app/games/taru` is replaced by None in turn, in a copy of the checkout,
and the rule book's tests run until one fails. Those that nothing notices are listed; exit code 1.
Takes a quarter of an hour: run by hand, not by the gate.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = Path("app/games/taru")
TESTS = (
    "tests/games/test_taru_scenarios.py",
    "tests/games/test_taru_kicks_refused.py",
    "tests/games/test_taru_kicks.py",
    "tests/games/test_taru_mauls.py",
    "tests/games/test_taru_house_rules.py",
    "tests/games/test_taru_clocks.py",
)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One refusal: its file, line and text."""

    file: Path
    line: int
    start: int
    end: int
    text: str


def mutants(root: Path, part: str) -> Iterator[Mutant]:
    for file in sorted((root / RULES).rglob("*.py")):
        if part not in str(file):
            continue
        source = file.read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse":
                start, end = _offset(source, node.lineno, node.col_offset), 0
                if node.end_lineno is not None and node.end_col_offset is not None:
                    end = _offset(source, node.end_lineno, node.end_col_offset)
                text = " ".join(source[start:end].split())
                yield Mutant(
                    file=file.relative_to(root), line=node.lineno, start=start, end=end, text=text
                )


def _offset(source: str, line: int, column: int) -> int:
    """Characters before a place given by line and UTF-8 column."""
    lines = source.splitlines(keepends=True)
    before = lines[line - 1].encode()[:column].decode()
    return sum(map(len, lines[: line - 1])) + len(before)


def noticed(copy: Path, mutant: Mutant) -> bool:
    """Whether a test fails without the refusal."""
    file = copy / mutant.file
    source = file.read_text("utf-8")
    file.write_text(source[: mutant.start] + "None" + source[mutant.end :], "utf-8")
    try:
        tests = [test for test in TESTS if (copy / test).exists()]
        run = subprocess.run(  # noqa: S603 - our own tests
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests],
            cwd=copy,
            env={**os.environ, "TARU_GATE": "1", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
        )
    finally:
        file.write_text(source, "utf-8")
    return run.returncode == 1


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(part: str = "") -> int:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        for name in ("app", "vision", "calibration", "firmware_bridge", "hardware", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        found = list(mutants(copy, part))
        survivors = []
        for n, mutant in enumerate(found, start=1):
            alive = not noticed(copy, mutant)
            survivors += [mutant] if alive else []
            fate = "SURVIVES" if alive else "noticed"
            _tell(f"{n}/{len(found)} {fate} {mutant.file}:{mutant.line} {mutant.text}")
    _tell(f"{len(found)} refusals, {len(survivors)} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
