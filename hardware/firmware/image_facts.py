"""`python image_facts.py taru.elf > taru.toml`: what the linker made of the image."""

import json
import re
import subprocess
import sys


def ask(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


def facts(elf: str) -> dict[str, int | str]:
    """Sizes in bytes; `queue_at` and `stack_from` are addresses in the chip's data space. Another
    compiler makes another image of the same sources: `compiler` is the one that made this.
    """
    sections = dict(re.findall(r"^(\.\w+)\s+(\d+)", ask("avr-size", "-A", elf), re.MULTILINE))
    names = ask("avr-nm", "-S", elf)
    queue = re.search(r"^00800?([0-9a-f]+) ([0-9a-f]+) . queue_memory$", names, re.MULTILINE)
    heap = re.search(r"^00800?([0-9a-f]+) . __heap_start$", names, re.MULTILINE)
    if queue is None or heap is None:
        raise SystemExit(f"{elf} has no queue_memory")
    ram = sum(int(sections[name]) for name in (".data", ".bss", ".noinit"))
    return {
        "compiler": ask("avr-gcc", "-dumpversion").strip(),
        "flash": int(sections[".text"]) + int(sections[".data"]),
        "ram": ram,
        "queue_at": int(queue[1], 16),
        "queue_size": int(queue[2], 16),
        "stack_from": int(heap[1], 16),
    }


if __name__ == "__main__":
    print("# What the linker made of taru.hex; written by `make ship`.\n\n[image]")  # noqa: T201
    for name, value in facts(sys.argv[1]).items():
        print(f"{name} = {json.dumps(value)}")  # noqa: T201
