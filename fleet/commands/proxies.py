"""`crawlfleet proxies list | add | test | off | on | remove`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fleet.commands.typed.context import run, settings_of
from fleet.commands.typed.group import Group
from fleet.commands.typed.options import Csv, Json, OneJson, words
from fleet.commands.typed.paths import at_home
from fleet.commands.typed.secret_text import secret_in
from fleet.terminal.examples import examples

PASSWORD_VARIABLE = "CRAWLFLEET_PROXY_PASSWORD"  # noqa: S105  # a name

app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Proxies that operators' workers fetch through.",
    epilog=examples("crawlfleet proxies list", "crawlfleet proxies test tw-1"),
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The proxy's name: tw-1.")]


@app.command("list", epilog=examples("crawlfleet proxies list", "crawlfleet proxies list --json | jq .state"))
def list_(ctx: typer.Context, as_json: Json = False, as_csv: Csv = False) -> None:
    """List the proxies, and how each stands."""
    from fleet.operations.proxies.steering import list_proxies
    from fleet.terminal.views.proxies import show_proxies

    show_proxies(run(list_proxies(settings_of(ctx))), as_json=as_json, as_csv=as_csv)


@app.command(
    epilog=examples(
        "crawlfleet proxies add tw-1 socks5://tw.example:1080 --domain shopee.tw",
        "crawlfleet proxies add any http://10.0.0.7:3128 --user u --password-file pw",
        "crawlfleet proxies add b http://b.example:80 --user u --password-file - < pw",
    )
)
def add(
    ctx: typer.Context,
    name: Name,
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="http://HOST:PORT or socks5://HOST:PORT.")],
    user: Annotated[str | None, typer.Option("--user", help="Who to sign in as.")] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(
            "--password-file",
            callback=at_home,
            help=f"A file with the password alone, - for standard input; or {PASSWORD_VARIABLE}.",
        ),
    ] = None,
    domain: Annotated[
        list[str] | None,
        typer.Option("--domain", help="A shop's registrable domain that goes through it; may be repeated. None: all."),
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Add a proxy. Its domains go through proxies from then on, and wait while none may be used."""
    from fleet.operations.proxies.steering import add_proxy
    from fleet.terminal.output import print_done

    settings = settings_of(ctx)
    password = _password(password_file)
    proxy = run(add_proxy(settings, name, address, user=user, password=password, domains=domain or ()))
    whom = ", ".join(proxy.domains) or "every shop"
    said = [
        f"{proxy.name} ({proxy.shown}) serves {whom}; workers know it within ten seconds.",
        f"  crawlfleet proxies test {proxy.name}{'' if proxy.domains else ' --domain DOMAIN'}",
    ]
    if not settings.proxies.use:
        said.append("  proxies.use is off here: set it where workers are to go through proxies.")
    told = {"name": proxy.name, "address": proxy.shown, "domains": list(proxy.domains)}
    print_done(told, *said, as_json=as_json)


@app.command(epilog=examples("crawlfleet proxies test tw-1", "crawlfleet proxies test any --domain shop.example"))
def test(
    ctx: typer.Context,
    name: Name,
    domain: Annotated[
        str | None, typer.Option("--domain", help="Whose robots.txt to ask for: a shop's domain, or a host of it.")
    ] = None,
    as_json: OneJson = False,
) -> None:
    """Ask for a shop's robots.txt through a proxy. An answer ends its pause after failures."""
    from fleet.operations.proxies.trying import try_proxy
    from fleet.terminal.views.proxies import show_tried

    tried = run(try_proxy(settings_of(ctx), name, domain=domain))
    show_tried(tried, as_json=as_json)
    if tried.problem is not None:
        raise typer.Exit(1)


@app.command(epilog=examples('crawlfleet proxies off tw-1 --reason "the contract ends"'))
def off(
    ctx: typer.Context,
    name: Name,
    reason: Annotated[str, typer.Option(callback=words, help="Kept, and shown with it.")] = "switched off",
    as_json: OneJson = False,
) -> None:
    """Send nothing through a proxy. Domains that have no other one wait."""
    from fleet.operations.proxies.steering import switch_proxy
    from fleet.terminal.output import print_done
    from fleet.terminal.switched import switched_already

    done = run(switch_proxy(settings_of(ctx), name, on=False, reason=reason))
    now_off = f"{name} is off within ten seconds. Domains that only it serves wait: `crawlfleet doctor`"
    said = now_off if done.changed else switched_already(name, on=False)
    print_done({"name": name, "on": False, "changed": done.changed}, said, as_json=as_json)


@app.command(epilog=examples("crawlfleet proxies on tw-1"))
def on(ctx: typer.Context, name: Name, as_json: OneJson = False) -> None:
    """Use a proxy again, whatever it failed before."""
    from fleet.operations.proxies.steering import switch_proxy
    from fleet.terminal.output import print_done
    from fleet.terminal.switched import switched_already

    done = run(switch_proxy(settings_of(ctx), name, on=True))
    said = f"{name} is on within ten seconds." if done.changed else switched_already(name, on=True)
    print_done({"name": name, "on": True, "changed": done.changed}, said, as_json=as_json)


@app.command(epilog=examples("crawlfleet proxies remove tw-1"))
def remove(ctx: typer.Context, name: Name, as_json: OneJson = False) -> None:
    """Forget a proxy and its password."""
    from fleet.operations.proxies.steering import remove_proxy
    from fleet.terminal.output import print_done

    bare = run(remove_proxy(settings_of(ctx), name))
    said = [f"  now fetched from the workers' own addresses: {', '.join(bare)}"] if bare else []
    print_done({"name": name, "now_from_own_addresses": bare}, f"{name} is gone.", *said, as_json=as_json)


def _password(file: Path | None) -> str | None:
    """From the file, standard input or the environment; never an argument, which the list of processes shows."""
    from common.errors import ConfigError

    if file is None:
        return os.environ.get(PASSWORD_VARIABLE) or None
    password = secret_in(file, "the password").rstrip("\r\n")
    if not password:
        raise ConfigError(f"there is no password in {file}. It holds the password alone, on one line.")
    return password


def register(typer_app: typer.Typer) -> None:
    typer_app.add_typer(app, name="proxies")
