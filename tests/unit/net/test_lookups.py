"""Names whose servers are dead: the system's resolver is silent for half a minute, and cannot be cut off."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from common.errors import Unanswered
from common.net.names.lookups import AT_ONCE, SITE_AT_ONCE, Lookups
from common.net.names.resolver import SystemResolver

SECONDS = 0.2
"""What a lookup may take; a name that is answered for takes nothing."""
LATE_SECONDS = 20.0


class Names:
    """Dead ones are silent until the test ends, or until it is clear that somebody waits for them."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._end = threading.Event()
        self._late = threading.Timer(LATE_SECONDS, self.end)
        self._late.start()

    @property
    def are_silent(self) -> bool:
        return not self._end.is_set()

    def end(self) -> None:
        self._end.set()
        self._late.cancel()

    def __call__(self, host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        self.asked.append(host)
        if host.startswith("dead"):
            self._end.wait()
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.7", port))]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    names = Names()
    monkeypatch.setattr(socket, "getaddrinfo", names)
    yield names
    names.end()


async def given_up(resolver: SystemResolver, hosts: list[str]) -> None:
    for outcome in await asyncio.gather(*(resolver.resolve(host, 443) for host in hosts), return_exceptions=True):
        assert isinstance(outcome, Unanswered)


async def test_they_keep_no_other_name_from_being_looked_up(names: Names) -> None:
    resolver = SystemResolver(timeout_seconds=SECONDS)
    await given_up(resolver, [f"dead{number}.example" for number in range(AT_ONCE - 1)])
    assert await SystemResolver(timeout_seconds=LATE_SECONDS).resolve("oak.example", 443) == ["192.0.2.7"]
    assert await resolver.resolve("oak.example", 443) == ["192.0.2.7"]
    assert names.are_silent


async def test_one_that_is_asked_for_again_and_again_takes_one_thread(names: Names) -> None:
    resolver = SystemResolver(timeout_seconds=SECONDS)
    await given_up(resolver, ["dead.example"] * 3 * AT_ONCE)
    assert names.asked == ["dead.example"]
    assert await resolver.resolve("oak.example", 443) == ["192.0.2.7"]


async def test_a_hundred_dead_names_of_one_domain_hold_up_no_other_domain(names: Names) -> None:
    # A shop's page in the browser may ask for as many.
    resolver = SystemResolver(timeout_seconds=SECONDS)
    await given_up(resolver, [f"dead{number}.pine.example" for number in range(4 * AT_ONCE)])
    assert await SystemResolver(timeout_seconds=LATE_SECONDS).resolve("oak.example", 443) == ["192.0.2.7"]
    assert names.are_silent
    assert len(names.asked) == SITE_AT_ONCE + 1


async def test_a_name_that_nobody_waits_for_any_more_is_not_asked_for_later(names: Names) -> None:
    lookups = Lookups()
    hosts = [f"dead{number}.pine.example" for number in range(2 * SITE_AT_ONCE)]
    waiting = [asyncio.create_task(lookups.find(host, 443)) for host in hosts]
    await asyncio.sleep(SECONDS)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    again = asyncio.create_task(lookups.find(hosts[-1], 443))
    await asyncio.sleep(0)
    names.end()
    with pytest.raises(socket.gaierror):
        await again
    assert names.asked == [*hosts[:SITE_AT_ONCE], hosts[-1]]


async def test_a_name_is_looked_up_anew_once_its_lookup_has_ended(names: Names) -> None:
    resolver = SystemResolver(timeout_seconds=LATE_SECONDS)
    for _ in range(2):
        assert await resolver.resolve("oak.example", 443) == ["192.0.2.7"]
    assert names.asked == ["oak.example"] * 2


def test_no_programs_end_waits_for_them(names: Names) -> None:
    async def program() -> None:
        with suppress(Unanswered):
            await SystemResolver(timeout_seconds=SECONDS).resolve("dead.example", 443)

    asyncio.run(program())
    assert names.are_silent
