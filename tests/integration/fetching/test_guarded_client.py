"""GuardedClient over real sockets and real TLS, all on loopback."""

from __future__ import annotations

import asyncio
import gzip
import logging
import socket
import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from common.errors import ConfigError, CrawlError, ErrorCode, LedAway, Misled, Unproven
from common.net.client import Answer, GuardedClient
from common.settings_tables.fetch import FetchSettings
from tests.servers.shop_server import Asked, Reply, ShopServer

REFUSED = [
    "127.0.0.1", "10.0.0.1", "100.64.0.1", "169.254.169.254", "::1", "fc00::1", "::ffff:127.0.0.1",
    "64:ff9b::7f00:1", "2002:7f00:1::", "0.0.0.0", "224.0.0.1", "ff02::1", "192.168.0.1",
]  # fmt: skip


class Answers:
    """A resolver that gives these answers in turn, the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return list(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])


def page(text: str) -> Reply:
    return Reply(body=text.encode())


def to(location: str, status: int = 302) -> Reply:
    return Reply(status, headers={"Location": location})


@pytest.fixture
def shop() -> Any:
    with ShopServer({("shopee.tw", "/a"): page("the page"), ("world.taobao.com", "/b"): page("another")}) as server:
        yield server


@pytest.fixture
async def client(shop: ShopServer) -> AsyncIterator[GuardedClient]:
    client = GuardedClient(FetchSettings(**shop.fetch_settings()))
    yield client
    await client.aclose()


async def refused(client: GuardedClient, url: str, **more: Any) -> CrawlError:
    with pytest.raises(CrawlError) as caught:
        await client.get(url, allow_host=more.pop("allow_host", None), **more)
    return caught.value


async def test_a_page_under_its_real_name(shop: ShopServer, client: GuardedClient) -> None:
    answer = await client.get("https://shopee.tw/a?x=1", allow_host=None)
    assert (answer.url, answer.status, answer.body) == ("https://shopee.tw/a?x=1", 200, b"the page")
    asked = shop.asked[0]
    assert (asked.host, asked.server_name, asked.target) == ("shopee.tw", "shopee.tw", "/a?x=1")
    assert asked.headers["user-agent"].startswith("crawlfleet/")
    assert asked.headers["accept-encoding"] == "gzip, deflate"


@pytest.mark.parametrize("address", REFUSED)
async def test_refused_by_literal(address: str) -> None:
    client = GuardedClient(FetchSettings())
    host = f"[{address}]" if ":" in address else address
    error = await refused(client, f"http://{host}/")
    assert error.code is ErrorCode.ADDRESS_REFUSED


@pytest.mark.parametrize("address", REFUSED)
async def test_refused_by_name(address: str) -> None:
    client = GuardedClient(FetchSettings(), resolver=Answers([address]))
    error = await refused(client, "https://shopee.tw/a")
    assert isinstance(error, Misled)
    assert "shopee.tw leads to" in error.detail


async def test_what_this_machines_resolver_says_is_no_last_word_on_a_link() -> None:
    """A hotel's login page answers with an address of its own for every name, a blocker of advertisements with 0.0.0.0.
    Links were failed for good, and never looked at again, by one worker in such a network."""
    for address in ("10.0.0.1", "0.0.0.0"):
        error = await refused(GuardedClient(FetchSettings(), resolver=Answers([address])), "https://shopee.tw/a")
        assert error.code.retry
    assert not (await refused(GuardedClient(FetchSettings()), "https://10.0.0.1/")).code.retry


async def test_one_answer_that_is_not_public_refuses_the_name() -> None:
    client = GuardedClient(FetchSettings(), resolver=Answers(["93.184.216.34", "10.0.0.1"]))
    assert isinstance(await refused(client, "https://shopee.tw/a"), Misled)


async def test_localhost_of_the_system_resolver_is_refused() -> None:
    client = GuardedClient(FetchSettings())
    assert isinstance(await refused(client, "http://localhost/"), Misled)


@pytest.mark.parametrize("address", [address for address in REFUSED if address != "127.0.0.1"])
async def test_refused_by_redirect(address: str) -> None:
    literal = f"[{address}]" if ":" in address else address
    with ShopServer({("shopee.tw", "/hop"): to(f"https://{literal}/secret")}) as shop:
        client = GuardedClient(FetchSettings(**shop.fetch_settings()))
        error = await refused(client, "https://shopee.tw/hop")
        await client.aclose()
    assert error.code is ErrorCode.ADDRESS_REFUSED
    assert shop.targets() == ["shopee.tw/hop"]


async def test_a_redirect_without_tls_to_a_foreign_host_is_no_last_word_on_a_link() -> None:
    """The login page of a café's network answers so for every shop; a shop that says it over TLS says it itself."""
    for tls, code in ((False, ErrorCode.NETWORK_ERROR), (True, ErrorCode.ADDRESS_REFUSED)):
        with ShopServer({("shopee.tw", "/hop"): to("http://login.cafe.example/")}, tls=tls) as shop:
            client = GuardedClient(FetchSettings(**shop.fetch_settings()))
            url = f"http{'s' if tls else ''}://shopee.tw/hop"
            error = await refused(client, url, allow_host=lambda host: host == "shopee.tw")
            await client.aclose()
        assert (error.code, isinstance(error, LedAway)) == (code, not tls)
        assert "login.cafe.example" in error.detail
        assert shop.targets() == ["shopee.tw/hop"]


