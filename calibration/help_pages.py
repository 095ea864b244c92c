"""Typer's own words on the help pages, and ours, in the user's language."""

from collections.abc import Callable, Iterator
from enum import Enum
from math import isfinite
from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from calibration.problem import EyeProblem
from calibration.words import say

Told = Callable[[str], str]
"""What a help text written in the code stands for: a sentence by its key, or itself."""


def translate(cli: typer.Typer, lang: str, told: Told = str) -> None:
    """Let every help page of an application speak: its panels' titles, its usage line, `--help`,
    and through `told` the help of its commands and options. Numbers that are none are refused.
    """
    rich_utils.OPTIONS_PANEL_TITLE = say("pages.options", lang)
    rich_utils.ARGUMENTS_PANEL_TITLE = say("pages.arguments", lang)
    rich_utils.COMMANDS_PANEL_TITLE = say("pages.commands", lang)
    rich_utils.DEFAULT_STRING = f"[{say('pages.default', lang, value='{}')}]"
    rich_utils.REQUIRED_LONG_STRING = f"[{say('pages.required', lang)}]"
    command, group = _command_in(lang, told), _group_in(lang, told)
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


def _usage(lang: str, path: str, pieces: list[str]) -> str:
    """`Usage : taru-table demo [OPTIONS]`; what is no name of ours is typer's English."""
    words = {"COMMAND": say("pages.command", lang)}
    told = [" ".join(words.get(word, word) for word in piece.split(" ")) for piece in pieces]
    return f"{say('pages.usage', lang)} {path} {' '.join(told)}"


def _spoken(option: Any, lang: str) -> Any:
    """The `--help` option; it takes no value, whatever typer would write there."""
    if option is not None:
        option.help, option.metavar = say("pages.help", lang), ""
    return option


def _tell(command: Any, told: Told) -> None:
    """The help of a command and of its options in the user's language."""
    for part in (command, *command.params):
        if getattr(part, "help", None):
            part.help = told(part.help)


def shown(param: Any) -> str:
    """An option or argument as the help page calls it."""
    first = str((param.opts or [param.name])[0])
    return first if first.startswith("-") else str(getattr(param, "metavar", None) or first.upper())


def wrong_value(param: Any) -> EyeProblem:
    """What to say of a value that an option does not take: which it takes, where that is known."""
    kind = getattr(param, "type", param)  # typer keeps limits and choices in either
    choices = getattr(kind, "choices", None) or _members(param)
    least, most = (getattr(kind, bound, None) for bound in ("min", "max"))
    if choices:
        known = ", ".join(str(getattr(choice, "value", choice)) for choice in choices)
        return EyeProblem("usage.bad_choice", name=shown(param), known=known)
    if least is not None and most is not None:
        return EyeProblem(
            "usage.bad_number", name=shown(param), least=f"{least:g}", most=f"{most:g}"
        )
    if least is not None:
        return EyeProblem("usage.too_small", name=shown(param), least=f"{least:g}")
    return EyeProblem("usage.bad_value", name=shown(param))


def _members(param: Any) -> list[Any]:
    told = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    return list(told) if isinstance(told, type) and issubclass(told, Enum) else []


def _about(error: Exception, ctx: Any) -> None:
    if getattr(error, "ctx", ctx) is None:
        error.__dict__["ctx"] = ctx


def _check_numbers(command: Any, ctx: Any) -> None:
    for param in command.params:
        value = ctx.params.get(param.name)
        if isinstance(value, float) and not isfinite(value):
            raise wrong_value(param)


def _command_in(lang: str, told: Told) -> type[TyperCommand]:
    class Command(TyperCommand):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            _tell(self, told)

        def parse_args(self, ctx: Any, args: list[str]) -> Any:
            """Lets every complaint know which command it is about."""
            try:
                return super().parse_args(ctx, args)
            except Exception as error:
                _about(error, ctx)
                raise

        def invoke(self, ctx: Any) -> Any:
            """Raises EyeProblem for `nan` and `inf`, which lie within no limits and are numbers to
            typer.
            """
            _check_numbers(self, ctx)
            return super().invoke(ctx)

        def get_usage(self, ctx: Any) -> str:
            return _usage(lang, ctx.command_path, self.collect_usage_pieces(ctx))

        def get_help_option(self, ctx: Any) -> Any:
            return _spoken(super().get_help_option(ctx), lang)

    return Command


def _group_in(lang: str, told: Told) -> type[TyperGroup]:
    class Group(TyperGroup):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            _tell(self, told)

        def get_usage(self, ctx: Any) -> str:
            return _usage(lang, ctx.command_path, self.collect_usage_pieces(ctx))

        def get_help_option(self, ctx: Any) -> Any:
            return _spoken(super().get_help_option(ctx), lang)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            """Raises EyeProblem, which names the commands there are."""
            if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
                known = ", ".join(self.list_commands(ctx))
                raise EyeProblem("usage.unknown_command", given=args[0], known=known)
            return super().resolve_command(ctx, args)

    return Group
