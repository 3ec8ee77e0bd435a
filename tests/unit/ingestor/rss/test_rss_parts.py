"""A feed taken apart: its entries' bytes, and which of them are the newest."""

from __future__ import annotations

import pytest

from ingestor.sources.rss.apart import Reading
from ingestor.sources.rss.cut_short import read_in_part
from ingestor.sources.rss.parts import in_groups, newest, taken_apart

RSS = b"<rss><channel><title>t</title><item>1</item> <item a='b'>2</item></channel></rss>"


def test_head_entries_and_tail() -> None:
    parts = taken_apart(RSS, cut=False)
    assert parts is not None
    assert parts.head == b"<rss><channel><title>t</title>"
    assert list(parts.entries) == [b"<item>1</item> ", b"<item a='b'>2</item>"]
    assert parts.feed_of(parts.entries) == RSS
    assert parts.feed_of(parts.entries[1:]).endswith(b"<title>t</title><item a='b'>2</item></channel></rss>")


@pytest.mark.parametrize(("stop", "whole"), [(60, 1), (66, 2), (40, 0), (20, 0)])
def test_of_a_feed_that_is_cut_only_whole_entries_count(stop: int, whole: int) -> None:
    parts = taken_apart(RSS[:stop], cut=True)
    assert (len(parts.entries) if parts else 0) == whole


def test_what_has_no_entries_that_can_be_told_apart() -> None:
    assert taken_apart(b'{"items": [{"title": "<item>x</item>"}]}', cut=False) is None
    assert taken_apart(RSS.decode().encode("utf-16"), cut=False) is None


def dated(*moments: str, name: str = "pubDate") -> list[bytes]:
    return [f"<item><{name}>{moment}</{name}></item>".encode() for moment in moments]


@pytest.mark.parametrize(
    ("older", "newer", "name"),
    [
        ("Fri, 01 May 2026 08:00:00 GMT", "Fri, 01 May 2026 08:00:00 -0100", "pubDate"),
        ("2026-05-01T08:00:00Z", "2026-05-01T08:00:00.5Z", "updated"),
        ("<![CDATA[2026-05-01]]>", "<![CDATA[ 2026-05-02 ]]>", "dc:date"),
    ],
)
def test_dates_decide_which_entries_are_the_newest(older: str, newer: str, name: str) -> None:
    first, last = entries = dated(older, newer, name=name)
    assert newest(entries, 1) == ([last], True)
    assert newest([last, first], 1) == ([last], False)


def test_without_dates_the_first_ones_are_the_newest() -> None:
    entries = dated("soon", "2026-05-01", "yesterday", "99999999999999999999")
    assert newest(entries, 2) == (entries[:2], False)


def test_groups_are_bounded_by_number_and_bytes() -> None:
    entries = [b"x" * size for size in (1, 1, 1, 9, 1, 3)]
    sizes = [[len(one) for one in group] for group in in_groups(entries, most=2, most_bytes=4)]
    assert sizes == [[1, 1], [1], [9], [1, 3]]


def test_what_a_person_is_told() -> None:
    assert read_in_part(Reading(entries=3, read=3), None) is None
    assert read_in_part(Reading(entries=9_000, read=5_000), None) == "the newest 5,000 of 9,000 entries"
    late = Reading(entries=9_000, read=500, late=True)
    assert "there was no time (ingest.poll_timeout_seconds)" in (read_in_part(late, None) or "")
    cut = read_in_part(Reading(entries=30, read=30), 1_000) or ""
    assert cut == "30 entries, in its first 1,000 bytes (fetch.max_wire_bytes, fetch.max_body_bytes)"