async def test_refused_by_redirect_to_a_name_that_leads_home() -> None:
    with ShopServer({("shopee.tw", "/hop"): to("https://evil.example/secret")}) as shop:
        settings = shop.fetch_settings(resolve=(f"shopee.tw:443:127.0.0.1:{shop.port}",))
        client = GuardedClient(FetchSettings(**settings), resolver=Answers(["192.168.1.1"]))
        error = await refused(client, "https://shopee.tw/hop")
        await client.aclose()
    assert isinstance(error, Misled)
    assert (error.code, error.detail) == (ErrorCode.DNS_ERROR, "evil.example leads to 192.168.1.1: private")


@pytest.mark.parametrize("address", [address for address in REFUSED if address != "127.0.0.1"])
async def test_refused_by_a_name_whose_second_lookup_changes(address: str) -> None:
    """The first answer is an allowed address (here the test's own server), the second one is not."""
    with ShopServer({("shopee.tw", "/a"): Reply(body=b"first", headers={"Connection": "close"})}, tls=False) as shop:
        resolver = Answers(["127.0.0.1"], [address])
        client = GuardedClient(FetchSettings(allow_addresses=("127.0.0.1",)), resolver=resolver)
        url = f"http://shopee.tw:{shop.port}/a"
        assert (await client.get(url, allow_host=None)).body == b"first"
        error = await refused(client, url)
        await client.aclose()
    assert isinstance(error, Misled)
    # Not for its port: the second answer itself was judged.
    assert f"shopee.tw leads to {address}: " in error.detail
    assert resolver.asked == ["shopee.tw", "shopee.tw"]
    assert len(shop.asked) == 1


async def test_connects_to_the_address_it_checked_without_a_further_lookup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ShopServer({("shopee.tw", "/a"): page("x")}, tls=False) as shop:
        resolver = Answers(["127.0.0.1"])
        client = GuardedClient(FetchSettings(allow_addresses=("127.0.0.1",)), resolver=resolver)

        def no_lookup(host: str, *args: Any, **more: Any) -> Any:
            raise AssertionError(f"looked up {host}")

        monkeypatch.setattr("socket.gethostbyname", no_lookup)
        await client.get(f"http://shopee.tw:{shop.port}/a", allow_host=None)
        await client.aclose()
    assert resolver.asked == ["shopee.tw"]


async def test_allowed_addresses_are_logged_as_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "crawlfleet.net"):
        GuardedClient(FetchSettings())
        assert not caplog.records
        GuardedClient(FetchSettings(allow_addresses=("127.0.0.1",)))
    assert [record.getMessage() for record in caplog.records] == [
        "addresses that are not public may be fetched (fetch.allow_addresses): 127.0.0.1/32"
    ]


