"""`crawlfleet broker user add | remove | list`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from common.ways.way import Way
from fleet.commands.typed.context import settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, Json
from fleet.terminal.examples import examples

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="One broker account for each machine or role.",
    epilog=examples("crawlfleet broker user add attic-pc", "crawlfleet broker user list"),
)

Ctl = Annotated[str, typer.Option("--rabbitmqctl", metavar="COMMAND", help="How to call rabbitmqctl.")]
Vhost = Annotated[str | None, typer.Option("--vhost", help="Instead of the virtual host in broker.url.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The account, e.g. the machine's name.")]


@app.command(
    epilog=examples(
        "crawlfleet broker user add attic-pc --password-file attic-pc.password",
        "crawlfleet broker user add tower-pc --way http --way browser",
        "crawlfleet broker user add dispatcher --role dispatcher",
    )
)
def add(
    ctx: typer.Context,
    name: Name,
    role: Annotated[str, typer.Option("--role", help="worker, dispatcher or operator.")] = "worker",
    shop: Annotated[list[str] | None, typer.Option("--shop", help="A worker's shops; may be repeated.")] = None,
    way: Annotated[
        list[Way] | None,
        typer.Option("--way", help="The ways a worker may take; may be repeated. Plain http when not given."),
    ] = None,
    password_file: Annotated[
        Path | None, typer.Option("--password-file", help="Write the password there (mode 0600), not to the terminal.")
    ] = None,
    ctl: Ctl = "rabbitmqctl",
    vhost: Vhost = None,
) -> None:
    """Make an account with just the rights its role needs. Its password is shown once."""
    from common.lasting.folders import sync_folder
    from common.settings import PLATFORMS
    from fleet.operations.accounts import add_account, vhost_of
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.output import print_line

    where = vhost or vhost_of(settings_of(ctx).broker)
    # Opened first: a file that cannot be written must not cost an account whose password nobody knows.
    file = None if password_file is None else _new_private_file(password_file)
    try:
        ways = way or (Way.HTTP,)
        password = add_account(rabbitmqctl(ctl), where, name, role, platforms=shop or PLATFORMS, ways=ways)
    except BaseException:
        if password_file is not None and file is not None:
            os.close(file)
            password_file.unlink()
        raise
    if file is None or password_file is None:
        print_line(password)
    else:
        with os.fdopen(file, "w", encoding="utf-8") as out:
            out.write(f"{password}\n")
            out.flush()
            os.fsync(out.fileno())
        sync_folder(password_file.parent)  # it stands nowhere else
        print_line(f"{name} may work as {role} in {where}; its password is in {password_file}")


@app.command(epilog=examples("crawlfleet broker user remove attic-pc"))
def remove(ctx: typer.Context, name: Name, ctl: Ctl = "rabbitmqctl", vhost: Vhost = None) -> None:
    """Delete an account, and close its connections. What they held goes to other workers."""
    from fleet.operations.accounts import remove_account, vhost_of
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.output import print_line

    remove_account(rabbitmqctl(ctl), vhost or vhost_of(settings_of(ctx).broker), name)
    print_line(f"{name} is gone, and its connections are closed")


@app.command("list", epilog=examples("crawlfleet broker user list --json"))
def list_(
    ctx: typer.Context, ctl: Ctl = "rabbitmqctl", vhost: Vhost = None, as_json: Json = False, as_csv: Csv = False
) -> None:
    """List the accounts and their roles. Those with rights in the virtual host."""
    from fleet.operations.accounts import list_accounts, vhost_of
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.views.queues import show_accounts

    accounts = list_accounts(rabbitmqctl(ctl), vhost or vhost_of(settings_of(ctx).broker))
    show_accounts(accounts, as_json=as_json, as_csv=as_csv)


def _new_private_file(path: Path) -> int:
    from common.errors import ConfigError

    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise ConfigError(f"cannot make {path} for the password: {error.strerror}. Name a file that is new.") from None
