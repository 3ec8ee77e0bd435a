"""Notifications by the API: without secrets; rules added, switched and removed, targets added, tried and removed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.notices.conditions import Facts, FailingFeed, look_at
from common.notices.values import Kind, Met, NewRule, Timing
from tests.servers.console import Here
from tests.servers.console.programs import Program, problem
from tests.servers.notices import notice_listener

HOSTILE = '</script>"\u202e\x1b[31m'


async def one_rule(here: Here, url: str) -> int:
    assert await here.store.notices.add_target("phone", url)
    rule = NewRule(Kind.PRICE_DROP, "phone", by_percent=10, timing=Timing(digest_at=480))
    number = await here.store.notices.add_rule(rule, asked="a", by="ada")
    assert number is not None
    return number


async def test_rules_are_listed_switched_and_removed(here: Here, operator: Program) -> None:
    number = await one_rule(here, "json://127.0.0.1:9/sesame")
    (rule,) = (await operator.told("/notify/rules"))["items"]
    assert (rule["id"], rule["what"], rule["when"], rule["off_at"]) == (
        number,
        "price-drop by 10 %",
        "daily at 08:00 (UTC)",
        None,
    )
    assert rule["timing"]["digest_at"] == 480
    assert await operator.done("/notify/rules/off", rule=number) == {"rule": number, "on": False, "changed": True}
    assert (await operator.told("/notify/rules"))["items"][0]["off_at"] is not None
    assert await operator.done("/notify/rules/on", rule=number) == {"rule": number, "on": True, "changed": True}
    assert (await operator.told("/notify/rules"))["items"][0]["off_at"] is None
    problem(await operator.post("/notify/rules/on", rule=number + 1), 404, "NOT_FOUND")
    problem(await operator.post("/notify/rules/remove", rule=str(number)), 400, "WRONG_VALUES")
    assert await operator.done("/notify/rules/remove", rule=number) == {"rule": number}
    assert (await operator.told("/notify/rules"))["items"] == []
    done = (await operator.told("/audit", operator="nightly"))["items"]
    assert [(event["action"], event["through"], event["done"]) for event in done] == [
        ("notify rules remove", "API", 1),
        ("notify rules on", "API", 0),
        ("notify rules on", "API", 1),
        ("notify rules off", "API", 1),
    ]


async def test_what_was_told_is_paged_and_no_secret_is_in_any_answer(
    here: Here, viewer: Program, operator: Program
) -> None:
    number = await one_rule(here, "json://127.0.0.1:9/sesame")
    (rule,) = await here.store.notices.rules()
    await here.store.notices.record([(rule, Met(number, str(at), at, HOSTILE), 0) for at in range(3)])
    first = await viewer.get("/notify/log", limit=2)
    assert "\u202e" not in first.text and "\x1b" not in first.text and first.text.isascii()
    second = await viewer.told("/notify/log", limit=2, after=first.json()["next"])
    found = [*first.json()["items"], *second["items"]]
    assert sorted(one["at"] for one in found) == [0, 1, 2] and second["next"] is None
    assert {(one["state"], one["target"], one["line"]) for one in found} == {("waiting", "phone", HOSTILE)}
    assert (await viewer.told("/notify/log", state="sent"))["items"] == []
    problem(await viewer.get("/notify/log", state="lost"), 400, "WRONG_VALUES")
    (target,) = (await viewer.told("/notify/targets"))["items"]
    assert (target["name"], target["rules"]) == ("phone", 1)
    for path in ("/notify/rules", "/notify/targets", "/notify/log"):
        assert "sesame" not in (await operator.get(path)).text


async def test_a_private_feeds_key_stands_in_no_place_of_the_log(here: Here, viewer: Program) -> None:
    """The place where a page ends is shown to whoever looks, and the next page goes on behind it."""
    number = await one_rule(here, "json://127.0.0.1:9/sesame")
    (rule,) = await here.store.notices.rules()
    feeds = [FailingFeed("rss", f"https://pine.example/feed?user={user}&key=sesame", 9, None) for user in range(3)]
    met = look_at([replace(rule, kind=Kind.FEED_FAILING)], Facts(1000, feeds=feeds), []).met
    await here.store.notices.record([(rule, one, 0) for one in met])
    lines: list[str] = []
    place: dict[str, str | None] = {}
    for _ in range(3):
        answer = await viewer.get("/notify/log", limit=1, **place)
        assert "sesame" not in answer.text
        (notice,) = answer.json()["items"]
        lines.append(notice["line"])
        place = {"after": answer.json()["next"]}
    assert place["after"] is None
    assert len(set(lines)) == 3 and {one.rule for one in met} == {number}


async def test_a_target_of_a_service_and_a_rule_are_added(here: Here, operator: Program, viewer: Program) -> None:
    pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")
    address = "ntfys://ntfy.sh/sesame"
    problem(await viewer.post("/notify/targets/add", target="phone", address=address), 403, "VIEWER")
    for refused in ("json://127.0.0.1:9/sesame", "ntfys://10.0.0.1/sesame", "sesame"):
        said = problem(await operator.post("/notify/targets/add", target="phone", address=refused), 400, "REFUSED")
        assert "sesame" not in str(said)
    said = problem(await operator.post("/notify/targets/add", target="phone", address=["sesame"]), 400, "WRONG_VALUES")
    assert "sesame" not in str(said)
    added = await operator.done("/notify/targets/add", target="phone", address=address)
    assert (added["name"], added["address"], "sesame" in str(added)) == ("phone", "ntfys://…", False)
    rule = await operator.done("/notify/rules/add", target="phone", kind="price-drop", by="10", digest="daily@08:00")
    assert (rule["what"], rule["when"], rule["added_by"]) == ("price-drop by 10 %", "daily at 08:00 (UTC)", "nightly")
    assert rule["shop_known"] is True, "it is for none"
    misspelt = await operator.done("/notify/rules/add", target="phone", kind="gone", shop="other/nowhere.example")
    assert misspelt["shop_known"] is False
    await operator.done("/notify/rules/remove", rule=misspelt["id"])
    problem(await operator.post("/notify/rules/add", target="phone", kind="gone", by="10"), 400, "REFUSED")
    problem(await operator.post("/notify/rules/add", target="nobody", kind="gone"), 404, "NOT_FOUND")
    problem(await operator.post("/notify/targets/remove", target="phone"), 400, "REFUSED")
    await operator.done("/notify/rules/remove", rule=rule["id"])
    assert await operator.done("/notify/targets/remove", target="phone") == {"target": "phone"}
    assert "sesame" not in (await operator.get("/audit")).text


async def test_a_target_is_tried(here: Here, operator: Program, viewer: Program) -> None:
    pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")
    with notice_listener() as listener:
        await one_rule(here, listener.url)
        problem(await viewer.post("/notify/test", target="phone"), 403, "VIEWER")
        tried = await operator.done("/notify/test", target="phone")
        assert (tried["name"], tried["reached"]) == ("phone", True)
        listener.status = 403
        refused = await operator.done("/notify/test", target="phone")
        assert (refused["reached"], refused["unsure"], refused["said"]) == (False, False, "it answered with status 403")
        problem(await operator.post("/notify/test", target="nobody"), 404, "NOT_FOUND")
        assert len(listener.messages) == 2
