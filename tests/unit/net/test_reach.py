"""A request that nobody answered, or somebody else: is it this machine's network, or the shop? In doubt, the shop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence

import httpx
import pytest

from common.errors import CrawlError, ErrorCode, LedAway, Misled, Unanswered, Unproven
from common.net.client import Answer
from common.net.names.resolver import SystemResolver
from common.net.reach.client import ReachClient
from common.net.reach.reach import Reach, has_route

LOGIN = "10.20.30.1"


class Names:
    """A resolver: host → address; a host that is not there is answered "no such name"; `down`: nobody answers."""

    def __init__(self, **known: str) -> None:
        self.known = {name.replace("_", "."): address for name, address in known.items()}
        self.down = False
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        if self.down:
            raise Unanswered(ErrorCode.DNS_ERROR, f"no address for {host}", host=host)
        if host not in self.known:
            raise Unanswered(ErrorCode.DNS_ERROR, f"no address for {host}", host=host, silent=False)
        return [self.known[host]]


class World:
    """A client over these names. Whoever is in `mute` takes connections and says nothing."""

    def __init__(
        self, names: Names, *, needed: Sequence[str] = (), rules: Sequence[str] = (), strangers: Sequence[str] = ()
    ) -> None:
        self.names = names
        self.private = ""
        self.failure: Callable[[str], CrawlError] | None = None
        self.now = 0.0
        self.route = True
        self.routes_asked: list[Sequence[str]] = []
        self.mute: set[str] = set()
        self.reach = Reach(
            names, rules=rules, names=needed, strangers=strangers, monotonic=lambda: self.now, route=self._has_route
        )
        self.client = ReachClient(self, self.reach, monotonic=lambda: self.now)

    def _has_route(self, addresses: Sequence[str]) -> bool:
        self.routes_asked.append(addresses)
        return self.route

    async def get(self, url: str, **_: object) -> Answer:
        host = url.split("/")[2]
        if self.failure:
            raise self.failure(host)
        if self.private in await self.reach.resolve(host, 443):
            raise Misled(host, self.private, "private")
        if host in self.mute:
            raise Unanswered(ErrorCode.TIMEOUT, f"{host}: no answer in time", host=host)
        return Answer(url, 200, httpx.Headers(), b"")

    async def code(self, host: str) -> ErrorCode | None:
        self.now += 60
        try:
            await self.client.get(f"https://{host}/", allow_host=None)
        except CrawlError as error:
            return error.code
        return None


def world(*, needed: Sequence[str] = (), rules: Sequence[str] = (), strangers: Sequence[str] = ()) -> World:
    names = Names(oak_example="192.0.2.7", elm_example="192.0.2.8")
    return World(names, needed=needed, rules=rules, strangers=strangers)


async def test_without_a_route_it_is_our_network_whatever_the_failure() -> None:
    there = world()
    there.route = False
    there.names.down = True
    assert await there.code("oak.example") is ErrorCode.NO_NETWORK
    there.names.down = False
    assert await there.code("unknown.example") is ErrorCode.NO_NETWORK, "what macOS and Windows say offline"
    there.mute = {"elm.example"}
    assert await there.code("elm.example") is ErrorCode.NO_NETWORK
    assert there.routes_asked[-1] == ("192.0.2.8",), "the way to the very address is looked up"


async def test_a_resolver_that_answers_for_no_name_is_our_network() -> None:
    there = world()
    assert await there.code("oak.example") is None
    there.names.down = True
    assert await there.code("elm.example") is ErrorCode.NO_NETWORK
    assert "oak.example" in there.names.asked[2:], "a name that the work needed before is asked for"


async def test_a_name_without_servers_is_the_shops_own_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    there = world(needed=["broker.example"])
    there.names.known["broker.example"] = "192.0.2.9"
    assert await there.code("unknown.example") is ErrorCode.DNS_ERROR
    resolve = there.names.resolve

    async def silent_for_oak(host: str, port: int) -> list[str]:
        if host == "oak.example":
            raise Unanswered(ErrorCode.DNS_ERROR, f"no address for {host}", host=host)
        return await resolve(host, port)

    monkeypatch.setattr(there.names, "resolve", silent_for_oak)
    assert await there.code("oak.example") is ErrorCode.DNS_ERROR


async def test_a_resolver_that_knows_no_name_at_all_is_our_network() -> None:
    there = world(strangers=["known.example"])
    there.names.known["known.example"] = "192.0.2.9"
    assert await there.code("oak.example") is None
    assert await there.code("unknown.example") is ErrorCode.DNS_ERROR, "others are found: this one is missing"
    known, there.names.known = there.names.known, {}
    assert await there.code("elm.example") is ErrorCode.NO_NETWORK
    assert await there.code("unknown.example") is ErrorCode.NO_NETWORK, "a missing one is not to be told from others"
    there.now += 6
    said = await there.reach.missing()
    assert said == "this machine's resolver knows no name, not even oak.example or known.example"
    there.names.known = known
    there.now += 6
    assert await there.reach.missing() is None
    assert await there.code("unknown.example") is ErrorCode.DNS_ERROR


@pytest.mark.parametrize("left", ["oak.example", "broker.example", "known.example"])
async def test_one_name_that_is_found_shows_that_the_others_are_gone(left: str) -> None:
    there = world(needed=["broker.example"], strangers=["known.example"])
    there.names.known |= {"broker.example": "192.0.2.9", "known.example": "192.0.2.10"}
    assert await there.code("oak.example") is None
    there.names.known = {left: there.names.known[left]}
    assert await there.code("elm.example") is ErrorCode.DNS_ERROR


async def test_a_network_that_filters_the_shops_everybody_knows_is_one_all_the_same() -> None:
    there = world(strangers=["neutral.example", "known.example"])
    there.names.known["neutral.example"] = "192.0.2.9"
    assert await there.code("unknown.example") is ErrorCode.DNS_ERROR, "nothing else was found so far"
    there.private = LOGIN
    there.names.known |= dict.fromkeys(["a.example", "b.example", "c.example", "d.example"], LOGIN)
    for host in ("a.example", "b.example", "c.example", "d.example"):
        assert await there.code(host) is ErrorCode.DNS_ERROR, "a filter that gives one address for what it keeps away"
    assert await there.reach.missing() is None


async def test_a_filter_that_says_nothing_of_shops_is_no_missing_network(monkeypatch: pytest.MonkeyPatch) -> None:
    there = world(strangers=["neutral.example"])
    there.names.known["neutral.example"] = "192.0.2.9"
    resolve = there.names.resolve

    async def silent_for_shops(host: str, port: int) -> list[str]:
        if host != "neutral.example":
            raise Unanswered(ErrorCode.DNS_ERROR, f"no address for {host}", host=host)
        return await resolve(host, port)

    monkeypatch.setattr(there.names, "resolve", silent_for_shops)
    assert await there.code("oak.example") is ErrorCode.DNS_ERROR
    assert await there.code("elm.example") is ErrorCode.DNS_ERROR
    assert await there.reach.missing() is None
    there.names.down = True
    assert await there.code("oak.example") is ErrorCode.NO_NETWORK


async def test_one_shop_of_the_settings_that_is_found_shows_that_the_first_is_gone() -> None:
    there = world(needed=["gone.example", "oak.example"], strangers=["known.example"])
    assert await there.code("unknown.example") is ErrorCode.DNS_ERROR
    assert await there.code("gone.example") is ErrorCode.DNS_ERROR


async def test_shops_that_all_vanished_are_no_witnesses_alone() -> None:
    there = world(strangers=["known.example"])
    there.names.known["known.example"] = "192.0.2.10"
    vanished = [f"shop{number}.example" for number in range(9)]
    there.names.known |= dict.fromkeys(vanished, "192.0.2.11")
    assert {await there.code(host) for host in vanished} == {None}
    for host in vanished:
        del there.names.known[host]
    assert {await there.code(host) for host in vanished} == {ErrorCode.DNS_ERROR}


async def test_hosts_of_one_owner_do_not_say_whether_others_are_found() -> None:
    there = world()
    there.names.known["www.ash.example"] = "192.0.2.9"
    assert await there.code("www.ash.example") is None
    there.names.known = {}
    assert await there.code("ash.example") is ErrorCode.DNS_ERROR, "no other name was learned: in doubt it is the shop"


async def test_a_name_that_the_router_answers_for_by_itself_shows_no_network() -> None:
    there = world(strangers=["known.example"])
    there.names.known = {"ipv4only.arpa": "192.0.0.170"}
    await there.reach.resolve("ipv4only.arpa", 80)
    assert await there.code("elm.example") is ErrorCode.NO_NETWORK


async def test_a_shop_that_says_nothing_while_names_resolve_is_the_shops_own_trouble() -> None:
    there = world()
    there.mute = {"oak.example"}
    assert await there.code("elm.example") is None
    assert await there.code("oak.example") is ErrorCode.TIMEOUT


async def test_another_host_that_answers_meanwhile_shows_that_there_is_a_network() -> None:
    there = world()
    assert await there.code("elm.example") is None
    failing = asyncio.ensure_future(there.client.get("https://oak.example/", allow_host=None))
    there.reach.answered("elm.example", proven=True)
    there.names.down = True
    with pytest.raises(CrawlError) as refused:
        await failing
    assert refused.value.code is ErrorCode.DNS_ERROR


async def test_with_no_other_name_to_ask_for_it_is_the_shop_in_doubt() -> None:
    there = world()
    there.names.down = True
    assert await there.code("oak.example") is ErrorCode.DNS_ERROR


async def test_a_rule_of_the_settings_says_which_way_is_looked_up() -> None:
    there = world(rules=["*:443:127.0.0.1:8443"])
    there.mute = {"oak.example"}
    await there.code("oak.example")
    assert there.routes_asked == [("127.0.0.1",)]


async def test_a_loss_ends_when_a_name_resolves_again() -> None:
    there = world()
    assert await there.code("oak.example") is None
    there.names.down = True
    assert await there.reach.missing() == "this machine's resolver answers for no name"
    there.names.down = False
    there.now += 6
    assert await there.reach.missing() is None
    there.route = False
    assert await there.reach.missing() == "this machine has no route to the network"


def test_a_route_is_looked_up_without_sending() -> None:
    assert has_route(["127.0.0.1"])
    assert not has_route(["no address"])


async def test_the_systems_resolver_tells_silence_from_no_such_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, silent in ((socket.EAI_AGAIN, True), (socket.EAI_NONAME, False)):

        def refuse(*_: object, number: int = number, **__: object) -> None:
            raise socket.gaierror(number, "not now")

        monkeypatch.setattr(socket, "getaddrinfo", refuse)
        with pytest.raises(Unanswered) as refused:
            await SystemResolver().resolve("oak.example", 443)
        assert (refused.value.code, refused.value.silent) == (ErrorCode.DNS_ERROR, silent)


def login_page(there: World, *hosts: str) -> None:
    """The resolver says the login page's address for these names, and each look-up of a shop's is refused."""
    there.names.known.update(dict.fromkeys(hosts, LOGIN))
    there.private = LOGIN


async def test_every_name_leads_to_one_refused_address() -> None:
    there = world()
    assert await there.code("oak.example") is None
    login_page(there, "oak.example", "elm.example")
    assert await there.code("oak.example") is ErrorCode.DNS_ERROR, "no other name was learned: in doubt it is the shop"
    assert await there.code("elm.example") is ErrorCode.NO_NETWORK
    there.now += 6
    assert "every shop's name leads to 10.20.30.1" in (await there.reach.missing() or "")
    there.names.known["oak.example"] = "192.0.2.7"
    there.now += 6
    assert await there.reach.missing() is None


async def test_a_name_that_leads_elsewhere_shows_that_only_the_shop_lies() -> None:
    there = world(needed=["broker.example"])
    there.names.known["broker.example"] = "192.0.2.9"
    hosts = [f"shop{number}.example" for number in range(9)]
    login_page(there, *hosts)
    assert {await there.code(host) for host in hosts} == {ErrorCode.DNS_ERROR}
    assert await there.code("oak.example") is None
    assert {await there.code(host) for host in hosts} == {ErrorCode.DNS_ERROR}
    assert await there.reach.missing() is None


async def test_names_of_one_owner_are_one_witness() -> None:
    there = world()
    login_page(there, "a.evil.example", "b.evil.example", "c.evil.example")
    for host in ("a.evil.example", "b.evil.example", "c.evil.example"):
        assert await there.code(host) is ErrorCode.DNS_ERROR


async def test_the_only_shop_is_compared_with_a_name_that_any_resolver_knows() -> None:
    there = world(strangers=["known.example"])
    login_page(there, "oak.example", "known.example")
    assert await there.code("oak.example") is ErrorCode.NO_NETWORK
    there.names.known["known.example"] = "192.0.2.9"
    assert await there.code("oak.example") is ErrorCode.DNS_ERROR


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (lambda host: LedAway(host, "login.hotel.example", "hotel.example"), "lead to hotel.example"),
        (lambda host: Unproven(host, "self-signed certificate"), "certificates of 3 shops in a row are not accepted"),
    ],
)
async def test_three_shops_in_a_row_that_fail_alike_are_this_machines_network(
    failure: Callable[[str], CrawlError], said: str
) -> None:
    there = world()
    there.failure = failure
    assert await there.code("ash.example") is ErrorCode.NETWORK_ERROR
    assert await there.code("www.ash.example") is ErrorCode.NETWORK_ERROR, "two hosts of one owner are one witness"
    assert await there.code("fir.example") is ErrorCode.NETWORK_ERROR
    with pytest.raises(CrawlError, match=said):
        await there.client.get("https://larch.example/", allow_host=None)
    assert await there.reach.missing() is None, "only a crawl can tell whether it is over"
    assert await there.code("ash.example") is ErrorCode.NO_NETWORK
    there.failure = None
    assert await there.code("oak.example") is None
    there.failure = failure
    assert await there.code("ash.example") is ErrorCode.NETWORK_ERROR, "somebody answered in between"


async def test_three_shops_that_moved_to_different_places_are_three_shops() -> None:
    there = world()
    for host in ("ash.example", "fir.example", "larch.example", "yew.example"):
        there.failure = lambda asked: LedAway(asked, f"www.new-{asked}", f"new-{asked}")
        assert await there.code(host) is ErrorCode.NETWORK_ERROR
