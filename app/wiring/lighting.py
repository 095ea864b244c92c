"""What `look` and `doctor` say of the light over the table, and of a camera's own automatisms."""

from contextlib import closing

from app.match.perception.light import light_note
from app.rulebook.board import Board
from app.wiring.language import Voice
from app.wiring.viewpoint import from_board
from calibration.problem import EyeProblem
from vision.change import Reduction
from vision.files import colourless
from vision.light import LightMeter
from vision.live_frames import LiveFrames
from vision.observation import LightWarning
from vision.sources import open_frames

WATCHED = 60
"""Frames that are watched for a flicker."""
Line = tuple[bool, str]


def light_lines(voice: Voice, warnings: tuple[LightWarning, ...], board: Board) -> list[Line]:
    """One line for each thing that is wrong."""
    notes = (light_note(warning, board) for warning in warnings)
    return [(False, voice.catalogue.say(note.text)) for note in notes]


def light_record(warnings: tuple[LightWarning, ...], board: Board) -> list[dict[str, str | None]]:
    """The kinds of what is wrong, each with its square (None: everywhere)."""
    squares = [None if w.at_mm is None else board.square_at(*w.at_mm) for w in warnings]
    return [
        {"kind": warning.kind, "square": None if square is None else square.name}
        for warning, square in zip(warnings, squares, strict=True)
    ]


def camera_lines(voice: Voice, url: str, board: str) -> list[Line]:
    """What `doctor` finds out about a camera over a table: its picture, what it does not let be
    locked, and the light.
    """
    view = from_board(board)
    try:
        frames = open_frames(url, {})
    except EyeProblem as problem:
        return [(False, problem.sentence(voice.lang))]
    with closing(frames):
        first = frames.read()
        if first is None:
            return [(False, EyeProblem("source.empty", path=url).sentence(voice.lang))]
        size = f"{first.image.shape[1]}×{first.image.shape[0]}"
        lines = [(True, voice.text("cli.doctor.camera_open", url=url, size=size))]
        if colourless(first.image):
            lines.append((False, EyeProblem("picture.grey", path=url).sentence(voice.lang)))
        try:
            table = view.table_for(first.image)
        except EyeProblem as problem:
            return [*lines, (False, problem.sentence(voice.lang))]
        reduction = Reduction(table, view.surface)
        meter, small = LightMeter(reduction), reduction.of(first.image)
        for _ in range(WATCHED):
            frame = frames.read()
            if frame is None:
                break
            small = reduction.of(frame.image)
            meter.follow(small)
        live = frames if isinstance(frames, LiveFrames) else None
        told = () if live is None else (live.remark, live.free)
        lines += [(False, p.sentence(voice.lang)) for p in told if p is not None]
    wrong = light_lines(voice, meter.warnings(small), view.board)
    return [*lines, *(wrong or [(True, voice.text("cli.doctor.light"))])]
