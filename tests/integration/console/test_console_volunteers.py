"""Volunteers at the console: how they stand, and what operators do about them."""

from __future__ import annotations

import re

import pytest

from common.store import ConsoleRole
from common.store.drivers.base import Statement
from fleet.operations.auditing import list_audit
from tests.servers.console import Here

HIDDEN = re.compile(r'name="(was_[a-z_]+)" value="(\d*)"')
HOSTILE = '<script>alert(1)</script>"><img src=x>'


async def volunteer(here: Here, person: str = "p1", name: str = "bo") -> None:
    await here.store.people.invite(
        person, name=name, secret_hash=f"s{person}", machines=2, expires_in_ms=60_000, trusted=False
    )
    joined = await here.store.people.join(
        f"m{person}",
        secret_hash=f"s{person}",
        join_hash=f"j{person}",
        token_hash=f"t{person}",
        name=f"{name}'s attic",
        platform="Linux",
        version="1.2.3",
    )
    assert joined and joined.machine == f"m{person}"


async def test_a_person_is_paused_trusted_and_revoked(here: Here) -> None:
    ada = await here.person("ada")
    how = "<code>crawlfleet volunteers invite NAME</code>"
    page = await ada.page("/volunteers")
    assert "Nobody was invited yet." in page and how in page
    await here.store.people.invite(
        "p9", name="eve", secret_hash="s9", machines=1, expires_in_ms=3 * 86_400_000, trusted=False
    )
    assert "invited; the link ends in 2d" in await ada.page("/volunteers")
    assert "nobody joined by it yet" in await ada.page("/volunteers/p9")
    await volunteer(here)
    page = await ada.page("/volunteers")
    assert '<a href="/volunteers/p1">bo</a>' in page and how in page
    page = await ada.page("/volunteers/p1")
    assert "bo's attic" in page and "1.2.3" in page and "2 may join" in page
    assert (await ada.send("/volunteers/p1/pause", reason="")).status_code == 400
    await ada.send("/volunteers/p1/pause", reason="too many lost tasks")
    page = await ada.page("/volunteers/p1?done=pause")
    assert "too many lost tasks" in page and "Done: paused" in page
    assert "too many lost tasks" in await ada.page("/volunteers")
    await ada.send("/volunteers/p1/resume")
    await ada.send("/volunteers/p1/trust")
    assert "recorded without a second look" in await ada.page("/volunteers/p1")
    await ada.send("/volunteers/p1/distrust")
    unsure = await ada.send("/volunteers/p1/revoke")
    assert unsure.status_code == 400 and "Nothing was revoked" in unsure.text
    await ada.send("/volunteers/p1/revoke", sure="yes")
    page = await ada.page("/volunteers/p1")
    assert "revoked" in page and 'action="/volunteers/p1' not in page, "nothing is left to do"
    events = (await list_audit(here.settings, limit=10, operator="ada")).page.rows
    audit = await ada.page("/audit")
    assert "reason: too many lost tasks" in audit and "not trusted" in audit and "{&#34;" not in audit
    done = [event.action.removeprefix("volunteers ") for event in events]
    assert done == ["revoke", "trust", "trust", "resume", "pause"]


async def test_failed_checks_lead_to_their_jobs(here: Here) -> None:
    ada = await here.person("ada")
    await volunteer(here)
    assert "Failed checks</h2>" not in await ada.page("/volunteers/p1")
    await here.store.people._db.run(
        Statement("INSERT INTO standings (person, failed, failed_at) VALUES ('p1', 1, 1)", {}),
        Statement(
            "INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, "
            "repeats, reported_at, settled_at) "
            "VALUES ('t', 'k3v9q', 'p1', 'mp1', 'other/pine.example', '0.2', 'refused', 0, 1, 2)",
            {},
        ),
    )
    page = await ada.page("/volunteers/p1")
    assert "Failed checks</h2>" in page and '<a href="/jobs/k3v9q">k3v9q</a> of other/pine.example' in page


