"""`dice verify` and `dice test`: whether rolls were honest, and whether the dice are well."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from app.match.fairness import DiceReport, check_dice, rolls_of
from app.match.log import read_log
from app.rulebook.words import Problem
from app.wiring.language import Voice
from app.wiring.places import matches_folder
from firmware_bridge.messages import Die

NAMES = tuple(die.value for die in Die)


def attach(cli: typer.Typer, voice: Voice) -> None:
    branch = typer.Typer(help=voice.text("cli.dice.help"), no_args_is_help=True)
    cli.add_typer(branch, name="dice")

    @branch.command(help=voice.text("cli.dice.verify_help"))
    def verify(
        match: Path = typer.Argument(..., help=voice.text("cli.dice.match")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        report = check_dice(read_log(match))
        _tell(voice, report)
        if as_json:
            voice.json(asdict(report))
        if not report.fine:
            raise typer.Exit(1)

    @branch.command("test", help=voice.text("cli.dice.test_help"))
    def health(
        matches: list[Path] = typer.Argument(None, help=voice.text("cli.dice.matches")),
        box: str = typer.Option("", help=voice.text("cli.dice.rolls_from")),
        rolls: int = typer.Option(60, min=1, help=voice.text("cli.dice.wanted")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        if not _health(voice, _of_box(voice, box, rolls) if box else _of_files(matches), as_json):
            raise typer.Exit(1)


def _tell(voice: Voice, report: DiceReport) -> None:
    numbers = ("rolls", "dice", "proved", "unproven", "by_hand", "false")
    told = asdict(report)
    voice.say("cli.dice.verified", **{name: told[name] for name in numbers})
    if report.skipped:
        voice.say("cli.dice.skipped", skipped=report.skipped)
    if report.first_false is not None:
        voice.complain(voice.text("cli.dice.false", line=report.first_false))
    if report.torn:
        voice.complain(voice.text("cli.dice.torn"))


Faces = dict[str, list[int]]


def _of_files(matches: Sequence[Path] | None) -> Faces:
    """The rolls of the files, die by die; without files those of all matches recorded here."""
    faces: Faces = {}
    for path in matches or sorted(matches_folder().glob("*.jsonl")):
        for rolled in rolls_of(read_log(path)):
            for name, face in zip(NAMES, rolled.faces, strict=False):
                faces.setdefault(name, []).append(face)
    return faces


def _of_box(voice: Voice, url: str, rolls: int) -> Faces:
    from app.wiring.workbench import roll_box

    def told(done: int) -> None:
        voice.say("cli.dice.press", done=done, wanted=rolls)

    return roll_box(url, rolls, told)


def _health(voice: Voice, faces: Faces, as_json: bool) -> bool:
    from app.wiring.chances import LEAST, fit

    if not faces:
        raise Problem("cli.dice.none")
    fits = {die: fit(found) for die, found in sorted(faces.items())}
    for die, found in fits.items():
        counts = " ".join(map(str, found.counts))
        voice.say(
            "cli.dice.counts", die=die, counts=counts, rolls=found.rolls, chi2=found.chi2,
            p=f"{found.p:.2g}",
        )  # fmt: skip
    fewest = min(fits.values(), key=lambda found: found.rolls)
    if fewest.visible is None:
        voice.say("cli.dice.sees_nothing", rolls=fewest.rolls)
    else:
        voice.say("cli.dice.sees", rolls=fewest.rolls, share=fewest.visible * 100)
    voice.say("cli.dice.needs")
    alarming = any(found.alarming for found in fits.values())
    if fewest.rolls < LEAST:
        voice.say("cli.dice.few")
    else:
        voice.say("cli.dice.alarm" if alarming else "cli.dice.sound")
    if as_json:
        dice = {die: asdict(found) | {"rolls": found.rolls} for die, found in fits.items()}
        voice.json({"dice": dice, "alarm": alarming})
    return not alarming
