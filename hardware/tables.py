"""`python hardware/tables.py`: the tables of README.md, from the data beside it."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
GROUPS = {
    "box": "The box",
    "ends": "Both ends of the table",
    "goal": "The goal",
    "pockets": "Carrom pockets (optional)",
}


def read(name: str) -> dict[str, list[dict[str, object]]]:
    return tomllib.loads((HERE / name).read_text("utf-8"))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def pins() -> str:
    found = read("pins.toml")
    board = table(
        ["pin", "chip", "way", "what"],
        [(pin["pin"], pin["port"], pin["way"], pin["en"]) for pin in found["pins"]],
    )
    registers = table(
        ["register", "0", "1", "2", "3", "4", "5", "6", "7"],
        [(f"{r['chip']}: {r['en']}", *r["bits"]) for r in found["registers"]],
    )
    return f"{board}\n\n{registers}"


def memory() -> str:
    board = read("pins.toml")["board"]
    image = tomllib.loads((HERE / "firmware" / "taru.toml").read_text("utf-8"))["image"]
    left = board["ram"] - image["ram"]
    return table(
        ["memory", "there is", "used", "left"],
        [
            ("flash (new bootloader)", board["flash"], image["flash"],
             board["flash"] - image["flash"]),
            ("flash (old Nano bootloader)", board["flash_old"], image["flash"],
             board["flash_old"] - image["flash"]),
            ("RAM: data", board["ram"], image["ram"], f"{left} for the stack"),
            ("… of it the queue, 16 events, not cleared by a reset", "", image["queue_size"], ""),
        ],
    )  # fmt: skip


def parts() -> str:
    found = read("parts.toml")["parts"]
    sections = []
    whole = 0.0
    for group, title in GROUPS.items():
        of_group = [part for part in found if part["for"] == group]
        prices = [float(part["count"]) * float(part["price"]) for part in of_group]
        whole += sum(prices)
        rows = [
            (part["count"], part["name"], f"{price:.2f}")
            for part, price in zip(of_group, prices, strict=True)
        ]
        rows.append(("", f"**{title}**", f"**{sum(prices):.2f}**"))
        sections.append(table(["n", title, "€"], rows))
    return "\n\n".join([*sections, f"All of it: about {whole:.0f} €, wood and wire not counted."])


def page(text: str) -> str:
    """README.md with its tables as they are now."""
    for name, made in (("pins", pins()), ("memory", memory()), ("parts", parts())):
        mark = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        text = re.sub(
            mark, lambda found, made=made: f"{found[1]}{made}\n{found[2]}", text, flags=re.DOTALL
        )
    return text


if __name__ == "__main__":
    path = HERE / "README.md"
    path.write_text(page(path.read_text("utf-8")), "utf-8")
