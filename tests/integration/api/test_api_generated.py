"""Requests made of the OpenAPI document by schemathesis: whatever fits it, or does not, gets an answer it describes.

By hand: `schemathesis run …/api/v1/openapi.json` with its phase `coverage` too makes some 3,000 requests in a minute.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from common.job import NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.settings import Settings
from fleet.console.api.document import document
from fleet.console.api.table import CALLS
from fleet.operations.volunteers.inviting import invite
from tests.generated_requests import keeps_to_its_document
from tests.servers.console import Here
from tests.servers.console.programs import Program
from tests.servers.fleet_world import product_job

EXAMPLES = 4
FEED = "https://feeds.example/a?key=sesame"
LINK = "https://shopee.tw/product/310001/9100001"
DOCUMENT = document(CALLS, version="1", prefix="/api/v1")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "console": {"listen": "127.0.0.1:0"},
            "gateway": {"public_url": "https://fleet.example"},
            "feeds": [{"source": "rss", "account": FEED, "name": "somebody"}],
            "shops": {"other": {"domains": ["pinewood.example"]}},
        }
    )


@pytest.fixture
async def busy(here: Here) -> Here:
    """A fleet that has what the document's examples name."""
    jobs = here.store.jobs
    job = NewJob(LINK, LINK, "shopee", "tw", "310001", "9100001", "rss", "me", "1")
    await jobs.add([job, *(product_job(number) for number in range(1, 20))])
    await jobs.publish([job.id], republish_after_ms=60_000)
    await jobs.claim(job.id, worker_id="w", lease_token="t", lease_ms=60_000)
    offer = Offer("Kettle", 128_000, "TWD", item_id="9100001", availability=Availability.IN_STOCK)
    priced = {"title": offer.title, "price_minor": offer.price_minor, "currency": offer.currency}
    told = {"offer": priced, "verdict": {"status": "ok"}}
    verdict = Verdict(VerdictStatus.OK)
    result = CrawlResult(json.dumps(told), "h", offer, verdict, LINK, "shopee", "tw", LINK, 86_400_000)
    assert await jobs.succeed(job.id, "t", result)
    await here.store.fleet.worker_seen("w", role="worker", version="1", state="idle", running=0, done=1, failed=0)
    await here.store.feeds.record_poll_failure(
        "rss", "https://feeds.example/a?key=sesame", error="x", next_poll_in_ms=1
    )
    await invite(here.settings, name="ada", machines=1, expires_in_ms=60_000, trusted=False)
    return here


def unknown(value: Any, schema: dict[str, Any], at: str) -> list[str]:
    """Fields of an answer that its schema does not name."""
    if "$ref" in schema:
        return unknown(value, DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]], at)
    for one in schema.get("anyOf", ()):
        if value is not None and one.get("type") != "null":
            return unknown(value, one, at)
    if isinstance(value, list):
        return [name for one in value[:1] for name in unknown(one, schema["items"], f"{at}[]")]
    if not isinstance(value, dict) or "properties" not in schema:
        return []
    named = schema["properties"]
    both = value.keys() & named.keys()
    inner = [name for field in both for name in unknown(value[field], named[field], f"{at}.{field}")]
    return [*(f"{at}.{field}" for field in value.keys() - both), *inner]


async def test_no_answer_holds_a_field_that_the_document_does_not_tell(busy: Here, operator: Program) -> None:
    found, asked = [], 0
    for path, calls in DOCUMENT["paths"].items():
        if "get" not in calls:
            continue
        given = calls["get"].get("parameters", ())
        query = {one["name"]: one["schema"]["examples"][0] for one in given if one["required"]}
        answer = await operator.get(path.removeprefix("/api/v1"), **query)
        assert answer.status_code == (409 if path.endswith(("/dlq", "/queues")) else 200), answer.text
        if answer.status_code == 200:
            asked += 1
            schema = calls["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            found += unknown(answer.json(), schema, path)
    assert found == []
    assert asked == sum(call.method == "GET" for call in CALLS) - 2


@pytest.mark.slow
@pytest.mark.unmeasured
async def test_every_call_keeps_to_the_document(busy: Here, operator: Program, tmp_path: Path) -> None:
    await keeps_to_its_document(
        f"{busy.url}/api/v1/openapi.json",
        operator.token,
        "--phases=examples,fuzzing",
        f"--max-examples={EXAMPLES}",
        folder=tmp_path,
    )
