"""Proxies by the API: added, tried, switched and removed; a password goes in and comes out nowhere."""

from __future__ import annotations

import pytest

from common.settings import Settings
from tests.servers.console import Here
from tests.servers.console.programs import Program, problem
from tests.servers.ports import free_port

SECRET = "hunter2-of-the-proxy"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The shop's name leads somewhere on a machine without a network, too: so its proxy is asked."""
    named = settings.fetch.model_copy(update={"resolve": ("shopee.tw:443:1.1.1.1",)})
    return settings.model_copy(update={"fetch": named})


async def test_a_proxy_is_added_tried_switched_and_removed(here: Here, operator: Program, viewer: Program) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    one = {"name": "tw-1", "address": address, "user": "fleet", "password": SECRET, "domains": ["shopee.tw"]}
    problem(await viewer.post("/proxies/add", **one), 403, "VIEWER")
    assert await operator.done("/proxies/add", **one) == {
        "name": "tw-1",
        "address": address.replace("//", "//fleet@"),
        "domains": ["shopee.tw"],
    }
    for wrong, code in (
        (one, "REFUSED"),
        (one | {"name": "tw-2", "address": f"http://fleet:{SECRET}@tw.example:1"}, "REFUSED"),
        (one | {"name": "tw-2", "domains": ["www.shop.example"]}, "REFUSED"),
        (one | {"name": "tw-2", "password": [SECRET]}, "WRONG_VALUES"),
    ):
        assert SECRET not in str(problem(await operator.post("/proxies/add", **wrong), 400, code)), wrong
    (seen,) = await here.store.proxies.to_use()
    assert seen.proxy.password == SECRET, "the workers have it"
    tried = await operator.done("/proxies/test", name="tw-1")
    assert (tried["url"], tried["status"]) == ("https://shopee.tw/robots.txt", None) and tried["problem"]
    (listed,) = (await viewer.told("/proxies"))["items"]
    assert (listed["failed"], listed["has_password"], listed["added_by"]) == (1, True, "nightly")
    off = {"name": "tw-1", "on": False, "changed": True}
    assert await operator.done("/proxies/off", name="tw-1", reason="it ends") == off
    removed = await operator.done("/proxies/remove", name="tw-1")
    assert removed == {"name": "tw-1", "now_from_own_addresses": ["shopee.tw"]}
    for call in ("test", "remove", "on"):
        problem(await operator.post(f"/proxies/{call}", name="tw-1"), 404, "NOT_FOUND")
    told = await operator.get("/audit")
    assert SECRET not in told.text and SECRET not in (await operator.get("/proxies")).text
    done = [event["action"] for event in told.json()["items"] if event["action"].startswith("proxies")]
    assert {"proxies add", "proxies test", "proxies off", "proxies remove"} <= set(done)
