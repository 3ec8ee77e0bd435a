"""What the console shows: every screen with nothing, with a fleet's work, and with what strangers wrote."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.offer import Availability, VerdictReason
from common.settings import Settings
from common.store import ConsoleRole, init_schema, open_store
from common.store.values.fleet import DISPATCHER
from fleet.demo.world import routes
from tests.servers.console import SCREENS, Here, serving
from tests.servers.console.work import OFFER, claimed, record
from tests.servers.demo_fleet import SETTINGS, write_config
from tests.servers.fleet_world import bare_fleet, eventually, product_job
from tests.servers.libsql import LibsqlServers
from tests.servers.ports import free_port

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202e\x1b[31m'


@pytest.mark.parametrize("screen", SCREENS)
async def test_every_screen_without_anything(here: Here, screen: str) -> None:
    assert "<h1>" in await (await here.person("ada")).page(screen)


async def test_a_job_and_its_product_are_shown_whole(here: Here) -> None:
    ada, job = await here.person("ada"), product_job(1)
    token = await record(here.store, job)
    assert job.url_norm in await ada.page("/jobs?status=SUCCEEDED&shop=shopee")
    page = await ada.page(f"/jobs/{job.id}")
    assert all(
        said in page for said in ("Kettle", "1280.00 TWD", "QUEUED", "RUNNING", "SUCCEEDED", '"lease_token"')[:5]
    )
    assert '\n "events": [\n' in page, "JSON that a person can read"
    assert "Who held it, and for how long" in page and "As the crawl told it" in page
    assert token not in page, "a lease's token is a worker's own"
    assert "Kettle" in await ada.page("/products?query=kett")
    product = await ada.page(f"/products/one?key={job.id}")
    assert '<svg class="chart"' in product and "1280.00 TWD" in product
    assert "1</a>" in await ada.page("/")


async def test_a_shop_of_the_open_web_is_named_as_it_is_typed(here: Here) -> None:
    ada, url = await here.person("ada"), "https://www.pine.example/p/1"
    job = NewJob(url, url, "other", "any", "pine.example", None, "jsonl", "test", "1")
    await record(here.store, job)
    for page in ("/jobs", f"/jobs/{job.id}", "/products"):
        assert "other/pine.example" in await ada.page(page), page


async def test_a_job_tells_when_it_is_tried_again(here: Here) -> None:
    ada = await here.person("ada")
    for number, delay_ms, said in ((1, 3_600_000, "<dt>Next try</dt><dd>in 59m"), (2, 0, "<dd>due since ")):
        job = product_job(number)
        await here.store.jobs.add([job])
        await here.store.jobs.claim(job.id, worker_id="w", lease_token="t", lease_ms=60_000)
        await here.store.jobs.retry_later(
            job.id, "t", delay_ms=delay_ms, error_code=ErrorCode.TIMEOUT, detail="no answer within 10 s"
        )
        assert said in await ada.page(f"/jobs/{job.id}")
    later = f"/jobs/{product_job(1).id}"
    assert "if a dispatcher runs by then: none does now" in await ada.page(later)
    await here.store.fleet.lead(DISPATCHER, "host-1", ttl_ms=60_000)
    assert "none does now" not in await ada.page(later)


async def test_what_happened_again_and_again_is_shown_once(here: Here) -> None:
    ada, job = await here.person("ada"), product_job(1)
    await here.store.jobs.add([job])
    for lease, worker in enumerate([*["here"] * 30, "there", *["here"] * 2]):
        assert (await here.store.jobs.claim(job.id, worker_id=worker, lease_token=f"{lease}", lease_ms=60_000)).job
        await here.store.jobs.give_back(
            job.id, f"{lease}", delay_ms=0, error_code=ErrorCode.NO_NETWORK, detail="no route"
        )
    page = await ada.page(f"/jobs/{job.id}")
    happened, _, rest = page.partition("<h2>What happened</h2>")[2].partition("<h2>Leases</h2>")
    leases = rest.partition("<h2>All of it</h2>")[0]
    for told in (happened, leases):
        assert told.count("NO_NETWORK") == 3, "one of the thirty, the other worker's, and again one of the first's"
        assert "(30 times in a row, until " in told and "(2 times in a row, until " in told
    assert rest.partition('"events": [')[2].count("NO_NETWORK") == 33, "programs get them all"


async def test_a_job_that_ended_tells_whether_it_is_ever_crawled_again(here: Here) -> None:
    ada, closed, wrong = await here.person("ada"), product_job(1), product_job(2)
    for job, code, again_ms in (
        (closed, ErrorCode.ROBOTS_DISALLOWED, 604_800_000),
        (wrong, ErrorCode.INVALID_URL, None),
    ):
        token = await claimed(here.store, job)
        assert await here.store.jobs.fail(job.id, token, error_code=code, detail="why", next_crawl_ms=again_ms)
    page = await ada.page(f"/jobs/{closed.id}")
    assert "crawled again after 20" in page and ", if robots.txt allows it by then</dd>" in page
    assert "<dt>Again</dt><dd>never by itself: requeue it to try it from the start</dd>" in await ada.page(
        f"/jobs/{wrong.id}"
    )


async def test_a_product_tells_the_price_before_and_is_checked_again(here: Here) -> None:
    ada, job = await here.person("ada"), product_job(1)
    await record(here.store, job)
    await record(here.store, job, dataclasses.replace(OFFER, price_minor=160000))
    other = product_job(2)
    await record(here.store, other, dataclasses.replace(OFFER, item_id=other.item_id))
    listed = await ada.page("/products")
    row = "".join(
        f'<td class="number" data-label="{name}">{text}</td>'
        for name, text in (("Price", "1600.00 TWD"), ("Before", "1280.00 TWD"), ("Change", "+25.0 %"))
    )
    assert row in listed, "now, before and the change between"
    first = row.replace("1280.00 TWD", "").replace("1600.00 TWD", "1280.00 TWD").replace("+25.0 %", "")
    assert first in listed
    assert '<th scope="col">Availability</th>' in listed and "Stock</th>" not in listed
    page = await ada.page(f"/products/one?key={job.id}")
    assert "<dt>Availability</dt><dd>IN_STOCK</dd>" in page and ">Stock<" not in page
    assert "1280.00 TWD, until" in page and "(+25.0 %)" in page and "Recheck now" in page
    done = await ada.send(f"/jobs/{job.id}/recheck", back="product")
    assert "It is crawled again now" in await ada.page(done.headers["location"])
    found = await here.store.jobs.get(job.id)
    assert found and found.status is JobStatus.NEW


async def test_a_product_says_what_lets_in_a_price_that_waits_or_was_not_stored(here: Here) -> None:
    ada, doubted, refused = await here.person("ada"), product_job(1), product_job(2)
    for job in (doubted, refused):
        await record(here.store, job)
    assert "Let in by" not in await ada.page(f"/products/one?key={doubted.id}")
    await record(here.store, doubted, dataclasses.replace(OFFER, price_minor=5000))
    await record(here.store, refused, not_stored=VerdictReason.AMBIGUOUS_PRICE)
    page = await ada.page(f"/products/one?key={doubted.id}")
    assert "PRICE_JUMPED" in page and "<dt>Let in by</dt><dd>a second look that sees the same price. Nobody" in page
    page = await ada.page(f"/products/one?key={refused.id}")
    assert "<dt>Let in by</dt><dd>a page that does not contradict itself about the price. Nobody can confirm" in page


async def test_prices_of_what_a_page_showed_before_are_told_apart(here: Here) -> None:
    ada, job = await here.person("ada"), product_job(1)
    await record(here.store, job)
    hose = dataclasses.replace(
        OFFER,
        title="Garden hose reel",
        gtin="4006381333931",
        price_minor=None,
        availability=Availability.OUT_OF_STOCK,
    )
    for _ in range(2):
        await here.store.jobs.cancel([job.id], reason="a wait of minutes is left out")
        await here.store.jobs.requeue([job.id])
        await record(here.store, job, hose)
    page = await ada.page(f"/products/one?key={job.id}")
    assert "<h1><bdi>Garden hose reel</bdi></h1>" in page and "<dt>Price</dt><dd>none recorded" in page
    (broken_at,) = re.findall(r'<tr><td colspan="5">until (<span[^,]*Z</span>), another product:</td></tr>', page)
    assert f"another product, until {broken_at}" in page
    assert page.index("another product:</td>") < page.index("1280.00 TWD")
    assert "<svg" not in page, "the former product's prices are not drawn as this one's"


async def test_a_finding_leads_to_the_page_and_the_button_that_help(here: Here) -> None:
    ada, vi = await here.person("ada"), await here.person("vi", ConsoleRole.VIEWER)
    await here.store.fleet.pause_shop("shopee", "captchas")

    async def looked() -> bool:
        return "is paused: captchas" in await ada.page("/")

    await eventually(looked, what="the doctor's findings")
    page = await ada.page("/")
    assert 'href="/shops/one?shop=shopee"' in page and 'aria-label="Resume shopee"' in page
    assert 'aria-label="Resume shopee"' not in await vi.page("/")


async def test_what_strangers_wrote_is_text(here: Here) -> None:
    ada = await here.person("ada")
    job = dataclasses.replace(product_job(2), source="rss", source_account=HOSTILE, url="javascript:alert(3)")
    await record(here.store, job, dataclasses.replace(OFFER, title=HOSTILE, brand=HOSTILE))
    await here.store.fleet.worker_seen(HOSTILE, role="worker", version="1", state=HOSTILE, running=0, done=0, failed=0)
    await here.store.feeds.record_poll_failure("rss", HOSTILE, error=HOSTILE, next_poll_in_ms=1)
    for address in (*SCREENS, f"/jobs/{job.id}", f"/products/one?key={job.id}", f"/jobs?text={quote(HOSTILE)}"):
        raw = (await ada.get(address)).text
        assert "<script>alert" not in raw and "<img" not in raw and "<b>" not in raw, address
        assert 'href="javascript' not in raw, address
        typed = re.sub(r'<input type="hidden" name="text" value="[^"]*">', "", raw)  # goes back as it came
        assert "\u202e" not in typed and "\x1b" not in typed, address


async def test_filters_live_in_the_address_and_pages_go_on_behind_the_last(here: Here) -> None:
    ada = await here.person("ada")
    await here.store.jobs.add([product_job(number) for number in range(120)])
    seen: set[str] = set()
    address: str | None = "/jobs?status=NEW"
    while address:
        page = await ada.page(address)
        assert "120 jobs by these filters" in page
        links = {part.split('"')[0] for part in page.split('<a href="/jobs/')[1:]}
        assert not links & seen
        seen |= links
        address = page.split('rel="next" href="')[1].split('"')[0] if 'rel="next"' in page else None
        assert address is None or "status=NEW" in address
    assert len(seen) == 120


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("/jobs?newer=soon", 400, "no length of time"),
        ("/jobs?status=DONE", 400, "there is no state 'DONE'. There are NEW, QUEUED"),
        ("/jobs?status=DED", 400, "there is no state 'DED'; did you mean DEAD?"),
        ("/jobs?shop=nosuch", 400, "there is no shop"),
        ("/jobs?after=nonsense", 400, "first page"),
        ("/jobs?text=" + "x" * 60_000, 200, "0 jobs"),
        ("/jobs?status=new", 200, 'value="NEW" checked'),
        ("/jobs/zzzzzz", 404, "no job's id starts with"),
        ("/products/one?key=nothing", 404, "no "),
        ("/nothing", 404, "no such page"),
    ],
)
async def test_an_address_that_cannot_be_is_explained(here: Here, address: str, code: int, said: str) -> None:
    found = await (await here.person("ada")).get(address)
    assert (found.status_code, said in found.text.replace("&#39;", "'")) == (code, True), found.text


async def test_a_mistyped_filter_is_put_right_where_it_stands(here: Here) -> None:
    """What was typed beside it is not lost, and the person keeps the way to the other screens."""
    page = (await (await here.person("ada")).get("/jobs?status=DEAD&shop=%22%3E<b>&text=kettle&error=")).text
    form = page.split('action="/jobs"')[1].split("</form>")[0]
    assert re.findall(r'name="(\w+)" value="([^"]*)"', form) == [
        ("status", "DEAD"),
        ("shop", "&#34;&gt;&lt;b&gt;"),
        ("text", "kettle"),
    ]
    assert '<nav aria-label="Screens">' in page and "Sign out" in page


async def test_a_form_that_is_refused_leads_back_to_its_page(here: Here) -> None:
    ada = await here.person("ada")
    headers = {"referer": f"{here.url}/shops/one?shop=taobao", "origin": here.url}
    refused = await ada.client.post("/shops/pause", data={"key": "f" * 64, "shop": "taobao"}, headers=headers)
    assert refused.status_code == 403
    assert '<a href="/shops/one?shop=taobao">Back to the page before</a>' in refused.text
    assert '<nav aria-label="Screens">' in refused.text


@pytest.mark.libsql_server
async def test_a_database_that_goes_away_and_returns(libsql_servers: LibsqlServers) -> None:
    server = libsql_servers.new()
    told = {"database": {"url": server.http_url, "timeout_seconds": 2}, "console": {"listen": "127.0.0.1:0"}}
    settings = Settings.model_validate(told)
    await init_schema(settings.database)
    store = await open_store(settings.database)
    async with serving(settings, store) as here:
        ada = await here.person("ada")
        server.kill()
        away = await ada.get("/jobs")
        assert away.status_code == 503 and 'http-equiv="refresh"' in away.text
        server.start()

        async def back() -> bool:
            return (await ada.get("/jobs")).status_code == 200

        await eventually(back, what="the page again")
    await store.close()


async def test_up_serves_it_beside_everything_else(tmp_path: Path) -> None:
    port = free_port()
    write_config(tmp_path)
    with bare_fleet(
        routes(),
        folder=tmp_path,
        database_url=f"file:{tmp_path / 'fleet.db'}",
        broker_url="memory:",
        console_listen=f"127.0.0.1:{port}",
        **{**SETTINGS, "feed_token_demo": "sesame"},
    ) as fleet:
        process = fleet.start("up", measured=True)

        def answers() -> bool:
            try:
                return httpx.get(f"http://127.0.0.1:{port}/sign-in", trust_env=False).status_code == 200
            except httpx.TransportError:
                return False

        await eventually(answers, what="a page to sign in", say=process.text)
        assert process.terminate() == 0


async def test_another_method_is_told_which_one_there_is(here: Here) -> None:
    async with httpx.AsyncClient(base_url=here.url) as client:
        answer = await client.put("/jobs")
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize("address", ["/shops/nope", "/shops/pause", "/feeds/nope", "/proxies/on", "/jobs/ask", "/nope"])
async def test_an_address_that_is_no_page_says_so(here: Here, address: str) -> None:
    async with httpx.AsyncClient(base_url=here.url) as client:
        answer = await client.get(address)
    assert (answer.status_code, "allow" in answer.headers) in {(404, False), (303, False)}
    assert answer.status_code == 303 or "There is no such page." in answer.text
