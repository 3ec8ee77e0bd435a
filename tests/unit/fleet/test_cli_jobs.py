"""`crawlfleet jobs`, `products` and `db` on an embedded database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.errors import ErrorCode
from common.job import job_id_for
from common.store import Store
from common.store.values.fleet import DISPATCHER
from dispatcher.health import look_after
from dispatcher.shop_shares import ShopShares
from tests.unit.fleet.command_line import Fleet, crawled, dead, fleet, new_job

__all__ = ["fleet"]


def test_db_init_says_versions_and_may_be_repeated(fleet: Fleet) -> None:
    assert fleet("db", "init", "--json").objects[0]["before"] is None
    again = fleet("db", "init", "--json").objects[0]
    assert again["before"] == again["after"]
    assert fleet("db", "status", "--json").objects[0]["schema_version"] == again["after"]


def test_add_takes_product_and_short_links_and_says_why_not_the_others(fleet: Fleet) -> None:
    said = fleet(
        "jobs", "add", "--json", "https://shopee.tw/x-i.1.2", "https://s.shopee.tw/abc123", "https://shopee.tw/",
        "https://nowhere.example/1", "not a link", "shopee.tw/product/1/2",
    )  # fmt: skip
    assert said.code == 1
    assert "3 of 6 links refused; the others are jobs." in said.err
    by_url = {answer["url"]: answer for answer in said.objects}
    assert by_url["https://shopee.tw/x-i.1.2"]["url_norm"] == "https://shopee.tw/product/1/2"
    assert by_url["https://shopee.tw/x-i.1.2"]["new"] is True
    assert by_url["https://s.shopee.tw/abc123"]["short"] is True
    assert by_url["shopee.tw/product/1/2"]["new"] is False
    assert by_url["https://shopee.tw/"]["reason"] == "NOT_A_PRODUCT"
    assert by_url["https://nowhere.example/1"]["reason"] == "UNKNOWN_SHOP"
    assert by_url["not a link"]["reason"] == "INVALID_URL"


def test_add_of_nothing_usable_fails(fleet: Fleet) -> None:
    said = fleet("jobs", "add", "https://nowhere.example/1")
    assert said.code == 1
    assert "nowhere.example belongs to no registered shop; `crawlfleet shops add-domain nowhere.example`" in said.err
    assert "no job was added" in said.err


@pytest.mark.parametrize("host", ["10.0.0.1", "[fd00::1.2.3.4]", "co.uk"])
def test_add_of_what_can_be_no_shop_advises_nothing_that_is_refused(fleet: Fleet, host: str) -> None:
    said = fleet("jobs", "add", f"https://{host}/1")
    assert said.code == 1
    assert "cannot become one" in said.err
    assert "add-domain" not in said.err


def test_add_of_a_known_link_says_how_it_stands(fleet: Fleet) -> None:
    fleet.store(lambda store: dead(store, 2))
    said = fleet("jobs", "add", "https://shopee.tw/x-i.1.2")
    assert said.code == 0
    assert said.out.startswith("known")
    assert "DEAD" in said.out


def test_list_filters_and_says_how_many_stand_where(fleet: Fleet) -> None:
    async def fill(store: Store) -> None:
        await dead(store, 1)
        await dead(store, 2, ErrorCode.RATE_LIMITED)
        await store.jobs.add([new_job(3), new_job(4, "taobao")])

    fleet.store(fill)
    assert len(fleet("jobs", "list", "--json").objects) == 4
    assert [
        job["item_id"] for job in fleet("jobs", "list", "--status", "dead", "--error-code", "timeout", "--json").objects
    ] == ["1"]
    assert [job["item_id"] for job in fleet("jobs", "list", "--platform", "taobao", "--json").objects] == ["4"]
    assert fleet("jobs", "list", "--older-than", "1h", "--json").objects == []
    assert len(fleet("jobs", "list", "--newer-than", "1h", "--json").objects) == 4
    assert len(fleet("jobs", "list", "--limit", "2", "--json").objects) == 2
    text = fleet("jobs", "list").out
    assert "shopee: 2 DEAD" in text
    assert "taobao: 1 NEW" in text and "of all jobs" not in text
    some = fleet("jobs", "list", "--status", "dead").out
    assert "of all jobs, whatever the filters:\nshopee: 2 DEAD" in some and "taobao: 1 NEW" in some


def test_a_shop_that_does_not_exist_is_no_empty_answer(fleet: Fleet) -> None:
    fleet("db", "init")
    said = fleet("jobs", "list", "--platform", "shope")
    assert said.code == 2
    assert "there is no shop 'shope'; did you mean shopee?" in said.err


def test_no_lease_token_leaves_the_database(fleet: Fleet) -> None:
    async def run(store: Store) -> str:
        await store.jobs.add([new_job(1)])
        await store.jobs.claim(new_job(1).id, worker_id="w", lease_token="hush-token", lease_ms=60_000)
        return new_job(1).id

    job_id = fleet.store(run)
    for said in (
        fleet("jobs", "show", job_id, "--json"),
        fleet("jobs", "show", job_id),
        fleet("jobs", "list", "--json"),
    ):
        assert said.code == 0
        assert "hush-token" not in said.out


def test_a_shop_of_the_open_web_is_named_as_it_is_typed(fleet: Fleet) -> None:
    assert fleet("db", "init").code == 0
    assert fleet("shops", "add-domain", "pine.example").code == 0
    assert fleet("jobs", "add", "https://www.pine.example/p/1").code == 0
    assert "other/pine.example" in fleet("jobs", "list", "--shop", "other/pine.example").out
    shown = fleet("jobs", "show", "https://www.pine.example/p/1").out
    assert "other/pine.example" in shown
    assert "seller" not in shown


def test_show_by_first_letters_by_link_and_whole(fleet: Fleet) -> None:
    job_id = fleet.store(lambda store: dead(store, 1))
    for typed in (job_id, job_id[:8], job_id[:8].upper(), "https://shopee.tw/x-i.1.1"):
        shown = fleet("jobs", "show", typed, "--json").objects[0]
        assert shown["id"] == job_id
    assert [event["to_status"] for event in shown["events"]] == ["NEW", "QUEUED", "RUNNING", "DEAD"]
    assert any("jobs requeue" in step for step in shown["next"])
    text = fleet("jobs", "show", job_id).out
    assert "TIMEOUT: took too long" in text
    assert f"crawlfleet jobs requeue {job_id}" in text


def test_show_tells_when_a_failed_try_is_repeated_and_whom_to_ask_once_it_is_due(fleet: Fleet) -> None:
    async def failed(store: Store, number: int, delay_ms: int) -> str:
        job = replace(new_job(number), max_attempts=5)
        await store.jobs.add([job])
        await store.jobs.claim(job.id, worker_id="w", lease_token="t", lease_ms=60_000)
        await store.jobs.retry_later(job.id, "t", delay_ms=delay_ms, error_code=ErrorCode.TIMEOUT, detail="slow")
        return job.id

    def first_step(job_id: str) -> str:
        return str(fleet("jobs", "show", job_id, "--json").objects[0]["next"][0])

    later = fleet.store(lambda store: failed(store, 1, 3_600_000))
    alone = "crawlfleet doctor   # it is tried again in 59m if a dispatcher runs by then: none does now"
    assert first_step(later) == alone, "a dispatcher that does not run tries nothing again"
    fleet.store(lambda store: store.fleet.lead(DISPATCHER, "host-1", ttl_ms=60_000))
    assert first_step(later) == "nothing: it is tried again in 59m"
    due = fleet.store(lambda store: failed(store, 2, 0))
    assert first_step(due).startswith("crawlfleet doctor")


def test_what_happened_again_and_again_is_shown_once(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    job, no_route = new_job(1), "this machine has no route to the network"

    async def without_network(store: Store) -> None:
        await store.jobs.add([job])
        for lease, worker in enumerate([*["here"] * 30, "there", *["here"] * 2]):
            assert (await store.jobs.claim(job.id, worker_id=worker, lease_token=f"{lease}", lease_ms=60_000)).job
            await store.jobs.give_back(job.id, f"{lease}", delay_ms=0, error_code=ErrorCode.NO_NETWORK, detail=no_route)

    fleet.store(without_network)
    monkeypatch.setenv("COLUMNS", "80")
    events = fleet("jobs", "show", job.id).out.partition("Events:")[2].partition("What to type next:")[0]
    assert events.count("NO_NETWORK") == 3, "one of the thirty, the other worker's, and again one of the first's"
    assert "NO_NETWORK ×30" in events and "  ×30: 30 times in a row, from 2" in events
    assert "NO_NETWORK ×2" in events and "NO_NETWORK ×1" not in events
    assert all(len(line) <= 80 for line in events.splitlines())
    assert len(fleet("jobs", "show", job.id, "--json").objects[0]["events"]) == 68, "programs get them all"


def test_show_says_why_a_job_was_given_back(fleet: Fleet) -> None:
    job, no_route = new_job(2), "this machine has no route to the network"

    async def begun(store: Store, token: str) -> None:
        await store.jobs.add([job])
        assert (await store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=60_000)).job

    async def cut_off(store: Store) -> None:
        await begun(store, "a")
        await store.jobs.give_back(job.id, "a", delay_ms=0, error_code=ErrorCode.NO_NETWORK, detail=no_route)

    async def stopped(store: Store) -> None:
        await begun(store, "b")
        assert await store.jobs.release(job.id, "b")

    def sent_back() -> list[str]:
        return [line for line in fleet("jobs", "show", job.id).out.splitlines() if "RUNNING  QUEUED" in line]

    fleet.store(cut_off)
    assert [line.endswith("NO_NETWORK") for line in sent_back()] == [True]
    assert f"NO_NETWORK: {no_route}" in fleet("jobs", "show", job.id).out
    fleet.store(stopped)
    assert [line.endswith("given back unfinished") for line in sent_back()] == [False, True]


def test_letters_that_name_none_or_several_jobs_are_refused(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(number) for number in range(60)]))
    first = job_id_for("https://shopee.tw/product/1/1")[0]
    several = fleet("jobs", "show", first)
    nothing = fleet("jobs", "show", "zzzzzz9")
    assert several.code == nothing.code == 1
    assert "Type more letters" in several.err
    assert "no job's id starts with zzzzzz9" in nothing.err


def test_requeue_by_filter_after_a_dry_run(fleet: Fleet) -> None:
    async def fill(store: Store) -> None:
        for number in range(3):
            await dead(store, number)
        await dead(store, 9, ErrorCode.RATE_LIMITED)

    fleet.store(fill)
    dry = fleet("jobs", "requeue", "--error-code", "TIMEOUT", "--dry-run")
    assert "3 would be requeued" in dry.out
    assert len(fleet("jobs", "list", "--status", "DEAD", "--json").objects) == 4
    done = fleet("jobs", "requeue", "--error-code", "TIMEOUT", "--json")
    assert [answer["requeued"] for answer in done.objects] == [True] * 3
    left = fleet("jobs", "list", "--status", "DEAD", "--json").objects
    assert [job["error_code"] for job in left] == ["RATE_LIMITED"]
    assert {job["attempt"] for job in fleet("jobs", "list", "--status", "NEW", "--json").objects} == {0}


def test_requeue_says_why_not(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(1)]))
    said = fleet("jobs", "requeue", new_job(1).id)
    assert said.code == 1
    assert "it is NEW; only DEAD and FAILED_PERMANENT can be requeued" in said.err


@pytest.mark.parametrize("verb", ["requeue", "cancel"])
def test_steering_everything_by_accident_is_refused(fleet: Fleet, verb: str) -> None:
    fleet("db", "init")
    said = fleet("jobs", verb)
    assert said.code == 2
    assert "say which jobs" in said.err


def test_cancel_keeps_the_reason(fleet: Fleet) -> None:
    fleet.store(lambda store: store.jobs.add([new_job(1), new_job(2)]))
    assert fleet("jobs", "cancel", new_job(1).id, "--reason", "not ours").code == 0
    shown = fleet("jobs", "show", new_job(1).id, "--json").objects[0]
    assert (shown["status"], shown["error_code"], shown["last_error"]) == ("FAILED_PERMANENT", "CANCELLED", "not ours")
    assert fleet("jobs", "show", new_job(2).id, "--json").objects[0]["status"] == "NEW"


def test_pausing_a_shop_shows_in_doctor_until_resumed(fleet: Fleet) -> None:
    fleet("db", "init")
    assert fleet("jobs", "pause", "shopee", "--reason", "captchas").code == 0
    assert "shopee is paused: captchas" in fleet("doctor").out
    assert fleet("jobs", "resume", "shopee").code == 0
    assert "paused" not in fleet("doctor").out


def test_products_list_show_history(fleet: Fleet) -> None:
    job_id = fleet.store(lambda store: crawled(store, 7))
    (listed,) = fleet("products", "list", "--query", "馬克", "--newer-than", "1h", "--json").objects
    assert (listed["price"], listed["currency"], listed["price_minor"]) == ("420.00", "TWD", 42000)
    assert fleet("products", "list", "--platform", "taobao", "--json").objects == []
    assert fleet("products", "list", "--older-than", "1h", "--json").objects == []
    for typed in (listed["product_key"], job_id, job_id[:9]):
        assert fleet("products", "show", typed, "--json").objects[0]["title"] == "松木馬克杯"
    (price,) = fleet("products", "history", listed["product_key"], "--json").objects
    assert price["price"] == "420.00"
    assert "lease_token" not in price
    assert "420.00 TWD" in fleet("products", "show", job_id).out
    assert "松木馬克杯, 420.00 TWD, IN_STOCK" in fleet("jobs", "show", job_id).out
    missing = fleet("products", "show", "shopee:tw:404")
    assert missing.code == 1
    assert "no product shopee:tw:404" in missing.err
    assert "no product 404. `crawlfleet products list" in fleet("products", "show", "404").err


def test_a_job_that_has_brought_no_product_yet_is_told_apart_from_what_is_unknown(fleet: Fleet) -> None:
    job_id = fleet.store(lambda store: dead(store, 1))
    for typed in (job_id, job_id[:6], "https://shopee.tw/product/1/1"):
        for verb in ("show", "history"):
            said = fleet("products", verb, typed)
            assert said.code == 1 and not said.out
            assert (
                f"this job has brought no product yet. `crawlfleet jobs show {job_id}` says how it stands" in said.err
            )
    assert "no job for https://shopee.tw/product/1/2" in fleet("products", "show", "https://shopee.tw/product/1/2").err


async def fails(store: Store, number: int, times: int, code: ErrorCode = ErrorCode.PARSE_ERROR) -> None:
    job = new_job(number)
    await store.jobs.add([job])
    for turn in range(times):
        token = f"f{number}-{turn}"
        await store.jobs.claim(job.id, worker_id="w", lease_token=token, lease_ms=60_000)
        await store.jobs.fail(job.id, token, error_code=code, detail="nothing to read", next_crawl_ms=0)
        if turn + 1 < times:
            await store.jobs.recrawl(limit=9)


def test_broken_links_are_listed(fleet: Fleet) -> None:
    fleet.store(lambda store: fails(store, 1, 5))
    fleet.store(lambda store: fails(store, 2, 1))
    said = fleet("jobs", "list", "--broken", "--json")
    assert [(one["item_id"], one["failures"], one["broken_at"] is not None) for one in said.objects] == [("1", 5, True)]
    assert "no job matches" in fleet("jobs", "list", "--broken", "--status", "NEW").out
    assert "5 attempts in a row failed" in fleet("jobs", "show", said.objects[0]["id"]).out


def test_products_show_range_stock_and_since_when_they_are_gone(fleet: Fleet) -> None:
    job_id = fleet.store(
        lambda store: crawled(store, 1, again_ms=0, price_max_minor=52000, price_min_minor=42000, stock=7)
    )
    fleet.store(lambda store: store.jobs.recrawl(limit=1))
    shown = fleet("products", "show", job_id).out
    assert "420.00 TWD to 520.00 TWD" in shown
    assert "availability  IN_STOCK, 7 in stock" in shown
    said = fleet("products", "show", job_id, "--json").objects[0]
    assert (said["price_min_minor"], said["price_max_minor"], said["stock"], said["gone_at"]) == (42000, 52000, 7, None)
    fleet.store(lambda store: fails(store, 1, 3, ErrorCode.CONTENT_NOT_FOUND))
    assert "gone since" in fleet("products", "show", job_id).out
    (listed,) = fleet("products", "list", "--gone", "--json").objects
    assert listed["job_id"] == job_id
    assert "no page: 3" in fleet("jobs", "show", job_id).out


def test_products_by_verdict_reason_and_gone(fleet: Fleet) -> None:
    job_id = fleet.store(lambda store: crawled(store, 1))
    assert fleet("products", "list", "--verdict", "ok", "--json").objects[0]["job_id"] == job_id
    assert "no product matches" in fleet("products", "list", "--verdict", "drop").out
    assert "no product matches" in fleet("products", "list", "--reason", "zero_price").out
    assert "no product matches" in fleet("products", "list", "--gone").out


def test_shops_show_their_switch_and_how_reading_went(fleet: Fleet) -> None:
    fleet.store(lambda store: crawled(store, 1))
    fleet.store(lambda store: fails(store, 2, 1))
    fleet.store(lambda store: look_after(store.health, ShopShares()))
    assert fleet("jobs", "pause", "other/example.com", "--reason", "they asked us to").code == 0
    said = fleet("shops")
    assert "other/example.com" in said.out
    assert "crawlfleet jobs resume other/example.com" in said.out
    by_name = {one["shop"]: one for one in fleet("shops", "--json").objects}
    assert by_name["other/example.com"]["paused"] is True
    assert by_name["shopee"]["filling"]["pages"] == 2
    assert by_name["shopee"]["rolling"]["failing_share"] == 0.5
    assert by_name["taobao"]["rolling"] is None
    assert "other/example.com goes on" in fleet("jobs", "resume", "other/www.Example.com").out
    assert "is paused" not in fleet("shops").out


@pytest.mark.parametrize(
    "shop", ["nowhere", "nowhere/x", "other/", "other/https://example.com", "other/com", "shopee/"]
)
def test_a_shop_that_cannot_be_is_refused(fleet: Fleet, shop: str) -> None:
    fleet("db", "init")
    said = fleet("jobs", "pause", shop, "--reason", "x")
    assert said.code == 2
    assert "shop" in said.err


def test_up_until_idle_does_not_wait_for_a_paused_shop(fleet: Fleet) -> None:
    assert fleet("jobs", "add", "https://shopee.tw/product/1/2").code == 0
    assert "Z, first from operator\n" in fleet("jobs", "show", "https://shopee.tw/product/1/2").out
    assert fleet("jobs", "pause", "shopee/1", "--reason", "its pages cannot be read").code == 0
    said = fleet("up", "--until-idle", "--json")
    assert (said.code, said.objects[0]["waiting_for_paused_shop"], said.objects[0]["published"]) == (0, 1, 0)
    assert said.objects[0]["held_by_paused_shop"] == 1
    assert "; 1 wait for a paused shop: `crawlfleet shops`\n" in fleet("up", "--until-idle").out


def test_pausing_and_resuming_answer_programs(fleet: Fleet) -> None:
    assert fleet("db", "init").code == 0
    assert fleet("jobs", "pause", "shopee/1", "--reason", "its pages").code == 0
    said = fleet("jobs", "pause", "shopee", "--reason", "captchas", "--json")
    assert said.objects == [{"shop": "shopee", "paused": True, "reason": "captchas", "changed": True}]
    said = fleet("jobs", "resume", "shopee", "--json")
    assert said.objects == [{"shop": "shopee", "paused": False, "changed": True, "still_paused": ["shopee/1"]}]


def test_products_are_looked_for_by_the_same_word_as_jobs(fleet: Fleet) -> None:
    assert fleet("db", "init").code == 0
    advice = fleet("products", "show", "nothing").err
    assert "`crawlfleet products list --text \u2026` finds one" in advice
    assert "--query" not in fleet("products", "list", "--help").out
    assert fleet("products", "list", "--query", "mug", "--json").code == 0, "scripts of before go on"


def test_listings_that_are_empty_say_so_plainly(fleet: Fleet) -> None:
    assert fleet("db", "init").code == 0
    assert fleet("jobs", "errors").out == "no job has failed.\n"
    assert fleet("jobs", "errors", "--shop", "shopee").out == "none of the jobs that match has failed.\n"
    assert fleet("audit").out == "no operator has done anything yet. Each action leaves a row here.\n"
