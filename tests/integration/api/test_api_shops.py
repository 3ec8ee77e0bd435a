"""Shops by the API: a page at a time for who asks so, all at once for who asks as ever."""

from __future__ import annotations

from typing import Any

from tests.servers.console import Here
from tests.servers.console.programs import Program, problem

ADDED = [f"other/shop{number}.example" for number in range(7)]


def names(answer: dict[str, Any]) -> list[str]:
    return [one["shop"] for one in answer["items"]]


async def test_shops_come_a_page_at_a_time(here: Here, viewer: Program) -> None:
    for name in ADDED:
        await here.store.fleet.pause_shop(name, "a test")
    every = await viewer.told("/shops")
    assert every["next"] is None and set(ADDED) < set(names(every)), "who gives no limit gets all, as ever"

    met: list[str] = []
    following: str | None = ""
    while following is not None:
        page = await viewer.told("/shops", limit=3, **({"after": following} if following else {}))
        assert 1 <= len(page["items"]) <= 3
        met += names(page)
        following = page["next"]
    assert met == names(every)
    assert names(await viewer.told("/shops", after=ADDED[4])) == ADDED[5:]


async def test_whoever_pauses_a_shop_that_nobody_knows_is_told_so(here: Here, operator: Program) -> None:
    await here.store.domains.add("pinewood.example", by="ada")
    for name, known in (("shopee", True), ("other/pinewood.example", True), ("other/pinewod.example", False)):
        paused = await operator.done("/shops/pause", shop=name, reason="a test")
        assert (paused["shop"], paused["paused"], paused["shop_known"]) == (name, True, known)


async def test_what_is_no_page_is_refused(viewer: Program) -> None:
    for given in ({"limit": "0"}, {"limit": "501"}, {"limit": "many"}, {"after": ""}, {"before": "other"}):
        problem(await viewer.get("/shops", **given), 400, "WRONG_VALUES")


async def test_the_document_tells_of_the_pages(viewer: Program) -> None:
    document = (await viewer.get("/openapi.json")).json()
    listing = document["paths"]["/api/v1/shops"]["get"]
    assert {one["name"] for one in listing["parameters"]} == {"limit", "after"}
    assert "next" in document["components"]["schemas"]["Shops"]["properties"]
