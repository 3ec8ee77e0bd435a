"""Revoking a volunteer while a report is under way, on every driver."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pytest import MonkeyPatch

from common.job import JobStatus
from common.store import Heard, Store
from common.store.drivers.base import Rows
from common.store.drivers.group_commit import Part
from common.trust.values import Report
from tests.integration.store.jobs import link
from tests.integration.store.test_store_volunteers import status
from tests.integration.store.volunteers import claimed, invited, joined, read


@pytest.mark.parametrize("whom", ["p1", "m1"])
async def test_a_report_under_way_while_its_person_is_revoked_is_recorded_before_or_not_at_all(
    store: Store, monkeypatch: MonkeyPatch, whom: str
) -> None:
    """The gateway knew the machine as welcome when the report came in; it is recorded once the word is written."""
    await invited(store)
    await joined(store)
    job_id = await claimed(store)
    database, heard = store.people._db, list[Heard]()
    run = database.run

    async def reported_behind(*parts: Part) -> Sequence[Rows]:
        monkeypatch.undo()
        answers = await run(*parts)
        report = Report(job_id, "lease", "p1", "m1", "1")
        told = read(link(1), "lease", 100)
        heard.append(await store.reports.report(report, told, dice=0.0, current_reader="1"))
        return answers

    monkeypatch.setattr(database, "run", reported_behind)
    assert (await store.people.revoke(whom), heard) == (1, [Heard.LOST])
    assert await status(store, job_id) == (JobStatus.QUEUED, 0)
