"""The operators' console, where the settings name one: whether it answers, and whether anybody may act there."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING

import httpx

from common.errors import ConfigError
from common.output.unreached import why_unreached
from fleet.doctor.doors.certificate import judge_refused
from fleet.doctor.doors.doors import PEM_STEP, WAIT_SECONDS, trusting, url_here
from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import ConsolePerson

SECTION = "console"


def named(settings: Settings) -> bool:
    """Whether the settings say that there is a console."""
    return settings.console.listen is not None or settings.console.public_url is not None


async def check_console(settings: Settings) -> AsyncIterator[Finding]:
    """One request for its /healthz at console.listen on this machine; nothing where the settings do not name one."""
    url = url_here(settings.console.listen, tls=settings.console.certificate_file is not None)
    if url is None:
        return
    where = f"{url} (operators find it at {settings.console.found_at})" if settings.console.public_url else url
    step = "`crawlfleet console` (or up) must run here; if it runs elsewhere, leave console.listen out of the settings"
    try:
        context = trusting(settings.console.certificate_file)
    except ConfigError as error:
        yield failed(SECTION, f"console.certificate_file: {error}", PEM_STEP)
        return
    try:
        async with httpx.AsyncClient(verify=context, trust_env=False, timeout=WAIT_SECONDS) as client:
            answer = await client.get(f"{url}/healthz")
    except (httpx.HTTPError, ssl.SSLError, OSError) as error:
        why = why_unreached(error)
        refused = list(judge_refused(SECTION, url, why, "operators"))
        for finding in refused or [warning(SECTION, f"nobody answers at {where}: {why}", step)]:
            yield finding
        return
    if answer.status_code == 200 and answer.text == "ok\n":
        yield ok(SECTION, f"answers at {where}")
    else:
        yield failed(SECTION, f"something else than a console answers at {url}", "another port in console.listen")


def judge_people(settings: Settings, people: Sequence[ConsolePerson]) -> Iterator[Finding]:
    """Whether somebody has taken an operator's invite."""
    if not named(settings):
        return
    operators = [one for one in people if one.role.may_act and one.password is not None]
    if operators:
        return
    invited = [one.name for one in people if one.role.may_act]
    waits = f": {', '.join(invited)} did not open the link yet" if invited else ""
    yield warning(
        SECTION,
        f"nobody may act there{waits}",
        "`crawlfleet console invite NAME --role operator` prints a link, good once",
    )
