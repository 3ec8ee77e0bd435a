"""The doctor and the console: whether it answers where the settings say, and whether anybody may act there."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from common.settings import Settings
from common.store import ConsoleRole
from fleet.doctor.doors.console import check_console, judge_people
from fleet.doctor.finding import Finding, Level
from tests.servers.console import Here
from tests.servers.ports import free_port


def at(settings: Settings, listen: str, public_url: str | None = None) -> Settings:
    named = settings.console.model_copy(update={"listen": listen, "public_url": public_url})
    return settings.model_copy(update={"console": named})


async def found(settings: Settings) -> list[Finding]:
    return [finding async for finding in check_console(settings)]


async def test_a_console_that_runs_answers_and_says_where_people_find_it(here: Here) -> None:
    listen = here.url.removeprefix("http://")
    (one,) = await found(at(here.settings, listen, "https://ops.example"))
    assert (one.level, one.text) == (
        Level.OK,
        f"answers at {here.url} (operators find it at https://ops.example)",
    )
    (one,) = await found(at(here.settings, f"0.0.0.0:{listen.rpartition(':')[2]}"))
    assert one.level is Level.OK


async def test_nobody_and_somebody_else_are_told_apart(settings: Settings) -> None:
    (one,) = await found(at(settings, f"127.0.0.1:{free_port()}"))
    assert one.level is Level.WARNING and "nobody answers at http://127.0.0.1:" in one.text
    assert "`crawlfleet console`" in str(one.next_step)
    other = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    Thread(target=other.handle_request, daemon=True).start()
    (one,) = await found(at(settings, f"127.0.0.1:{other.server_port}"))
    other.server_close()
    assert one.level is Level.FAILED and "something else than a console" in one.text


async def test_without_a_console_in_the_settings_nothing_is_said(settings: Settings) -> None:
    assert await found(settings) == [], "any port: it is nowhere to be asked"
    bare = settings.model_copy(update={"console": settings.console.model_copy(update={"listen": None})})
    assert await found(bare) == []
    assert list(judge_people(bare, [])) == []


async def test_who_may_act(here: Here) -> None:
    (nobody,) = judge_people(here.settings, await here.store.console.everybody())
    assert nobody.text == "nobody may act there" and "console invite NAME --role operator" in str(nobody.next_step)
    await here.invite("ada")
    await here.person("eve", ConsoleRole.VIEWER)
    (invited,) = judge_people(here.settings, await here.store.console.everybody())
    assert invited.text == "nobody may act there: ada did not open the link yet"
    await here.person("ada")
    assert list(judge_people(here.settings, await here.store.console.everybody())) == []
