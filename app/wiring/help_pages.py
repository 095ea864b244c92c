"""Typer's own words on the help pages, in the user's language."""

from collections.abc import Iterator
from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from app.rulebook.words import Problem
from app.wiring.language import Voice


def translate(cli: typer.Typer, voice: Voice) -> None:
    """Let every help page of an application speak: its panels' titles, its usage line, `--help`."""
    rich_utils.OPTIONS_PANEL_TITLE = voice.text("cli.pages.options")
    rich_utils.ARGUMENTS_PANEL_TITLE = voice.text("cli.pages.arguments")
    rich_utils.COMMANDS_PANEL_TITLE = voice.text("cli.pages.commands")
    rich_utils.DEFAULT_STRING = f"[{voice.text('cli.pages.default', value='{}')}]"
    rich_utils.REQUIRED_LONG_STRING = f"[{voice.text('cli.pages.required')}]"
    command, group = _command_in(voice), _group_in(voice)
    for application in _applications(cli):
        application.info.cls = group
        for info in application.registered_commands:
            info.cls = command
        for branch in application.registered_groups:
            branch.cls = group


def _applications(cli: typer.Typer) -> Iterator[typer.Typer]:
    yield cli
    for branch in cli.registered_groups:
        if branch.typer_instance is not None:
            yield from _applications(branch.typer_instance)


def _usage(voice: Voice, path: str, pieces: list[str]) -> str:
    """`Usage : taru-table demo [OPTIONS]`; what is no name of ours is typer's English."""
    words = {"COMMAND": voice.text("cli.pages.command")}
    told = [" ".join(words.get(word, word) for word in piece.split(" ")) for piece in pieces]
    return f"{voice.text('cli.pages.usage')} {path} {' '.join(told)}"


def _spoken(option: Any, voice: Voice) -> Any:
    """The `--help` option; it takes no value, whatever typer would write there."""
    if option is not None:
        option.help, option.metavar = voice.text("cli.pages.help"), ""
    return option


def _command_in(voice: Voice) -> type[TyperCommand]:
    class Command(TyperCommand):
        def get_usage(self, ctx: Any) -> str:
            return _usage(voice, ctx.command_path, self.collect_usage_pieces(ctx))

        def get_help_option(self, ctx: Any) -> Any:
            return _spoken(super().get_help_option(ctx), voice)

    return Command


def _group_in(voice: Voice) -> type[TyperGroup]:
    class Group(TyperGroup):
        def get_usage(self, ctx: Any) -> str:
            return _usage(voice, ctx.command_path, self.collect_usage_pieces(ctx))

        def get_help_option(self, ctx: Any) -> Any:
            return _spoken(super().get_help_option(ctx), voice)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            """Raises Problem, which names the commands there are."""
            if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
                known = ", ".join(self.list_commands(ctx))
                raise Problem("cli.unknown_command", given=args[0], known=known)
            return super().resolve_command(ctx, args)

    return Group
