"""`doctor`: what is installed, what is missing, and what to do about it, a line each."""

import os
import subprocess
import sys
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import typer

from app.wiring.boards import boards
from app.wiring.box_check import check_box
from app.wiring.language import Voice
from app.wiring.lighting import camera_lines
from app.wiring.places import calibrations_folder, matches_folder
from calibration.history import latest
from calibration.problem import EyeProblem
from calibration.store import load_calibration
from firmware_bridge.find import candidate_ports
from vision.cameras import camera_names

LIBRARIES = ("opencv-python", "numpy", "scipy", "kivy", "pyserial", "fpdf2", "msgspec")


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.doctor.help"))
    def doctor(
        box: str = typer.Option("", help=voice.text("cli.doctor.box")),
        camera: str = typer.Option("", help=voice.text("cli.doctor.camera")),
        board: str = typer.Option("std", help=voice.text("cli.doctor.board")),
    ) -> None:
        if box:
            if not check_box(voice, box, camera):
                raise typer.Exit(1)
            return
        lines = [*_software(voice), _window(voice), *_hardware(voice)]
        lines += [*calibration_lines(voice), _folder(voice), _eye(voice)]
        if camera:
            lines += camera_lines(voice, camera, board)
        for good, text in lines:
            word = voice.text("cli.doctor.fine" if good else "cli.doctor.todo")
            voice.print(f"{word:>8}  {text}")
        if not all(good for good, _ in lines):
            raise typer.Exit(1)


Line = tuple[bool, str]


def _software(voice: Voice) -> list[Line]:
    lines = [(True, voice.text("cli.doctor.python", version=sys.version.split()[0]))]
    for name in LIBRARIES:
        try:
            found = voice.text("cli.doctor.library", name=name, version=version(name))
            lines.append((True, found))
        except PackageNotFoundError:
            lines.append((False, voice.text("cli.doctor.library_missing", name=name)))
    names = ", ".join(sorted(boards()))
    return [*lines, (True, voice.text("cli.doctor.boards", names=names))]


def _window(voice: Voice) -> Line:
    """Opened in a process of its own: where no window can be had, Kivy ends the process."""
    opened = subprocess.run(
        [sys.executable, "-c", "from app.ui.boot import prepare; prepare(); "
         "from kivy.base import EventLoop; EventLoop.ensure_window()"],
        capture_output=True,
        timeout=60,
        check=False,
    )  # fmt: skip
    if opened.returncode != 0:
        return False, voice.text("cli.doctor.window_missing")
    hidden = sys.platform.startswith("linux") and not os.environ.get("DISPLAY")
    return True, voice.text("cli.doctor.window_hidden" if hidden else "cli.doctor.window_fine")


def _hardware(voice: Voice) -> list[Line]:
    cameras = sorted(camera_names()) or sorted(str(path) for path in Path("/dev").glob("video*"))
    ports = [f"{port.url} ({port.chip})" for port in candidate_ports()]
    camera = (
        voice.text("cli.doctor.camera_fine", names=", ".join(cameras))
        if cameras
        else voice.text("cli.doctor.camera_none")
    )
    serial = (
        voice.text("cli.doctor.ports_fine", names=", ".join(ports))
        if ports
        else voice.text("cli.doctor.ports_none")
    )
    return [(True, camera), (True, serial)]


def calibration_lines(voice: Voice) -> list[Line]:
    """The newest calibration of each camera at each resolution: how good, how old."""
    lines: list[Line] = []
    for path in latest(calibrations_folder()):
        try:
            stored = load_calibration(path)
        except EyeProblem:
            lines.append((False, voice.text("cli.doctor.calibration_damaged", path=str(path))))
            continue
        made = datetime.fromtimestamp(path.stat().st_mtime).astimezone().date().isoformat()
        wide, high = stored.table.lens.size
        text = voice.text(
            "cli.doctor.calibrated",
            camera=stored.camera,
            mm=round(stored.residual_mm, 2),
            day=made,
            size=f"{wide}×{high}",
        )
        lines.append((True, text))
    return lines or [(True, voice.text("cli.doctor.calibration_none"))]


def _folder(voice: Voice) -> Line:
    folder = matches_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False, voice.text("cli.doctor.data_blocked", path=str(folder))
    writable = os.access(folder, os.W_OK)
    key = "cli.doctor.data" if writable else "cli.doctor.data_blocked"
    return writable, voice.text(key, path=str(folder))


def _eye(voice: Voice) -> Line:
    """The whole way from a rendered frame to millimetres, once."""
    from app.wiring.selftest import read_own_table

    discs, error_mm = read_own_table(boards()["std"])
    line = voice.text("cli.doctor.eye", discs=discs, error=error_mm)
    return discs == 30 and error_mm < 1.0, line
