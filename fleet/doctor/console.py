"""The operators' console, where the settings name one: whether it answers, and whether anybody may act there."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING

import httpx

from common.store import ConsoleRole
from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.settings import Settings
    from common.settings_tables.console import ConsoleSettings
    from common.store import ConsolePerson

SECTION = "console"
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104  # looked at, never listened on
WAIT_SECONDS = 5.0


def named(settings: Settings) -> bool:
    """Whether the settings say that there is a console."""
    return settings.console.listen is not None or settings.console.public_url is not None


async def check_console(settings: Settings) -> AsyncIterator[Finding]:
    """One request for its /healthz at console.listen on this machine; nothing where the settings do not name one."""
    url = _here(settings.console)
    if url is None:
        return
    where = f"{url} (operators find it at {settings.console.found_at})" if settings.console.public_url else url
    step = "`crawlfleet console` (or up) must run here; if it runs elsewhere, leave console.listen out of the settings"
    try:
        async with httpx.AsyncClient(
            verify=_trusting(settings.console), trust_env=False, timeout=WAIT_SECONDS
        ) as client:
            answer = await client.get(f"{url}/healthz")
    except (httpx.HTTPError, ssl.SSLError, OSError) as error:
        yield warning(SECTION, f"nobody answers at {where}: {str(error) or type(error).__name__}", step)
        return
    if answer.status_code == 200 and answer.text == "ok\n":
        yield ok(SECTION, f"answers at {where}")
    else:
        yield failed(SECTION, f"something else than a console answers at {url}", "another port in console.listen")


def judge_people(settings: Settings, people: Sequence[ConsolePerson]) -> Iterator[Finding]:
    """Whether somebody has taken an operator's invite."""
    if not named(settings):
        return
    operators = [one for one in people if one.role is ConsoleRole.OPERATOR and one.password is not None]
    if operators:
        return
    invited = [one.name for one in people if one.role is ConsoleRole.OPERATOR]
    waits = f": {', '.join(invited)} did not open the link yet" if invited else ""
    yield warning(
        SECTION,
        f"nobody may act there{waits}",
        "crawlfleet console invite NAME --role operator prints a link, good once",
    )


def _here(settings: ConsoleSettings) -> str | None:
    """None where it is not said, or where any port is taken."""
    if settings.listen is None:
        return None
    host, _, port = settings.listen.rpartition(":")
    if not int(port):
        return None
    return f"{settings.scheme}://{EVERY_ADDRESS.get(host, host)}:{port}"


def _trusting(settings: ConsoleSettings) -> ssl.SSLContext | bool:
    """The very certificate of the settings, under whatever name this machine is asked. Raises OSError without it."""
    if settings.certificate_file is None:
        return True
    context = ssl.create_default_context(cafile=settings.certificate_file)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context