async def test_a_rule_to_a_private_address_needs_the_exception_too(shop: ShopServer) -> None:
    client = GuardedClient(FetchSettings(**shop.fetch_settings(allow_addresses=())))
    assert (await refused(client, "https://shopee.tw/a")).code is ErrorCode.ADDRESS_REFUSED


async def test_other_ports_are_refused() -> None:
    client = GuardedClient(FetchSettings(), resolver=Answers(["93.184.216.34"]))
    error = await refused(client, "https://shopee.tw:6379/a")
    assert (error.code, error.detail) == (
        ErrorCode.ADDRESS_REFUSED,
        "port 6379 of shopee.tw: only 80 and 443 are fetched",
    )


async def test_a_host_that_nobody_registered(shop: ShopServer, client: GuardedClient) -> None:
    error = await refused(client, "https://shopee.tw/a", allow_host=lambda host: host == "taobao.com")
    assert (error.code, error.detail) == (ErrorCode.ADDRESS_REFUSED, "shopee.tw is not a registered shop's host")
    assert not shop.asked


async def test_redirects_are_followed_and_each_host_asked_for(shop: ShopServer, client: GuardedClient) -> None:
    shop.routes["shopee.tw", "/1"] = to("/2")
    shop.routes["shopee.tw", "/2"] = to("https://world.taobao.com/b", 301)
    hosts: list[str] = []

    def any_host(host: str) -> bool:
        hosts.append(host)
        return True

    answer = await client.get("https://shopee.tw/1", allow_host=any_host)
    assert answer.url == "https://world.taobao.com/b"
    assert answer.history == ["https://shopee.tw/1", "https://shopee.tw/2"]
    assert hosts == ["shopee.tw", "shopee.tw", "world.taobao.com"]
    error = await refused(client, "https://shopee.tw/1", allow_host=lambda host: host == "shopee.tw")
    assert error.code is ErrorCode.ADDRESS_REFUSED


async def test_redirects_end(shop: ShopServer, client: GuardedClient) -> None:
    shop.routes["shopee.tw", "/round"] = to("/round")
    error = await refused(client, "https://shopee.tw/round", max_redirects=3)
    assert (error.code, error.detail) == (
        ErrorCode.INVALID_RESPONSE,
        "more than 3 redirects from https://shopee.tw/round",
    )
    assert len(shop.asked) == 4
    assert (await client.get("https://shopee.tw/round", allow_host=None, max_redirects=0)).status == 302


@pytest.mark.parametrize("location", ["ftp://shopee.tw/", "http://[/", "https://xn--a.shopee.tw/", "/" + "a" * 9_000])
async def test_a_redirect_to_no_address_is_a_bad_answer_and_no_bad_link(
    shop: ShopServer, client: GuardedClient, location: str
) -> None:
    shop.routes["shopee.tw", "/odd"] = to(location)
    error = await refused(client, "https://shopee.tw/odd")
    assert error.code is ErrorCode.INVALID_RESPONSE
    assert "shopee.tw redirects to no address" in error.detail
    assert len(shop.asked) == 1


@pytest.mark.parametrize("location", ["https://u:p@shopee.tw/", "https://2130706433/", "https://shopee.tw:22/"])
async def test_redirects_to_what_is_not_fetched(shop: ShopServer, client: GuardedClient, location: str) -> None:
    shop.routes["shopee.tw", "/odd"] = to(location)
    assert (await refused(client, "https://shopee.tw/odd")).code is ErrorCode.ADDRESS_REFUSED
    assert len(shop.asked) == 1


async def test_a_redirect_to_http_is_tried_as_https(shop: ShopServer, client: GuardedClient) -> None:
    shop.routes["shopee.tw", "/down"] = to("http://shopee.tw/a")
    assert (await client.get("https://shopee.tw/down", allow_host=None)).url == "https://shopee.tw/a"


