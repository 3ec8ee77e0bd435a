"""Reads a feed that shows its newest posts first, page by page, without losing posts between two polls.

The cursor (walk_state.py) keeps the newest time of the last complete walk (the floor) and the ids seen near it. A walk
goes from the newest post down to the floor. When it stops early (pages, requests, time, an error after the first page),
the posts read are recorded together with the place to resume at, and the floor stays: the next poll goes on from that
place, and only a complete walk raises the floor. Posts that appear at the top meanwhile are read by the walk after
that, which starts at once when this one found anything new. Where no page is had at that place poll after poll, though
the newest one is, the walk begins at the top now and then, so that new posts are read all the same.

Feeds are not strictly in order of time, so a walk ends only at a page that lies wholly below the floor less an overlap.
A post that came late and stands further down is read where the network tells when it came, on the pages of the walk;
on the newest page also where it does not, and there so is one that was edited.
A post may be dated wrongly: the floor never lies ahead of now, or one post of the year 2099 would hide all until then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from common.errors import SourceError
from common.store import SkippedPost
from ingestor.sources.base import Post, Tools
from ingestor.sources.walk_state import MAX_SEEN, Item, State, usable


class StaleCursor(SourceError):
    """The network no longer knows the page cursor it gave."""


@dataclass(frozen=True, slots=True)
class Page:
    items: Sequence[Item]
    skipped: Sequence[SkippedPost]
    after: str | None
    """Where the next, older page begins; None at the end."""


@dataclass(slots=True)
class Walked:
    posts: list[Post] = field(default_factory=list)
    skipped: list[SkippedPost] = field(default_factory=list)
    more: bool = False
    wait_seconds: float | None = None


ReadPage = Callable[[str | None, int | None], Awaitable[Page]]
"""(after, since_ms) → a page. `since_ms` is a hint: nothing older is wanted. Raises SourceError, StaleCursor."""
Dress = Callable[[Sequence[Item], State], Awaitable[Sequence[Item]]]
"""All items of a page → the new ones completed (quotes fetched), and further items found with them (replies)."""


async def walk(
    tools: Tools,
    state: State,
    read_page: ReadPage,
    *,
    max_pages: int,
    overlap_ms: int,
    dress: Dress | None = None,
    spent: Callable[[], bool] = lambda: False,
    give_up_place: Callable[[], bool] = lambda: False,
) -> Walked:
    """Walk for one poll and update `state`. Posts come oldest first. `spent` is asked after each page: True ends it.
    `give_up_place` is asked when the page to go on at fails and the newest does not: True begins at the newest.

    Raises SourceError when the first page cannot be read.
    """
    started = tools.monotonic()
    walked = Walked()
    now_ms = tools.clock_ms()
    floor_ms = None if state.newest_ms is None else min(state.newest_ms, now_ms) - overlap_ms
    after, newest_ms = state.resume_after, state.resume_newest_ms
    resumed = after is not None
    been: set[str | None] = set()
    for number in range(1, max_pages + 1):
        try:
            page, after = await _page_or_restart(read_page, after, floor_ms, give_up_place if number == 1 else None)
            if page.after is not None and usable(page.after) is None:
                raise SourceError("the answer's page cursor is longer than any can be")
            late = state.unknown_on_newest(page.items, last=page.after is None) if after is None else ()
            fresh = [item for item in page.items if item.post.id in late or _is_fresh(item, state, floor_ms)]
            completed = list(await dress(page.items, state)) if dress else fresh
        except SourceError as error:
            if number == 1:
                raise
            walked.more, walked.wait_seconds = True, error.retry_after_seconds or 1.0
            break
        _take_in(walked, state, [*fresh, *completed], page.skipped, tools.clock_ms())
        walked.posts.extend(item.post for item in completed)
        newest_ms = max((min(at, now_ms) for at in (newest_ms, *_times(page)) if at is not None), default=None)
        been.add(after)
        if page.after is None or page.after in been or _below(page, floor_ms):
            after = None
            break
        after = page.after
        if spent() or tools.monotonic() - started > tools.budget_seconds:
            walked.more = True
            break
    else:
        walked.more = after is not None
    found = state.resume_found or bool(walked.posts)
    state.resume_found = found and walked.more
    _remember(state, after, newest_ms, overlap_ms, now_ms, finished=not walked.more)
    walked.more |= resumed and found
    walked.posts.reverse()
    return walked


async def _page_or_restart(
    read_page: ReadPage, after: str | None, floor_ms: int | None, give_up_place: Callable[[], bool] | None
) -> tuple[Page, str | None]:
    """`give_up_place` is None for another page than a poll's first."""
    try:
        return await read_page(after, floor_ms), after
    except SourceError as error:
        if give_up_place is None or after is None or error.retry_after_seconds is not None:
            raise
        newest = await read_page(None, floor_ms)
        if not isinstance(error, StaleCursor) and not give_up_place():
            raise
        return newest, None


def _is_fresh(item: Item, state: State, floor_ms: int | None) -> bool:
    if item.post.id in state.seen:
        return False
    return item.known_ms is None or floor_ms is None or item.known_ms >= floor_ms


def _times(page: Page) -> list[int]:
    return [item.at_ms for item in page.items if item.at_ms is not None]


def _below(page: Page, floor_ms: int | None) -> bool:
    return floor_ms is not None and max(_times(page), default=floor_ms) < floor_ms


def _take_in(walked: Walked, state: State, met: Sequence[Item], skipped: Sequence[SkippedPost], now_ms: int) -> None:
    """Remember what a page held, so that no later page or walk brings it again."""
    for item in met:
        state.seen[item.post.id] = now_ms if item.known_ms is None else item.known_ms
    for post in skipped:
        if post.source_post_id not in state.seen:
            state.seen[post.source_post_id] = now_ms
            walked.skipped.append(post)


def _remember(
    state: State, after: str | None, newest_ms: int | None, overlap_ms: int, now_ms: int, *, finished: bool
) -> None:
    tops = [state.newest_ms] if state.newest_ms else []
    if finished:
        known = [min(moment, now_ms) for moment in (state.newest_ms, newest_ms) if moment]
        state.newest_ms = max(known, default=None)
        tops = [state.newest_ms] if state.newest_ms else []
        state.resume_after = state.resume_newest_ms = None
    else:
        state.resume_after, state.resume_newest_ms = after, newest_ms
        tops += [newest_ms] if newest_ms else []
    _forget_far(state, tops, overlap_ms)


def _forget_far(state: State, tops: Sequence[int], overlap_ms: int) -> None:
    """Keep only ids that a later walk can meet again: those within the overlap below the newest post of a walk."""
    highest = max(tops, default=0)
    near = [
        (at, name)
        for name, at in state.seen.items()
        if at >= highest - overlap_ms or any(top - overlap_ms <= at <= top for top in tops)
    ]
    state.seen = {name: at for at, name in sorted(near, reverse=True)[:MAX_SEEN]}
