"""`crawlfleet broker user add | password | remove | list`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from common.shops.table import SHOPS
from common.ways.way import Way
from fleet.commands.typed.completing import among
from fleet.commands.typed.context import settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, Json, OneJson
from fleet.commands.typed.paths import at_home
from fleet.terminal.examples import examples
from fleet.terminal.help_words import either

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="One broker account for each machine or role.",
    epilog=examples("crawlfleet broker user add attic-pc", "crawlfleet broker user list"),
)


def _roles() -> Sequence[str]:
    from common.broker.roles import ROLES

    return ROLES


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
    role: Annotated[
        str,
        typer.Option("--role", metavar="ROLE", autocompletion=among(_roles), help="worker, dispatcher or operator."),
    ] = "worker",
    shop: Annotated[
        list[str] | None,
        typer.Option(
            "--shop",
            metavar="SHOP",
            autocompletion=among(SHOPS),
            help=f"Only this one's queues: {either(SHOPS)}; may be repeated. None: all.",
        ),
    ] = None,
    way: Annotated[
        list[Way] | None,
        typer.Option("--way", help="The ways a worker may take; may be repeated. Plain http when not given."),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(
            "--password-file", callback=at_home, help="Write the password there (mode 0600), not to the terminal."
        ),
    ] = None,
    ctl: Ctl = "rabbitmqctl",
    vhost: Vhost = None,
    as_json: OneJson = False,
) -> None:
    """Make an account with just the rights its role needs. Its password is shown once."""
    from common.settings import PLATFORMS
    from fleet.operations.accounts import add_account, new_password
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.output import print_done

    where = vhost or settings_of(ctx).broker.vhost
    password = new_password()
    # On the disk before there is an account: nobody could say its password again if this ended in between.
    kept = None if password_file is None else _kept(password_file, password)
    try:
        ways = way or (Way.HTTP,)
        add_account(rabbitmqctl(ctl), where, name, role, platforms=shop or PLATFORMS, ways=ways, password=password)
    except BaseException:
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise
    said = password
    if kept is not None and password_file is not None:
        _named(kept, password_file)
        said = f"{name} may work as {role} in {where}; its password is in {password_file}"
    told = {"name": name, "role": role, "vhost": where} | _where(password, password_file)
    print_done(told, said, as_json=as_json)


@app.command(epilog=examples("crawlfleet broker user password attic-pc --password-file attic-pc.password"))
def password(
    ctx: typer.Context,
    name: Name,
    password_file: Annotated[
        Path | None,
        typer.Option(
            "--password-file",
            callback=at_home,
            help="Write it there, also into a file that is there, not to the terminal.",
        ),
    ] = None,
    ctl: Ctl = "rabbitmqctl",
    vhost: Vhost = None,
    as_json: OneJson = False,
) -> None:
    """Give an account another password; its rights stay. Its connections are closed: whoever reads the password from
    its file comes back by itself, and nothing is lost."""
    from fleet.operations.accounts import change_password, new_password
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.output import print_done

    where = vhost or settings_of(ctx).broker.vhost
    new = new_password()
    told = {"name": name, "vhost": where} | _where(new, password_file)
    if password_file is None:
        change_password(rabbitmqctl(ctl), where, name, new)
        print_done(told, new, as_json=as_json)
        return
    # On the disk before it is anybody's, as in `add`.
    kept = _written(f"{new}\n".encode(), password_file)
    try:
        change_password(rabbitmqctl(ctl), where, name, new)
    except BaseException:
        kept.unlink(missing_ok=True)
        raise
    _replaced(kept, password_file)
    said = f"{name} has a new password, in {password_file}; its connections were closed"
    print_done(told, said, as_json=as_json)


@app.command(epilog=examples("crawlfleet broker user remove attic-pc"))
def remove(
    ctx: typer.Context, name: Name, ctl: Ctl = "rabbitmqctl", vhost: Vhost = None, as_json: OneJson = False
) -> None:
    """Delete an account, and close its connections. What they held goes to other workers."""
    from fleet.operations.accounts import remove_account
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.output import print_done

    where = vhost or settings_of(ctx).broker.vhost
    remove_account(rabbitmqctl(ctl), where, name)
    print_done({"name": name, "vhost": where}, f"{name} is gone, and its connections are closed", as_json=as_json)


@app.command("list", epilog=examples("crawlfleet broker user list --json"))
def list_(
    ctx: typer.Context, ctl: Ctl = "rabbitmqctl", vhost: Vhost = None, as_json: Json = False, as_csv: Csv = False
) -> None:
    """List the accounts and their roles. Those with rights in the virtual host."""
    from fleet.operations.accounts import list_accounts
    from fleet.rabbitmq.rabbitmqctl import rabbitmqctl
    from fleet.terminal.views.queues import show_accounts

    accounts = list_accounts(rabbitmqctl(ctl), vhost or settings_of(ctx).broker.vhost)
    show_accounts(accounts, as_json=as_json, as_csv=as_csv)


def _where(password: str, file: Path | None) -> dict[str, str | None]:
    """The password itself for programs only where it stands in no file."""
    return {"password": password if file is None else None, "password_file": None if file is None else str(file)}


def _kept(path: Path, password: str) -> Path:
    """Beside `path`, which has it once the account is made: a file there is a password that works. Raises
    ConfigError."""
    from common.errors import ConfigError
    from common.lasting.files import write_beside

    try:
        return write_beside(path, f"{password}\n".encode())
    except OSError as error:
        raise ConfigError(f"cannot make {path} for the password: {error.strerror}. Name a file that is new.") from None


def _named(kept: Path, path: Path) -> None:
    """Raises ConfigError."""
    from common.errors import ConfigError
    from common.lasting.files import name_new

    try:
        name_new(kept, path)
    except OSError as error:
        raise ConfigError(
            f"the account is made, but {path} cannot be: {error.strerror}. Its password is in {kept}: move it away "
            "within a day."
        ) from None


def _written(content: bytes, path: Path) -> Path:
    """A file beside `path`. Raises ConfigError."""
    from common.errors import ConfigError
    from common.lasting.partial import partial_beside
    from common.private_files import write_private

    try:
        kept = partial_beside(path)
        write_private(kept, content)
    except OSError as error:
        raise ConfigError(f"cannot write beside {path}: {error.strerror}. Nothing was changed.") from None
    return kept


def _replaced(kept: Path, path: Path) -> None:
    """A file that is there keeps its owner and its mode, and whoever has it mounted sees the new password. Raises
    ConfigError."""
    from common.errors import ConfigError
    from common.lasting.files import put_in_place

    try:
        if path.exists():
            path.write_bytes(kept.read_bytes())
            kept.unlink()
        else:
            put_in_place(kept, path)
    except OSError as error:
        raise ConfigError(
            f"the password is changed, but {path} cannot be written: {error.strerror}. The new one is in {kept} "
            "for a day; or mend that, and run this again."
        ) from None
