"""The walk through newest-first feeds: nothing lost between polls, nothing told twice, whatever stops it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import SourceError
from common.timing.units import DAY_MS
from ingestor.sources.base import Post, Tools
from ingestor.sources.walk import Page, StaleCursor, walk
from ingestor.sources.walk_state import Item, State
from tests.parsing_here import ParsingHere
from tests.unit.ingestor.no_network import NoNetwork

OVERLAP_MS = 1000


class Feed:
    """Posts by time; a page cursor is the time below which the next page begins."""

    def __init__(self, size: int = 3) -> None:
        self.times: list[int] = []
        self.size = size
        self.fail_at: int | None = None
        self.stale: set[str] = set()
        self.reads = 0

    async def read(self, after: str | None, since_ms: int | None) -> Page:
        self.reads += 1
        if self.fail_at == self.reads:
            raise SourceError("busy", retry_after_seconds=7)
        if after is not None and after in self.stale:
            self.stale.discard(after)
            raise StaleCursor("gone")
        below = [t for t in sorted(self.times, reverse=True) if after is None or t < int(after)]
        shown = below[: self.size]
        more = str(shown[-1]) if len(below) > len(shown) else None
        return Page([Item(Post(str(t)), t) for t in shown], [], more)


NOW = 10**12
TOOLS = Tools(client=NoNetwork(), clock_ms=lambda: NOW, monotonic=lambda: 0.0, parser=ParsingHere(), budget_seconds=10)


async def poll(feed: Feed, cursor: str | None, max_pages: int = 2) -> tuple[list[str], str, bool]:
    state = State.load(cursor)
    walked = await walk(TOOLS, state, feed.read, max_pages=max_pages, overlap_ms=OVERLAP_MS)
    return [post.id for post in walked.posts], state.dump(), walked.more


async def test_more_pages_than_allowed_are_read_by_the_next_polls_and_new_posts_meanwhile_too() -> None:
    feed = Feed()
    feed.times = list(range(0, 100_000, 10_000))
    first, cursor, more = await poll(feed, None)
    assert (sorted(map(int, first)), more) == ([40_000, 50_000, 60_000, 70_000, 80_000, 90_000], True)
    feed.times.append(100_000)
    second, cursor, more = await poll(feed, cursor)
    assert (sorted(map(int, second)), more) == ([0, 10_000, 20_000, 30_000], True)
    third, cursor, more = await poll(feed, cursor)
    assert (third, more) == (["100000"], False)
    assert (await poll(feed, cursor))[0] == []


async def test_an_error_after_the_first_page_keeps_what_was_read_and_resumes_there() -> None:
    feed = Feed()
    feed.times = list(range(0, 60_000, 10_000))
    feed.fail_at = 2
    first, cursor, more = await poll(feed, None)
    assert (first, more) == (["30000", "40000", "50000"], True)
    second, cursor, more = await poll(feed, cursor)
    assert (second, more) == (["0", "10000", "20000"], True)
    assert (await poll(feed, cursor))[::2] == ([], False)


async def test_an_error_on_the_first_page_is_the_polls() -> None:
    feed = Feed()
    feed.fail_at = 1
    with pytest.raises(SourceError):
        await poll(feed, None)


async def test_a_page_cursor_the_network_forgot_starts_again_from_the_top() -> None:
    feed = Feed()
    feed.times = list(range(0, 90_000, 10_000))
    first, cursor, _ = await poll(feed, None)
    feed.stale = {"30000"}
    told = list(first)
    for _ in range(5):
        posts, cursor, more = await poll(feed, cursor, max_pages=4)
        told += posts
        if not more:
            break
    assert set(told) == {str(t) for t in feed.times}


async def test_a_late_post_within_the_overlap_is_found() -> None:
    feed = Feed()
    feed.times = [5000, 6000]
    _, cursor, _ = await poll(feed, None)
    feed.times.append(5500)
    assert (await poll(feed, cursor))[0] == ["5500"]


async def test_a_feed_whose_cursor_never_moves_ends() -> None:
    async def read(after: str | None, since_ms: int | None) -> Page:
        return Page([Item(Post("1"), 1)], [], "same")

    state = State()
    walked = await walk(TOOLS, state, read, max_pages=50, overlap_ms=OVERLAP_MS)
    assert not walked.more


async def test_a_page_cursor_that_no_address_holds_is_not_kept() -> None:
    async def read(after: str | None, since_ms: int | None) -> Page:
        assert after is None or len(after) < 10_000
        return Page([Item(Post("1"), 1)], [], "1" if after is None else "x" * 10_000)

    with pytest.raises(SourceError, match="longer"):
        await walk(TOOLS, State(resume_after="1"), read, max_pages=3, overlap_ms=OVERLAP_MS)
    state = State()
    walked = await walk(TOOLS, state, read, max_pages=3, overlap_ms=OVERLAP_MS)
    assert ([post.id for post in walked.posts], walked.more, state.resume_after) == (["1"], True, "1")
    assert State.load(State(resume_after="x" * 10_000).dump()).resume_after is None, "of a release before this one"


async def test_a_post_dated_years_ahead_hides_none_that_comes_after_it() -> None:
    """The network's clock, or what it believes of a stranger's, was wrong for one post."""
    feed, years = Feed(), NOW + 5 * 365 * DAY_MS
    feed.times = [NOW - 50_000, years]
    first, cursor, _ = await poll(feed, None)
    assert first == [str(NOW - 50_000), str(years)]
    for moment in (NOW - 500, NOW - 100):
        feed.times.append(moment)
        told, cursor, more = await poll(feed, cursor)
        assert (told, more) == ([str(moment)], False)
    before_this_release = State(newest_ms=years, seen={str(years): years}).dump()
    assert (await poll(feed, before_this_release))[0] == [str(NOW - 500), str(NOW - 100)]


async def test_a_damaged_cursor_starts_anew() -> None:
    feed = Feed()
    feed.times = [1, 2]
    assert (await poll(feed, '{"newest": ['))[0] == ["1", "2"]


@given(
    waves=st.lists(st.lists(st.integers(1, 40), max_size=12, unique=True), min_size=1, max_size=6),
    size=st.integers(1, 4),
    max_pages=st.integers(1, 3),
    failing=st.sets(st.integers(1, 30), max_size=6),
)
async def test_whatever_happens_every_post_is_told(
    waves: list[list[int]], size: int, max_pages: int, failing: set[int]
) -> None:
    feed, cursor, told = Feed(size), None, []
    fails = iter(sorted(failing))
    for number, wave in enumerate(waves):
        feed.times += [number * 100_000 + t * 2000 for t in wave]
        feed.fail_at = next(fails, None)
        try:
            posts, cursor, _ = await poll(feed, cursor, max_pages)
            told += posts
        except SourceError:
            continue
    feed.fail_at = None
    for _ in range(200):
        posts, cursor, more = await poll(feed, cursor, max_pages)
        told += posts
        if not more and not posts:
            break
    assert set(told) == {str(t) for t in feed.times}
    assert len(told) == len(set(told))


async def test_a_post_that_came_late_to_a_place_further_down_is_told_once() -> None:
    """Written on a train, or scheduled: its author's clock says hours ago, and the feed shows it there."""
    shown = [Item(Post("new"), 90_000), Item(Post("old"), 10_000, came_ms=10_000)]

    async def read(after: str | None, since_ms: int | None) -> Page:
        return Page(shown, [], None)

    async def told(cursor: str | None) -> tuple[list[str], str]:
        state = State.load(cursor)
        walked = await walk(TOOLS, state, read, max_pages=2, overlap_ms=OVERLAP_MS)
        return [post.id for post in walked.posts], state.dump()

    first, cursor = await told(None)
    assert first == ["old", "new"]
    shown.insert(1, Item(Post("late"), 50_000, came_ms=95_000))
    second, cursor = await told(cursor)
    assert second == ["late"]
    third, cursor = await told(cursor)
    assert third == []
    shown.insert(0, Item(Post("next"), 200_000))
    fourth, cursor = await told(cursor)
    assert (fourth, (await told(cursor))[0]) == (["next"], [])
