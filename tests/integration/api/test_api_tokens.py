"""Who may use the JSON API, and as what."""

from __future__ import annotations

import asyncio

import pytest

from common.store import ConsoleRole
from fleet.console.access.guesses import PER_ADDRESS
from fleet.console.api.table import CALLS
from fleet.operations.console.tokens import PREFIX, revoke_token
from tests.servers.console import SCREENS, Here
from tests.servers.console.programs import Program, answered, problem, program
from tests.servers.fleet_world import eventually

ACTIONS = [call.path for call in CALLS if call.acts]


async def test_a_token_is_good_until_it_is_revoked(here: Here, viewer: Program) -> None:
    await viewer.told("/jobs")
    (row,) = await here.store.tokens.every()
    assert (row.name, row.role) == ("grafana", ConsoleRole.VIEWER) and row.last_at is not None
    await revoke_token(here.settings, "grafana")
    problem(await viewer.get("/jobs"), 401, "NO_TOKEN")
    events = (await here.store.operators.page(limit=5)).rows
    assert [event.action for event in events] == ["console token revoke", "console token add"]
    assert all(viewer.token not in event.target and event.ended_at for event in events)


async def test_a_token_ends_by_itself(here: Here) -> None:
    brief = await program(here, "brief", ConsoleRole.VIEWER, expires_in_ms=500)

    async def over() -> bool:
        return (await brief.get("/jobs")).status_code == 401

    await eventually(over, what="the token over")


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        f"Bearer {PREFIX}{'a' * 43}",
        f"Basic {PREFIX}{'a' * 43}",
        "Bearer 'x' OR 1=1",
        f"Bearer {'a' * 6000}",
        "Bearer \xe4\xe4",
    ],
)
async def test_what_is_no_token_is_told_the_same(here: Here, authorization: str) -> None:
    client = (await here.stranger()).client
    headers = {b"authorization": authorization.encode("latin-1")}
    found = await client.get("/api/v1/jobs", headers=headers)
    problem(found, 401, "NO_TOKEN")
    assert found.headers["www-authenticate"].startswith("Bearer")


async def test_two_tokens_are_none(here: Here, viewer: Program) -> None:
    pairs = [("authorization", f"Bearer {viewer.token}")] * 2
    problem(await viewer.client.get("/api/v1/jobs", headers=pairs), 401, "NO_TOKEN")


async def test_a_cookie_counts_for_nothing_here_and_a_token_for_nothing_on_pages(here: Here, operator: Program) -> None:
    ada = await here.person("ada")
    assert (await ada.get("/jobs")).status_code == 200
    problem(await ada.get("/api/v1/jobs"), 401, "NO_TOKEN")
    for screen in SCREENS:
        page = await operator.client.get(screen, headers=operator.bearer)
        assert (page.status_code, page.headers["location"][:8]) == (303, "/sign-in"), screen
    acting = await operator.client.post("/shops/pause", data={"shop": "other"}, headers=operator.bearer)
    assert (acting.status_code, acting.headers["location"]) == (303, "/sign-in?onward=%2F&lost=yes")


@pytest.mark.parametrize("path", ACTIONS)
async def test_a_viewer_changes_nothing(here: Here, viewer: Program, path: str) -> None:
    problem(await viewer.post(path), 403, "VIEWER")
    assert [event.action for event in (await here.store.operators.page(limit=5)).rows] == ["console token add"]


async def test_wrong_tokens_are_limited_and_shut_nobody_out(here: Here, viewer: Program) -> None:
    await viewer.told("/jobs")
    stranger = Program(viewer.client, f"{PREFIX}{'a' * 43}")
    codes = [found.status_code for found in await asyncio.gather(*(stranger.get("/jobs") for _ in range(PER_ADDRESS)))]
    assert set(codes) <= {401, 429}

    async def limited() -> bool:
        return (await stranger.get("/jobs")).status_code == 429

    await eventually(limited, what="too many tries")
    assert int((await stranger.get("/jobs")).headers["retry-after"]) > 0
    await viewer.told("/jobs")
    fresh = await program(here, "fresh", ConsoleRole.VIEWER)
    problem(await fresh.get("/jobs"), 429, "TOO_MANY_TRIES")


async def test_what_a_token_did_carries_its_name(here: Here, operator: Program) -> None:
    await operator.done("/shops/pause", shop="shopee", reason="captchas since noon")
    event = (await here.store.operators.page(limit=1)).rows[0]
    assert (event.operator, event.through, event.action) == ("nightly", "API", "jobs pause")
    told = await operator.told("/audit", operator="nightly")
    assert [one["action"] for one in told["items"]] == ["jobs pause"]


async def test_the_document_is_open_and_nothing_else(here: Here) -> None:
    client = (await here.stranger()).client
    assert answered(await client.get("/api/v1/openapi.json"))["openapi"] == "3.1.0"
    for call in CALLS:
        found = await client.request(call.method, f"/api/v1{call.path}")
        assert found.status_code == 401, call.path
