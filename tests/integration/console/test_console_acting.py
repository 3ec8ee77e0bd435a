"""What operators do at the console, what viewers cannot, and what forms from elsewhere never do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import httpx
import pytest

from common.job import JobStatus, NewJob
from common.store import ConsoleRole
from fleet.one_look import LookedAt
from fleet.operations.auditing import list_audit
from tests.servers.console import Here, Person
from tests.servers.fleet_world import eventually, product_job

NUMBER = re.compile(r'name="number" value="([^"]+)"')


async def add(here: Here, count: int, *, cancelled: bool = False) -> list[str]:
    jobs: Sequence[NewJob] = [product_job(number) for number in range(count)]
    await here.store.jobs.add(jobs)
    ids = [job.id for job in jobs]
    if cancelled:
        await here.store.jobs.cancel(ids, reason="a test's")
    return ids


async def status(here: Here, job_id: str) -> JobStatus:
    job = await here.store.jobs.get(job_id)
    assert job
    return job.status


async def asked(person: Person, verb: str, **filters: object) -> tuple[str, str]:
    """The question's text, and its number."""
    page = await person.send("/jobs/ask", filters, verb=verb)
    assert page.status_code == 200, page.text
    found = NUMBER.search(page.text)
    return page.text, found[1] if found else ""


async def test_one_job_is_cancelled_and_requeued(here: Here) -> None:
    ada, (job_id,) = await here.person("ada"), await add(here, 1)
    done = await ada.send(f"/jobs/{job_id}/cancel", reason="sold by mistake")
    assert done.headers["location"] == f"/jobs/{job_id}?done=cancel"
    page = await ada.page(done.headers["location"])
    assert "This job is cancelled" in page and "sold by mistake" in page
    await ada.send(f"/jobs/{job_id}/requeue")
    assert await status(here, job_id) is JobStatus.NEW
    refused = await ada.send(f"/jobs/{job_id}/requeue")
    assert refused.status_code == 409 and "Nothing was changed: it is NEW" in refused.text
    events = (await list_audit(here.settings, limit=10, operator="ada")).page.rows
    assert [(event.action, event.through, event.done) for event in events] == [
        ("jobs requeue", "console", 0),
        ("jobs requeue", "console", 1),
        ("jobs cancel", "console", 1),
    ]


async def test_many_are_counted_asked_about_and_done(here: Here) -> None:
    ada = await here.person("ada")
    await add(here, 30, cancelled=True)
    text, number = await asked(ada, "requeue", status=["FAILED_PERMANENT"], shop="shopee")
    assert "Requeue 30 jobs?" in text
    done = await ada.send("/jobs/do", number=number)
    assert done.headers["location"] == "/audit?operator=ada"

    async def all_new() -> bool:
        counts = await here.store.listing.counts()
        return [(one.status, one.count) for one in counts] == [(JobStatus.NEW, 30)]

    await eventually(all_new, what="30 jobs NEW")

    async def ended() -> bool:
        (event,) = (await list_audit(here.settings, limit=10, action="jobs requeue")).page.rows
        return (event.meant, event.done, event.ended_at is not None) == (30, 30, True)

    await eventually(ended, what="an audit row with its end")
    again = await ada.send("/jobs/do", number=number)
    assert again.status_code == 409, "a question is answered once"


async def test_what_changed_after_the_question_is_left_out(here: Here) -> None:
    ada = await here.person("ada")
    await add(here, 3, cancelled=True)
    _, number = await asked(ada, "requeue", status=["FAILED_PERMANENT"])
    late = product_job(99)
    await here.store.jobs.add([late])
    await here.store.jobs.cancel([late.id], reason="late")
    await ada.send("/jobs/do", number=number)

    async def three() -> bool:
        counts = {one.status: one.count for one in await here.store.listing.counts()}
        return counts == {JobStatus.NEW: 3, JobStatus.FAILED_PERMANENT: 1}

    await eventually(three, what="three of four requeued")


async def test_a_question_is_answered_by_whom_it_was_asked(here: Here) -> None:
    ada, bo = await here.person("ada"), await here.person("bo")
    await add(here, 1, cancelled=True)
    _, number = await asked(ada, "requeue", status=["FAILED_PERMANENT"])
    assert (await bo.send("/jobs/do", number=number)).status_code == 409
    assert (await ada.send("/jobs/do", number=number)).status_code == 303


async def test_everything_at_once_is_refused(here: Here) -> None:
    ada = await here.person("ada")
    await add(here, 2)
    answer = await ada.send("/jobs/ask", verb="cancel")
    assert answer.status_code == 400 and "say which jobs" in answer.text


