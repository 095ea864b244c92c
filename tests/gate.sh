#!/usr/bin/env bash
# Everything a change must pass, in the order in which it fails fastest. Run from the checkout
# with the development environment in .venv; no display, no camera, no box are needed.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/.venv/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

step "format, lint, types, architecture"
"$bin/ruff" format --check .
"$bin/ruff" check .
"$bin/mypy"
"$bin/lint-imports"

step "tests, a worker a core"
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 TARU_GATE=1 "$bin/python" -m pytest -q -n auto --dist worksteal

step "soak at facts level"
"$bin/taru-table" soak --matches 20 --seed 1 --level facts --json

if [ -f ../shared/data/taru/scenarios.jsonl ]; then
    step "worked scenarios"
    "$bin/taru-table" scenarios ../shared/data/taru/scenarios.jsonl
    for file in scenarios.json legal_plays.jsonl illegal_ends.jsonl; do
        "$bin/taru-table" scenarios "../shared/data/backgammon/$file" --game backgammon
    done
fi

step "a shortened match through pixels and bytes, twice"
"$bin/taru-table" demo --headless --seed 1 --turns 6 --json --out "$work/a" &
first=$!
"$bin/taru-table" demo --headless --seed 1 --turns 6 --json --out "$work/b"
wait "$first"
cmp "$work/a/match.jsonl" "$work/b/match.jsonl"
"$bin/taru-table" replay "$work/a/match.jsonl" --check

step "the wheel in an environment of its own, outside the checkout"
"$bin/python" -m pip wheel -q --no-deps --wheel-dir "$work" .
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q "$work"/taru_table-*.whl
(cd "$work" && "$work/venv/bin/taru-table" demo --headless --seed 2 --turns 2 --json --out "$work/c")

step "all passed"