async def test_results_that_wait_for_a_second_look_are_counted(here: Here) -> None:
    ada = await here.person("ada")
    await volunteer(here)
    assert "Second look</dt>" not in await ada.page("/volunteers/p1")
    await here.store.people._db.run(
        *(
            Statement(
                "INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, "
                "repeats, reported_at, outcome_json) "
                "VALUES (:t, :t, 'p1', 'mp1', 'shopee', '0.2', 'waiting', 0, 1, '{}')",
                {"t": token},
            )
            for token in ("a", "b")
        )
    )
    assert "<dt>Second look</dt><dd>2 results wait for somebody else's look, the oldest for" in await ada.page(
        "/volunteers/p1"
    )
    page = await ada.page("/volunteers")
    assert "Wait for a second look</th>" in page and 'second look">2</td>' in page


async def test_one_machine_is_steered_alone(here: Here) -> None:
    ada = await here.person("ada")
    await volunteer(here)
    await ada.send("/volunteers/p1/pause", machine="mp1", reason="too hot")
    assert "idle: paused by an operator" in await ada.page("/volunteers/p1")
    assert (await here.store.people.persons("p1"))[0].paused_at is None
    await ada.send("/volunteers/p1/revoke", machine="mp1", sure="yes")
    assert '"What now">revoked</td>' in await ada.page("/volunteers/p1")


async def test_a_page_that_stood_open_takes_back_no_limit_of_somebody_elses(here: Here) -> None:
    ada, bo = await here.person("ada"), await here.person("bo")
    await volunteer(here)
    stale = dict(HIDDEN.findall(await bo.page("/volunteers/p1")))
    fields = dict(HIDDEN.findall(await ada.page("/volunteers/p1")))
    assert fields == {"was_tasks_per_day": "", "was_leases_at_once": ""}
    done = await ada.send("/volunteers/p1/limits", fields, tasks_per_day=10, leases_at_once="")
    assert done.status_code == 303
    refused = await bo.send("/volunteers/p1/limits", stale, tasks_per_day="", leases_at_once=2)
    assert refused.status_code == 409 and "Nothing was changed" in refused.text
    person = (await here.store.people.persons("p1"))[0]
    assert (person.tasks_per_day, person.leases_at_once) == (10, None)
    fresh = dict(HIDDEN.findall(await bo.page("/volunteers/p1")))
    await bo.send("/volunteers/p1/limits", fresh, tasks_per_day=10, leases_at_once=2)
    person = (await here.store.people.persons("p1"))[0]
    assert (person.tasks_per_day, person.leases_at_once) == (10, 2)


@pytest.mark.parametrize("verb", ["pause", "resume", "trust", "revoke", "forgive"])
async def test_a_viewer_sees_no_button_and_changes_nothing(here: Here, verb: str) -> None:
    vi = await here.person("vi", ConsoleRole.VIEWER)
    await volunteer(here)
    assert (await vi.page("/volunteers/p1")).count('method="post"') == 1, "to sign out"
    refused = await vi.send(f"/volunteers/p1/{verb}", reason="no", sure="yes")
    assert refused.status_code == 403
    person = (await here.store.people.persons("p1"))[0]
    assert (person.paused_at, person.revoked_at, person.trusted) == (None, None, 0)


async def test_nobody_of_this_name_is_404(here: Here) -> None:
    ada = await here.person("ada")
    answer = await ada.get("/volunteers/nobody")
    assert answer.status_code == 404 and "there is no volunteer" in answer.text
    assert (await ada.send("/volunteers/nobody/pause", reason="why")).status_code == 404


async def test_what_a_volunteer_calls_a_machine_is_text(here: Here) -> None:
    ada = await here.person("ada")
    await volunteer(here, name=HOSTILE)
    for address in ("/volunteers", "/volunteers/p1"):
        raw = (await ada.get(address)).text
        assert "<script>alert" not in raw and "<img" not in raw, address
    assert (await ada.get("/volunteers/nobody")).status_code == 404