async def test_credentials_and_cookies_stay_where_they_belong(shop: ShopServer, client: GuardedClient) -> None:
    shop.routes["shopee.tw", "/set"] = Reply(302, headers={"Location": "/again", "Set-Cookie": "k=v"})
    shop.routes["shopee.tw", "/again"] = to("https://world.taobao.com/b")
    await client.get("https://shopee.tw/set", headers={"Authorization": "Bearer t"}, allow_host=None)
    first, second, third = shop.asked
    assert first.headers["authorization"] == second.headers["authorization"] == "Bearer t"
    assert (second.headers["cookie"], third.headers.get("cookie")) == ("k=v", None)
    assert "authorization" not in third.headers
    await client.get("https://shopee.tw/a", allow_host=None)
    assert "cookie" not in shop.asked[-1].headers


@pytest.mark.parametrize("domain", [".co.uk", "co.uk", ".uk", ".shop-b.co.uk", "www.shop-b.co.uk"])
async def test_one_shop_writes_no_cookie_for_another(domain: str) -> None:
    hosts = ("www.shop-a.co.uk", "pay.shop-a.co.uk", "www.shop-b.co.uk")
    with ShopServer({(host, "/"): page(host) for host in hosts}) as shop:
        setting = {"Set-Cookie": f"k=v; Domain={domain}"}
        shop.routes[hosts[0], "/set"] = Reply(302, headers={"Location": f"https://{hosts[2]}/", **setting})
        shop.routes[hosts[0], "/own"] = Reply(
            302, headers={"Location": f"https://{hosts[1]}/", "Set-Cookie": "k=v; Domain=shop-a.co.uk"}
        )
        client = GuardedClient(FetchSettings(**shop.fetch_settings()))
        for start in ("set", "own"):
            assert (await client.get(f"https://{hosts[0]}/{start}", allow_host=None)).status == 200
        await client.aclose()
        assert [asked.headers.get("cookie") for asked in shop.asked] == [None, None, None, "k=v"]


@pytest.mark.parametrize("cookie", [f"k=v; max-age={'9' * 4000}", f"k={'v' * 9000}", "k=v; expires=" + "1 " * 4000])
async def test_a_cookie_out_of_all_bounds_is_no_trouble(
    shop: ShopServer, client: GuardedClient, cookie: str, recwarn: pytest.WarningsRecorder
) -> None:
    shop.routes["shopee.tw", "/set"] = Reply(302, headers={"Location": "/a", "Set-Cookie": cookie})
    assert (await client.get("https://shopee.tw/set", allow_host=None)).body == b"the page"
    assert len(shop.asked[-1].headers.get("cookie", "")) < 10
    assert not recwarn.list


@pytest.mark.parametrize("value", ["红".encode(), b"\xe9t\xe9", b"\xff\xfe"])
async def test_a_cookie_goes_back_in_the_very_bytes_it_came_in(
    shop: ShopServer, client: GuardedClient, value: bytes
) -> None:
    as_sent = value.decode("latin-1")
    shop.routes["shopee.tw", "/set"] = Reply(302, headers={"Location": "/a", "Set-Cookie": f"colour={as_sent}; Path=/"})
    assert (await client.get("https://shopee.tw/set", allow_host=None)).body == b"the page"
    assert shop.asked[-1].headers["cookie"] == f"colour={as_sent}"


async def test_a_post_becomes_a_get_on_303_and_stays_one_on_307(shop: ShopServer, client: GuardedClient) -> None:
    shop.routes["shopee.tw", "/303"] = to("/a", 303)
    shop.routes["shopee.tw", "/307"] = to("/a", 307)
    await client.get("https://shopee.tw/303", method="POST", content=b"x", allow_host=None)
    await client.get("https://shopee.tw/307", method="POST", content=b"x", allow_host=None)
    assert [asked.method for asked in shop.asked] == ["POST", "GET", "POST", "POST"]


