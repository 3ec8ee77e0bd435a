"""A feed whose address is not public: a person is told what can be done about it."""

from __future__ import annotations

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


def test_a_feed_at_home_says_what_can_be_done(fleet: Fleet) -> None:
    assert fleet("init", "--yes", "--account", "http://127.0.0.1/feed.xml").code == 0
    assert fleet("up", "--until-idle").code == 1
    (feed,) = fleet("feeds", "list", "--json").objects
    said = str(feed["last_error"])
    assert "127.0.0.1 leads to 127.0.0.1: loopback. Feeds are read from public addresses alone" in said
    assert "source jsonl" in said
