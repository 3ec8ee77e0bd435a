"""A page whose own name leads here (DNS rebinding) gets nothing of a console: no page, no try, no answer."""

from __future__ import annotations

import pytest

from common.settings import Settings
from tests.servers.console import Here, serving_anew

REBOUND = {"host": "evil.example:8790", "origin": "http://evil.example:8790", "sec-fetch-site": "same-origin"}
"""As a browser sends it for a page whose own name was made to lead to 127.0.0.1."""


@pytest.mark.parametrize("address", ["/sign-in", "/", "/api/v1/jobs", "/api/v1/openapi.json", "/static/console.css"])
async def test_a_page_that_led_its_own_name_here_is_told_nothing(here: Here, address: str) -> None:
    stranger = await here.stranger()
    found = await stranger.client.get(address, headers=REBOUND)
    assert (found.status_code, found.text.count("console.public_url")) == (421, 1)
    assert "8790" not in found.text and "with the same port" in found.text, "it need not listen on the usual port"
    assert (found.headers["content-type"] == "application/problem+json") == address.startswith("/api/")
    assert "1.2.3" not in found.text and "crawlfleet" not in found.headers.get("server", "")


async def test_such_a_page_guesses_no_password_and_locks_nobody_out(here: Here) -> None:
    ada, stranger = await here.person("ada"), await here.stranger()
    for number in range(40):
        tried = {"name": f"eve{number}", "password": "guessed guessed"}
        assert (await stranger.client.post("/sign-in", data=tried, headers=REBOUND)).status_code == 421
    mistyped = await stranger.client.post("/sign-in", data={"name": "ada", "password": "mistyped mistyped"})
    assert mistyped.status_code not in {421, 429}
    assert (await ada.get("/jobs")).status_code == 200


async def test_the_name_that_people_were_told_and_what_asks_for_its_health_are_answered(settings: Settings) -> None:
    told = settings.console.model_copy(update={"public_url": "https://ops.example"})
    async with serving_anew(settings.model_copy(update={"console": told})) as here:
        stranger = await here.stranger()
        assert (await stranger.client.get("/sign-in", headers={"host": "ops.example"})).status_code == 200
        assert (await stranger.client.get("/sign-in", headers={"host": "evil.example"})).status_code == 421
        assert (await stranger.client.get("/healthz", headers={"host": "balancer.example"})).status_code == 200
