"""What a lent PC tells its gateway of failures: nothing of how its own network or disk looks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.errors import CrawlError, ErrorCode, Misled, Unanswered
from common.protocol.reports import NotFound
from tests.servers.shop_server import Asked, Reply, ShopServer
from worker.source.calls import GatewayCalls
from worker.source.gateway.leases import GatewayLeases
from worker.source.gateway.reports import Reports, not_found
from worker.source.gateway.untold import NO_ADDRESS, without_home
from worker.source.gateway.wanted import WaysNow

JOB, TOKEN = "a" * 26, "t" * 43


def reported(error: CrawlError) -> NotFound:
    return not_found(JOB, TOKEN, error.code, error.detail, 60.0)


def test_a_name_of_the_home_is_told_of_like_one_that_does_not_exist() -> None:
    there = Misled("fritz.box", "192.168.178.1", "private")
    nowhere = Unanswered(ErrorCode.DNS_ERROR, "no address for fritz.box: Name or service not known", host="fritz.box")
    assert reported(there) == reported(nowhere)
    assert reported(there).detail == NO_ADDRESS


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "every shop's name leads to 192.168.1.1 (a login page?)",
            "every shop's name leads to (address) (a login page?)",
        ),
        ("leads to fd12:3456::1: unique local", "leads to (address): unique local"),
        ("leads to ::ffff:10.0.0.1.", "leads to (address)."),
        ("not on ::", "not on ::"),
        ("at 12:30 crawlfleet 0.2.0 said bad: face", "at 12:30 crawlfleet 0.2.0 said bad: face"),
    ],
)
def test_no_address_is_told(said: str, told: str) -> None:
    assert without_home(said) == told


def test_no_path_of_the_home_is_told() -> None:
    said = f"OSError: no space left on device: '{Path.home()}/.crawlfleet/spool'"
    assert without_home(said) == "OSError: no space left on device: '~/.crawlfleet/spool'"


async def test_why_a_task_goes_back_names_no_address_either() -> None:
    def released(asked: Asked) -> Reply:
        return Reply(body=json.dumps({"settings": "", "released": [JOB]}).encode(), content_type="application/json")

    with ShopServer({("127.0.0.1", "/v1/release"): released}, tls=False) as gateway:
        calls = GatewayCalls(f"http://127.0.0.1:{gateway.port}", version="5.0.0")
        ways = WaysNow((), say=print, monotonic=lambda: 0.0)
        reports = Reports(calls, fetched=lambda: (0, 0))
        leases = GatewayLeases(calls, reports, ways, cannot=lambda way: False, on_settled=lambda token: None)
        await leases.give_back(
            JOB, TOKEN, delay_ms=0, error_code=ErrorCode.NO_NETWORK, detail="every shop's name leads to 10.1.2.3"
        )
        await calls.close()
        (given,) = json.loads(gateway.asked[0].body)["leases"]
    assert given["reason"] == "NO_NETWORK: every shop's name leads to (address)"
