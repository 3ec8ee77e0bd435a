"""Which proxy a request goes through: healthy ones for its domain, the same for the same job, trials now and then."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.proxies.choosing import (
    LONGEST_WAIT_MS,
    SHORTEST_WAIT_MS,
    Health,
    Listed,
    choose,
    usable,
    wait_ms,
    wanted,
)
from common.proxies.proxy import Proxy, Scheme, proxy_address


def listed(name: str, *domains: str, on: bool = True, failures: int = 0, off_ms: int = 0) -> Listed:
    proxy = Proxy(name, Scheme.HTTP, "proxy.example", 3128, domains=domains, on=on)
    return Listed(proxy, Health(failures, off_ms))


def drawn(key: int, name: str) -> float:
    return random.Random(f"{key} {name}").random()


def chosen(candidates: list[Listed], times: int = 2000, **given: int) -> Counter[str]:
    picks: Counter[str] = Counter()
    for key in range(times):
        proxy = choose(candidates, since_ms=given.get("since_ms", 0), draw=partial(drawn, key))
        picks[proxy.name if proxy else "none"] += 1
    return picks


def test_a_domain_is_served_by_those_that_name_it_and_those_that_name_none() -> None:
    of_tw, of_all, of_sg = listed("tw", "shopee.tw"), listed("all"), listed("sg", "shopee.sg", "lazada.sg")
    assert wanted([of_tw, of_all, of_sg], "shopee.tw") == [of_tw, of_all]
    assert wanted([of_tw, of_sg], "shopee.vn") == []


def test_healthy_ones_share_the_work_and_a_job_keeps_its_own() -> None:
    three = [listed("a"), listed("b"), listed("c")]
    picks = chosen(three)
    assert all(550 < count < 780 for count in picks.values())
    for key in range(200):
        with_all = choose(three, since_ms=0, draw=partial(drawn, key))
        without_c = choose(three[:2], since_ms=0, draw=partial(drawn, key))
        assert with_all and without_c
        assert with_all.name in {without_c.name, "c"}, "only jobs of the one that is gone change their way"


def test_one_that_failed_five_times_is_left_alone_then_tried_with_a_tenth() -> None:
    off, fine = listed("off", failures=5, off_ms=60_000), listed("fine", failures=4)
    assert chosen([off, fine], since_ms=59_999) == {"fine": 2000}
    trial = chosen([off, fine], since_ms=60_000)
    assert 50 < trial["off"] < 200, "half of the tenth that is drawn for a trial"
    assert chosen([off], since_ms=60_000) == {"off": 2000}, "where no other is healthy, all of them are trials"
    assert chosen([off], since_ms=10) == {"none": 2000}
    assert chosen([listed("off", on=False)]) == {"none": 2000}


def test_waits_stay_within_bounds() -> None:
    assert wait_ms([listed("a", off_ms=40_000), listed("b", off_ms=70_000)], since_ms=10_000) == 30_000
    assert wait_ms([listed("a", off_ms=1)], since_ms=5) == SHORTEST_WAIT_MS
    assert wait_ms([listed("a", off_ms=10**9)], since_ms=5) == LONGEST_WAIT_MS


_LISTED = st.builds(
    listed,
    st.sampled_from(["a", "b", "c", "d", "e"]),
    on=st.booleans(),
    failures=st.integers(0, 9),
    off_ms=st.integers(0, 100_000),
)


@given(st.lists(_LISTED, max_size=5, unique_by=lambda one: one.proxy.name), st.integers(0, 10**6), st.integers(0, 99))
def test_what_is_chosen_may_always_be_used(candidates: list[Listed], since_ms: int, key: int) -> None:
    without = {"a"}
    proxy = choose(candidates, since_ms=since_ms, draw=lambda name: drawn(key, name), without=without)
    may = [one.proxy for one in candidates if usable(one, since_ms=since_ms) and one.proxy.name not in without]
    assert (proxy in may) if may else (proxy is None)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("socks5://fleet:secret@proxy.example:1080", "list of processes"),
        ("socks5h://proxy.example:1080", "resolved and judged here"),
        ("socks4://proxy.example:1080", "write socks5"),
        ("https://proxy.example:443", "begin with"),
        ("proxy.example:1080", "begin with"),
        ("http://proxy.example", "no port"),
        ("http://proxy.example:0", "no port"),
        ("http://proxy.example:99999", "cannot be read"),
        ("http://:3128", "no host"),
        ("http://proxy..example:3128", "no host"),
        (f"socks5://{'a' * 64}.example:1080", "no host"),
        ("http://proxy.example:3128/path", "nothing may follow"),
    ],
)
def test_what_is_no_address_of_a_proxy(typed: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        proxy_address(typed)
    assert "secret" not in str(caught.value)


def test_addresses_of_proxies() -> None:
    assert proxy_address(" socks5://Proxy.Example:1080/ ").host == "proxy.example"
    six = proxy_address("http://[2001:db8::1]:3128")
    assert Proxy("a", six.scheme, six.host, six.port, "ada", "pw").shown == "http://ada@[2001:db8::1]:3128"
