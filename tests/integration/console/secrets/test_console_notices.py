"""The screen of notifications: a test message by its button, rules switched, no secret anywhere, no act of a viewer."""

from __future__ import annotations

import pytest

from common.notices.values import Kind, Met, NewRule
from common.store import ConsoleRole
from fleet.operations.auditing import list_audit
from tests.servers.console import Here
from tests.servers.notices import notice_listener

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

HOSTILE = "<script>alert(1)</script>\u202e\x1b[31m"


async def one_rule(here: Here, url: str) -> int:
    assert await here.store.notices.add_target("phone", url)
    number = await here.store.notices.add_rule(NewRule(Kind.PRICE_DROP, "phone", by_percent=10), asked="a", by="ada")
    assert number is not None
    return number


async def test_a_test_message_is_sent_by_its_button(here: Here) -> None:
    with notice_listener() as listener:
        await one_rule(here, listener.url)
        ada, eve = await here.person("ada"), await here.person("eve", ConsoleRole.VIEWER)
        refused = await eve.send("/notices/test", target="phone")
        assert (refused.status_code, len(listener.messages)) == (403, 0)
        assert "Send a test" not in await eve.page("/notices")
        done = await ada.send("/notices/test", target="phone")
        assert "The target took the test message." in await ada.page(done.headers["location"])
        assert [message["title"] for message in listener.messages] == ["crawlfleet: a test"]
        listener.status = 403
        refused = await ada.send("/notices/test", target="phone")
        assert refused.status_code == 502
        assert "phone: the test message did not arrive: it answered with status 403." in refused.text
        assert (await ada.send("/notices/test", target="nobody")).status_code == 404
        assert (await ada.client.post("/notices/test", data={"target": "phone"})).status_code == 403, "no key"
        assert len(listener.messages) == 2
    assert "path-of-secret" not in await ada.page("/notices")
    events = (await list_audit(here.settings, limit=10, operator="ada")).page.rows
    assert [(event.action, event.done) for event in events if "test" in event.action] == [
        ("notify test", 0),
        ("notify test", 1),
    ]


async def test_rules_are_switched_and_removed(here: Here) -> None:
    number = await one_rule(here, "json://127.0.0.1:9/secret")
    ada = await here.person("ada")
    assert "price-drop by 10 %" in await ada.page("/notices")
    await ada.send("/notices/off", rule=number)
    assert (await here.store.notices.rules())[0].off_at is not None
    await ada.send("/notices/on", rule=number)
    assert (await here.store.notices.rules())[0].off_at is None
    assert (await ada.send("/notices/on", rule="1; --")).status_code == 400
    assert (await ada.send("/notices/on", rule=99)).status_code == 404
    assert (await ada.send("/notices/forget", rule=number)).status_code == 404
    unsure = await ada.send("/notices/remove", rule=number)
    assert unsure.status_code == 400 and "Nothing was removed" in unsure.text
    assert len(await here.store.notices.rules()) == 1
    await ada.send("/notices/remove", rule=number, sure="yes")
    assert await here.store.notices.rules() == []


SESAME = "ntfys://sesame@ntfy.sh/sesame-topic"


async def test_a_target_and_a_rule_are_added_and_removed_and_the_secret_is_shown_nowhere(
    here: Here, caplog: pytest.LogCaptureFixture
) -> None:
    ada, eve = await here.person("ada"), await here.person("eve", ConsoleRole.VIEWER)
    assert "Add a target" in await ada.page("/notices") and "Add a target" not in await eve.page("/notices")
    assert (await eve.send("/notices/add-target", target="phone", address=SESAME)).status_code == 403
    for inner in ("json://sesame.example/x", "ntfys://127.0.0.1/sesame", "gotify://localhost/sesame", "file:///sesame"):
        refused = await ada.send("/notices/add-target", target="phone", address=inner)
        assert refused.status_code == 400 and "sesame" not in refused.text, refused.text
    added = await ada.send("/notices/add-target", target="phone", address=f" {SESAME}\n")
    page = await ada.page(added.headers["location"])
    assert "The target is added" in page and "ntfys://…" in page
    again = await ada.send("/notices/add-target", target="phone", address=f"{SESAME}-2")
    assert again.status_code == 400 and "sesame" not in again.text
    for wrong in (
        {"kind": "price-drop"},
        {"kind": "dead-letters", "least": "0"},
        {"kind": "gone", "by": "3"},
        {"kind": "x"},
    ):
        assert (await ada.send("/notices/add", wrong, target="phone")).status_code == 400, wrong
    assert (await ada.send("/notices/add", kind="gone", target="nobody")).status_code == 404
    told = {"kind": "price-drop", "target": "phone", "by": "10", "shop": "shopee", "quiet": "22:00-07:00"}
    page = await ada.page((await ada.send("/notices/add", told)).headers["location"])
    assert "price-drop by 10 %" in page and "quiet 22:00-07:00 (UTC)" in page
    assert "is no shop here" not in page
    used = await ada.send("/notices/remove-target", target="phone", sure="yes")
    assert used.status_code == 400 and "rules send to phone" in used.text
    await ada.send("/notices/remove", rule=(await here.store.notices.rules())[0].id, sure="yes")
    assert (await ada.send("/notices/remove-target", target="phone")).status_code == 400, "not said to be for good"
    await ada.send("/notices/remove-target", target="phone", sure="yes")
    assert await here.store.notices.targets() == []
    audit = (await ada.get("/audit")).text
    assert "notify targets add" in audit and "notify rules add" in audit and "sesame" not in audit
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("crawlfleet")]
    assert "sesame" not in "".join(ours), "what Apprise says goes nowhere (dispatcher/notices/sending.py)"


async def test_a_rule_for_a_shop_that_nobody_knows_is_warned_of_as_the_command_does(here: Here) -> None:
    await one_rule(here, "json://127.0.0.1:9/secret")
    ada = await here.person("ada")
    told = {"kind": "gone", "target": "phone", "shop": "other/nowhere.example"}
    added = (await ada.send("/notices/add", told)).headers["location"]
    page = await ada.page(added)
    assert "But nowhere.example is no shop here, and no job is of it: this rule tells nothing yet." in page
    assert "is no shop here" not in await ada.page("/notices"), "once, to whoever added it"
    assert "is no shop here" not in await ada.page(f"{added}0"), "of another rule"


async def test_what_was_told_is_text(here: Here) -> None:
    number = await one_rule(here, "json://127.0.0.1:9/secret")
    (rule,) = await here.store.notices.rules()
    await here.store.notices.record([(rule, Met(number, HOSTILE, 0, HOSTILE), 0)])
    await here.store.notices.claim(number, "m", limit=5)
    await here.store.notices.not_sent("m", "phone", HOSTILE, pause_ms=1000, most_tries=1)
    raw = (await (await here.person("ada")).get("/notices")).text
    assert "<script>alert" not in raw
    assert "\u202e" not in raw and "\x1b" not in raw
    assert "failed" in raw
