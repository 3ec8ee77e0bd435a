"""Which ways a machine asks its gateway for, while one of them cannot be gone, and what it says of a gateway that
gives it fewer."""

from __future__ import annotations

from common.ways.way import Way
from worker.source.gateway.wanted import WaysNow


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def ways(*names: Way) -> tuple[WaysNow, Clock, list[str]]:
    clock, said = Clock(), list[str]()
    return WaysNow(names, say=said.append, monotonic=clock), clock, said


def test_a_way_that_cannot_be_gone_is_left_out_for_so_long() -> None:
    found, clock, _ = ways(Way.HTTP, Way.BROWSER)
    found.began("a", "browser")
    found.began("b", "http")
    found.pause("a", 300.0)
    assert (found.open(), found.wait_seconds()) == (("http",), 0.0)
    found.ended("a")
    found.pause("a", 900.0)  # it is over: nobody's way
    found.pause("b", 60.0)
    assert (found.open(), found.wait_seconds()) == ((), 60.0)
    clock.now += 60
    assert (found.open(), found.wait_seconds()) == (("http",), 0.0)
    clock.now += 240
    assert found.open() == ("http", "browser")


def test_what_a_gateway_does_not_give_is_said_once() -> None:
    found, _, said = ways(Way.HTTP, Way.BROWSER)
    found.heard(("http", "browser"))
    assert said == []
    found.heard(("http",))
    found.heard(("http",))
    (line,) = said
    assert "no tasks by browser" in line and "tasks by http are taken" in line
    found.heard(())
    assert "no tasks by http, browser" in said[-1]


def test_an_older_gateway_knows_plain_http_alone() -> None:
    found, _, said = ways(Way.HTTP, Way.BROWSER)
    found.heard(None)
    assert "version" in said[0]
    plain, _, said = ways(Way.HTTP)
    plain.heard(None)
    assert said == []