async def test_no_filter_is_named_that_filters_nothing(here: Here) -> None:
    """`broken=true` stood above the question, and every job of the other filters was meant."""
    ada = await here.person("ada")
    await add(here, 2)
    asking = await ada.send("/jobs/ask", verb="cancel", shop="shopee", broken="true")
    assert asking.status_code == 400 and "write yes" in asking.text
    for address in ("/jobs?broken=true", "/products?gone=1", "/products?pending=true"):
        assert (await ada.get(address)).status_code == 400, address


async def test_a_shop_is_paused_with_a_reason_and_resumed(here: Here) -> None:
    ada = await here.person("ada")
    assert (await ada.send("/shops/pause", shop="shopee", reason=" ")).status_code == 400
    await ada.send("/shops/pause", shop="shopee", reason="captchas since noon")
    assert "captchas since noon" in await ada.page("/shops")
    await ada.send("/shops/resume", shop="shopee")
    assert "captchas since noon" not in await ada.page("/shops")


async def test_a_link_is_added_here(here: Here) -> None:
    ada = await here.person("ada")
    added = await ada.send("/jobs/add", link=" https://shopee.tw/product/7/8?utm_source=x ")
    page = await ada.page(added.headers["location"])
    assert "This job is new" in page and "https://shopee.tw/product/7/8" in page
    again = await ada.send("/jobs/add", link="https://shopee.tw/product/7/8")
    assert "its link was known" in await ada.page(again.headers["location"])
    for link, why in (("https://nowhere.example/1", "belongs to no registered shop"), ("", "no http or https address")):
        refused = await ada.send("/jobs/add", link=link)
        assert refused.status_code == 400 and "No job was added" in refused.text and why in refused.text
    assert await here.store.jobs.open_count() == 1
    (event, *_) = (await list_audit(here.settings, limit=5, operator="ada")).page.rows
    assert (event.action, event.through) == ("jobs add", "console")


FORMS = (
    "/jobs/ask",
    "/jobs/do",
    "/jobs/add",
    "/jobs/{job}/cancel",
    "/shops/pause",
    "/dead-letters/ask",
    "/dead-letters/do",
    "/feeds/pause",
    "/domains/add",
)


@pytest.mark.parametrize("form", FORMS)
async def test_a_viewer_sees_no_buttons_and_changes_nothing(here: Here, form: str) -> None:
    viewer, (job_id,) = await here.person("vi", ConsoleRole.VIEWER), await add(here, 1)
    for screen in ("/jobs?status=NEW", f"/jobs/{job_id}", "/shops", "/dead-letters"):
        assert 'method="post" action="/sign-out"' in (page := await viewer.page(screen))
        assert page.count('method="post"') == 1, screen
    refused = await viewer.send(form.format(job=job_id), verb="cancel", status=["NEW"], shop="shopee", reason="no")
    assert refused.status_code == 403 and "viewer" in refused.text
    assert await status(here, job_id) is JobStatus.NEW


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({}, "0" * 64),
        ({"origin": "https://evil.example"}, None),
        ({"sec-fetch-site": "cross-site"}, None),
        ({"sec-fetch-site": "same-site"}, None),
    ],
    ids=["no key", "another origin", "another site", "a neighbour"],
)
async def test_forms_from_elsewhere_change_nothing(
    here: Here, form: str, headers: dict[str, str], key: str | None
) -> None:
    ada, (job_id,) = await here.person("ada"), await add(here, 1)
    data = {"key": key or await ada.key(), "verb": "cancel", "status": "NEW", "shop": "shopee", "reason": "no"}
    refused = await ada.client.post(form.format(job=job_id), data=data, headers=headers)
    assert refused.status_code == 403
    assert await status(here, job_id) is JobStatus.NEW


@pytest.mark.parametrize("body", [b"\xff\xfe=1", b"a=1&" * 700, b"x=" + b"y" * 70_000])
async def test_forms_that_are_none_are_refused(here: Here, body: bytes) -> None:
    ada = await here.person("ada")
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer: httpx.Response = await ada.client.post("/jobs/ask", content=body, headers=kind)
    assert answer.status_code in {400, 413}


async def test_what_was_pressed_is_told_before_the_audit_has_a_row_of_it(here: Here) -> None:
    """It may wait for another's look, or break off in that: whoever pressed it is not to read that nothing was done."""
    ada, goes_on = await here.person("ada"), asyncio.Event()
    assert "Nothing was done yet" in await ada.page("/audit?operator=ada")
    here.console.actions.run("drop of 549 dead letters by ada", goes_on.wait())
    page = await ada.page("/audit?operator=ada")
    assert "Under way: drop of 549 dead letters by ada" in page and "Nothing was done yet" not in page
    goes_on.set()

    async def broken() -> None:
        raise LookedAt("another command looks at them")

    here.console.actions.run("drop of 2 dead letters by bob", broken())
    page = await ada.page("/audit?operator=ada")
    assert "drop of 2 dead letters by bob broke off: another command looks at them" in page
    assert "Under way" not in page
