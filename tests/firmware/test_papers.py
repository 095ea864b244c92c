"""What the maker reads is what the data say."""

import importlib.util
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

HARDWARE = Path(__file__).parents[2] / "hardware"


def script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, HARDWARE / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_drawings_are_current_and_whole() -> None:
    made = script("wiring/draw.py").drawings()
    assert {path.name for path in (HARDWARE / "wiring").glob("*.svg")} == set(made)
    for name, svg in made.items():
        assert (HARDWARE / "wiring" / name).read_text("utf-8") == svg
        root = ET.fromstring(svg)  # noqa: S314 - our own
        width = float(root.attrib["width"])
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 < float(text.attrib["x"]) < width


def test_the_tables_of_the_readme_are_current() -> None:
    text = (HARDWARE / "README.md").read_text("utf-8")
    assert script("tables.py").page(text) == text
    assert text.count("<!-- end -->") == 3


def test_links_of_the_readme_lead_somewhere() -> None:
    text = (HARDWARE / "README.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert len(links) >= 8
    assert all((HARDWARE / link).exists() for link in links)


def test_the_printed_goal_is_the_one_that_is_judged() -> None:
    """The gap between the ladders is what the speed of a kick is computed from."""
    from firmware_bridge.posts import GAP_MM  # noqa: PLC0415

    source = (HARDWARE / "printables" / "goal.scad").read_text("utf-8")
    sizes = {
        name: float(value)
        for name, value in re.findall(r"^(\w+) = ([\d.]+);", source, re.MULTILINE)
    }
    assert sizes["gap"] == GAP_MM
    assert sizes["pitch"] <= 16
    assert sizes["first"] + (sizes["beams"] - 1) * sizes["pitch"] <= sizes["above"]


def test_the_udev_rule_knows_every_chip_the_app_looks_for() -> None:
    from firmware_bridge.find import CHIPS  # noqa: PLC0415

    rules = (HARDWARE / "60-taru.rules").read_text("utf-8")
    for vendor, product in CHIPS:
        lines = [line for line in rules.splitlines() if f'"{vendor:04x}"' in line]
        assert lines
        assert any("idProduct" not in line or f"{product:04x}" in line for line in lines)