async def test_limits_and_damage_over_the_wire(shop: ShopServer, client: GuardedClient) -> None:
    packed = {"Content-Encoding": "gzip"}
    shop.routes["shopee.tw", "/gz"] = Reply(body=gzip.compress(b"hi" * 9_000), headers=packed)
    shop.routes["shopee.tw", "/half"] = Reply(body=gzip.compress(b"hi" * 9_000)[:-9], headers=packed)
    shop.routes["shopee.tw", "/big"] = Reply(content_length=99_000_000)
    shop.routes["shopee.tw", "/short"] = Reply(body=b"abc", content_length=9)
    assert (await client.get("https://shopee.tw/gz", allow_host=None)).body == b"hi" * 9_000
    assert (await refused(client, "https://shopee.tw/half")).code is ErrorCode.INVALID_RESPONSE
    assert (await refused(client, "https://shopee.tw/big")).code is ErrorCode.INVALID_RESPONSE
    error = await refused(client, "https://shopee.tw/short")
    assert error.code is ErrorCode.NETWORK_ERROR
    assert "cut short" in error.detail


async def test_certificates_are_checked(shop: ShopServer, client: GuardedClient) -> None:
    error = await refused(client, "https://somebody-else.tw/a")
    assert isinstance(error, Unproven)
    assert (error.code, "certificate not accepted" in error.detail) == (ErrorCode.NETWORK_ERROR, True)
    strict = GuardedClient(FetchSettings(**shop.fetch_settings(ca_file=None)))
    assert "certificate not accepted" in (await refused(strict, "https://shopee.tw/a")).detail
    assert not shop.asked


async def test_a_closed_port_and_no_name(shop: ShopServer, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = FetchSettings(**shop.fetch_settings(resolve=("shopee.tw:443:127.0.0.1:1",)))
    error = await refused(GuardedClient(settings), "https://shopee.tw/a")
    assert error.code is ErrorCode.CONNECTION_REFUSED

    def unknown(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    error = await refused(GuardedClient(FetchSettings()), "https://no-such-host.invalid/")
    assert error.code is ErrorCode.DNS_ERROR
    assert error.detail == "no address for no-such-host.invalid: Name or service not known", "without its number"


async def test_a_second_address_is_tried_when_the_first_is_dead(shop: ShopServer) -> None:
    both = shop.fetch_settings(
        resolve=(f"shopee.tw:443:127.0.0.9,127.0.0.1:{shop.port}",), allow_addresses=("127.0.0.0/8",)
    )
    client = GuardedClient(FetchSettings(**both))
    assert (await client.get("https://shopee.tw/a", allow_host=None)).status == 200
    await client.aclose()


async def test_the_whole_time_is_limited(shop: ShopServer) -> None:
    let_go = threading.Event()

    def slow(_: Asked) -> Reply:
        let_go.wait(60)
        return page("late")

    shop.routes["shopee.tw", "/slow"] = slow
    client = GuardedClient(FetchSettings(**shop.fetch_settings(total_timeout_seconds=1)))
    error = await refused(client, "https://shopee.tw/slow")
    assert (error.code, error.detail) == (ErrorCode.TIMEOUT, "shopee.tw: not finished within 1 s")
    client = GuardedClient(FetchSettings(**shop.fetch_settings(read_timeout_seconds=1)))
    error = await refused(client, "https://shopee.tw/slow")
    let_go.set()
    assert (error.code, error.detail) == (ErrorCode.TIMEOUT, "shopee.tw: no answer in time")


async def test_proxies_of_the_environment_are_not_used(client: GuardedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    answer: Answer = await client.get("https://shopee.tw/a", allow_host=None)
    assert answer.status == 200


async def test_a_certificate_file_that_is_none(tmp_path: Any) -> None:
    with pytest.raises(ConfigError, match=r"fetch\.ca_file"):
        GuardedClient(FetchSettings(ca_file=tmp_path / "absent.pem"))


async def test_many_requests_at_once_leave_nothing_open(shop: ShopServer, client: GuardedClient) -> None:
    answers = await asyncio.gather(*(client.get("https://shopee.tw/a", allow_host=None) for _ in range(50)))
    assert {answer.body for answer in answers} == {b"the page"}
