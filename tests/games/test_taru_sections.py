"""Every section of the book is cited by a rule, or marked as a definition or as people's call."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import app.games.taru
from app.games.taru.sections import ALL, CALLED_BY_PEOPLE, DEFINITIONS, SECTIONS

RULES = Path(app.games.taru.__file__).parent / "rules"
SECTION = re.compile(r"\bT[0-9]+\b")


def strings(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Every string of a module, and whether it is a docstring or another comment."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, id(node) in told


def cited(*, in_docstrings: bool) -> set[str]:
    found: set[str] = set()
    for path in RULES.glob("*.py"):
        for text, told in strings(ast.parse(path.read_text("utf-8"))):
            if told is in_docstrings:
                found.update(SECTION.findall(text))
    return found


def test_the_whole_book_is_judged() -> None:
    assert SECTIONS == ALL


def test_every_section_is_cited_by_a_rule_or_marked() -> None:
    marked = DEFINITIONS | CALLED_BY_PEOPLE
    assert set(ALL) - cited(in_docstrings=False) <= marked


def test_what_rules_cite_stands_in_the_book() -> None:
    assert cited(in_docstrings=False) <= set(ALL)


def test_a_rule_says_which_section_it_is() -> None:
    silent = [
        f"{path.name}: {node.name}"
        for path in RULES.glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and _rules(node)
        if not (ast.get_docstring(node) or _module_says(path))
    ]
    assert not silent


def _rules(node: ast.FunctionDef) -> bool:
    """Whether a function makes a ruling or a refusal that cites a section."""
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("rule", "refuse")
        and call.args
        and isinstance(call.args[0], ast.Constant)
        for call in ast.walk(node)
    )


def _module_says(path: Path) -> bool:
    return bool(SECTION.search(ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""))
