"""Who gets into the console, how, and for how long."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from common.errors import CleartextRefused
from common.settings import Settings
from common.store import ConsoleRole
from common.timing.units import HOUR_MS
from fleet.console.access import forms
from fleet.console.access.entering import PER_NAME
from fleet.console.access.guesses import PER_ADDRESS
from fleet.console.serving import ConsoleService
from fleet.operations.console.people import revoke_person
from gateway.people.throttle import network_of
from gateway.web.listening import bind
from tests.servers.console import PASSWORD, SCREENS, Here


async def test_an_invite_is_looked_at_by_anybody_and_used_once(here: Here) -> None:
    secret = await here.invite("ada")
    chat = await here.stranger()  # whose preview fetches the link
    looked = await chat.page("/invite")
    assert "Take your invite" in looked and "ada" not in looked, "who looks at the address alone learns nothing"
    assert "Welcome, ada" in (await chat.client.post("/invite", data={"secret": f" #{secret}"})).text
    ada = await here.stranger()
    given = {"secret": secret, "password": PASSWORD, "again": PASSWORD}
    taken = await ada.client.post("/invite", data=given)
    assert taken.status_code == 303
    cookie = taken.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert "ada, operator" in await ada.page("/")
    again = await chat.client.post(
        "/invite", data=given | {"password": "another password", "again": "another password"}
    )
    assert again.status_code == 410 and "set-cookie" not in again.headers


@pytest.mark.parametrize(
    ("password", "again", "said"), [("short", "short", "10 to 200"), ("a" * 12, "b" * 12, "differ")]
)
async def test_a_password_that_will_not_do_leaves_the_invite_good(
    here: Here, password: str, again: str, said: str
) -> None:
    person, secret = await here.stranger(), await here.invite("ada")
    refused = await person.client.post("/invite", data={"secret": secret, "password": password, "again": again})
    assert refused.status_code == 400 and said in refused.text
    assert "Welcome, ada" in (await person.client.post("/invite", data={"secret": secret})).text


async def test_signing_in_and_out(here: Here) -> None:
    await here.person("ada")
    elsewhere = await here.stranger()
    wrong = await elsewhere.client.post("/sign-in", data={"name": "ada", "password": "guess guess"})
    assert wrong.status_code == 403 and "do not belong together" in wrong.text
    right = await elsewhere.client.post("/sign-in", data={"name": "Ada ", "password": PASSWORD})
    assert right.status_code == 303
    cookies = dict(elsewhere.client.cookies)
    assert (await elsewhere.send("/sign-out")).headers["location"] == "/sign-in"
    async with httpx.AsyncClient(base_url=here.url, cookies=cookies, trust_env=False) as thief:
        assert (await thief.get("/")).headers["location"] == "/sign-in", "the session is over, not just forgotten"


async def test_somebody_nobody_knows_is_told_the_same(here: Here) -> None:
    person = await here.stranger()
    answer = await person.client.post("/sign-in", data={"name": "nobody", "password": PASSWORD})
    assert answer.status_code == 403 and "do not belong together" in answer.text


async def test_tries_are_limited(here: Here) -> None:
    person = await here.stranger()
    guess = {"name": "ada", "password": "x"}
    # All at once: one after the other they may take so long on a busy machine that the next one is allowed again.
    tries = await asyncio.gather(*(person.client.post("/sign-in", data=guess) for _ in range(PER_NAME + 1)))
    tries.sort(key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in tries] == [403] * PER_NAME + [429]
    assert "Wait" in tries[-1].text and "1 seconds" not in tries[-1].text
    assert 'name="name" value="ada"' in tries[-1].text, "the form is there for the next try"


async def test_sessions_and_invites_that_are_nobodys_are_limited_and_shut_nobody_out(here: Here) -> None:
    """Each costs a look at the database, and whoever reaches the door may send any number."""
    ada, stranger = await here.person("ada"), await here.stranger()

    async def guessed(number: int) -> set[int]:
        cookie = {"cookie": f"{here.console.cookie}={number:043}"}
        by_session = await stranger.client.get("/jobs", headers=cookie)
        by_invite = await stranger.client.post("/invite", data={"secret": f"{number:043}"})
        return {by_session.status_code, by_invite.status_code}

    for found in await asyncio.gather(*(guessed(number) for number in range(PER_ADDRESS))):
        assert found <= {303, 410, 429}
    limited = await stranger.client.get("/jobs", headers={"cookie": f"{here.console.cookie}={'a' * 43}"})
    while limited.status_code != 429:  # a busy machine may take so long that a try is allowed again
        limited = await stranger.client.get("/jobs", headers={"cookie": f"{here.console.cookie}={'a' * 43}"})
    assert int(limited.headers["retry-after"]) > 0 and "Too many sessions that are nobody" in limited.text
    assert (await ada.get("/jobs")).status_code == 200, "a session that was good lately goes on"
    assert (await stranger.get("/jobs")).status_code == 303, "no cookie is no try"
    bob = await here.person("bob")
    assert (await bob.get("/jobs")).status_code == 200, "a session that was just begun is known"


async def test_revoked_with_the_next_request(here: Here) -> None:
    ada = await here.person("ada")
    await revoke_person(here.settings, "ada")
    assert (await ada.get("/")).headers["location"] == "/sign-in"
    again = await ada.client.post("/sign-in", data={"name": "ada", "password": PASSWORD})
    assert again.status_code == 403


async def test_a_session_ends_after_its_hours(here: Here) -> None:
    ada = await here.person("ada")
    path = here.settings.database.url.removeprefix("file:")
    with closing(sqlite3.connect(path)) as database, database:
        ((ends_at,),) = database.execute("SELECT expires_at FROM console_sessions").fetchall()
        lasts_hours = (ends_at - await here.store.jobs.now_ms()) / HOUR_MS
        assert lasts_hours == pytest.approx(here.settings.console.session_hours, abs=0.1)
        database.execute("UPDATE console_sessions SET expires_at = ?", (await here.store.jobs.now_ms() - 1,))
    assert (await ada.get("/")).headers["location"] == "/sign-in"


async def test_a_role_counts_from_the_next_request(here: Here) -> None:
    ada = await here.person("ada")
    await here.invite("ada", ConsoleRole.VIEWER)
    assert "ada, viewer" in await ada.page("/")


async def test_a_new_password_ends_the_sessions_of_the_old_one(here: Here) -> None:
    before, after = await here.person("ada"), await here.person("ada")
    assert (await before.get("/")).status_code == 303
    assert (await after.get("/")).status_code == 200


@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_is_shown_to_strangers(here: Here, screen: str) -> None:
    found = await (await here.stranger()).get(screen)
    assert (found.status_code, found.headers["location"].partition("?")[0]) == (303, "/sign-in")


@pytest.mark.parametrize("address", [*SCREENS, "/sign-in", "/invite", "/nothing", "/static/console.css"])
async def test_every_answer_carries_the_protecting_headers(here: Here, address: str) -> None:
    headers = (await (await here.person("ada")).get(address)).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY" and headers["x-content-type-options"] == "nosniff"


async def test_no_cleartext_beyond_this_machine(settings: Settings) -> None:
    open_to_all = settings.console.model_copy(update={"listen": "0.0.0.0:0"})
    service = ConsoleService(settings.model_copy(update={"console": open_to_all}), version="1")
    with pytest.raises(CleartextRefused, match=r"console\.certificate_file"):
        await service.run()


async def test_a_used_link_changes_nothing_any_more(here: Here) -> None:
    secret = await here.invite("ada")
    ada, other = await here.stranger(), await here.stranger()
    given = {"secret": secret, "password": PASSWORD, "again": PASSWORD}
    assert (await ada.client.post("/invite", data=given)).status_code == 303
    assert (await other.client.post("/invite", data=given)).status_code == 410
    assert (await ada.get("/")).status_code == 200, "who took it stays signed in"


async def test_a_look_is_no_try(here: Here) -> None:
    person = await here.stranger()
    for _ in range(PER_NAME + 1):
        assert (await person.client.head("/sign-in")).status_code == 200
        assert (await person.client.head("/invite")).status_code == 200
        assert (await person.client.post("/invite", data={"secret": "x"})).status_code == 410
    await here.person("ada")
    right = await person.client.post("/sign-in", data={"name": "ada", "password": PASSWORD})
    assert right.status_code == 303


async def test_who_has_spent_an_addresss_tries_spends_no_name(here: Here) -> None:
    waits = [here.console.entering.wait_seconds(f"n{n}", "192.0.2.1") for n in range(PER_ADDRESS)]
    assert not any(waits)
    assert all(here.console.entering.wait_seconds("vic", "192.0.2.1") for _ in range(3 * PER_NAME))
    assert here.console.entering.wait_seconds("vic", "192.0.2.2") == 0.0


@pytest.mark.parametrize("one", ["2001:db8::1", "2001:db8::ffff:1"])
async def test_an_ipv6_network_is_one_address(one: str) -> None:
    assert network_of(one) == network_of("2001:db8::2") != network_of("2001:db8:0:1::2")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") != network_of("::ffff:192.0.2.2"), "heard on [::]"


@pytest.mark.parametrize(
    ("wanted", "to"),
    [
        ("/jobs?status=DEAD", "/jobs?status=DEAD"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
    ],
)
async def test_signing_in_leads_on_to_what_was_asked_for_and_nowhere_else(here: Here, wanted: str, to: str) -> None:
    await here.person("ada")
    person = await here.stranger()
    data = {"name": "ada", "password": PASSWORD, "onward": wanted}
    assert (await person.client.post("/sign-in", data=data)).headers["location"] == to


@pytest.mark.parametrize("wanted", ["https://evil.example/", "javascript:alert(1)", ""])
async def test_a_wrong_password_leaves_no_link_to_elsewhere(here: Here, wanted: str) -> None:
    person = await here.stranger()
    data = {"name": "ada", "password": "guess guess", "onward": wanted}
    said = (await person.client.post("/sign-in", data=data)).text
    assert 'name="onward" value="/"' in said and "Go on to it" not in said


async def test_a_link_to_a_list_leads_to_it_through_the_sign_in(here: Here) -> None:
    found = await (await here.stranger()).get("/jobs?status=DEAD&shop=shopee")
    assert "onward=%2Fjobs%3Fstatus%3DDEAD" in found.headers["location"]


@pytest.mark.parametrize(
    ("at", "back"),
    [
        ("/shops/one?shop=taobao", "/shops/one?shop=taobao"),
        ("/jobs/ask", "/jobs"),
        ("/feeds/do?x=1", "/feeds"),
        ("/sign-out", "/"),
        ("//evil.example", "/"),
        ("/nowhere", "/"),
    ],
)
async def test_what_is_pressed_after_the_session_ended_is_said_to_be_lost(here: Here, at: str, back: str) -> None:
    """In another tab, or after a night: nothing was done, and the page it was pressed on is led back to."""
    person = await here.stranger()
    headers = {"referer": f"{here.url}{at}", "origin": here.url}
    found = await person.client.post("/shops/pause", data={"shop": "taobao"}, headers=headers)
    assert found.status_code == 303
    asked = await person.client.get(found.headers["location"])
    assert "what you pressed was not done" in asked.text
    assert f'name="onward" value="{back}"' in asked.text
    assert "was not done" not in (await person.get("/sign-in")).text


@pytest.mark.parametrize("referer", ["https://evil.example/jobs", "http://[", ""])
async def test_a_form_from_elsewhere_leads_back_to_nothing_of_ours(here: Here, referer: str) -> None:
    person = await here.stranger()
    found = await person.client.post("/shops/pause", headers={"referer": referer})
    assert found.headers["location"] == "/sign-in?onward=%2F&lost=yes"


@pytest.mark.parametrize("origin", ["http://[", "null", "https://evil.example"])
async def test_an_origin_that_is_not_ours_is_refused(here: Here, origin: str) -> None:
    person = await here.stranger()
    found = await person.client.post("/sign-in", data={"name": "a", "password": "b"}, headers={"origin": origin})
    assert found.status_code == 403 and "Another site" in found.text


async def test_a_proxy_in_front_may_write_its_own_host() -> None:
    headers = {"host": "127.0.0.1:8790", "origin": "https://ops.example"}
    assert forms.from_elsewhere(headers) and not forms.from_elsewhere(headers, "ops.example")


async def test_answers_come_at_once_on_a_connection_that_is_kept(here: Here) -> None:
    """Small parts of an answer do not wait for each other (TCP_NODELAY)."""
    with bind(here.settings.console, section="console") as listening:
        assert listening.proto == socket.IPPROTO_TCP, "asyncio looks at this alone"


@pytest.mark.parametrize("host", ["x?", "x/jobs?", "["])
async def test_a_host_that_is_none_changes_nothing(host: str, here: Here, tmp_path: Path) -> None:
    """Starlette before 1.0 takes an address's path from there."""
    ada, stranger = await here.person("ada"), await here.stranger()
    headers = {"host": host}
    assert (await ada.client.get("/audit", headers=headers)).status_code == 200
    onward = (await stranger.client.get("/jobs?status=DEAD", headers=headers)).headers["location"]
    assert onward == "/sign-in?onward=%2Fjobs%3Fstatus%3DDEAD"
    (tmp_path / "fleet.db").rename(tmp_path / "away.db")
    away = await stranger.client.post("/invite", data={"secret": "a" * 43}, headers=headers)
    (tmp_path / "away.db").rename(tmp_path / "fleet.db")
    assert away.status_code == 503
    assert str(tmp_path) not in away.text, "where the database lies is no stranger's to know"
