"""Links that an account names again and again, on every store driver, as a feed does that gives each entry another id
and another date whenever it is made. They take no room of the account's day, and do not fill the database."""

from __future__ import annotations

from dataclasses import replace

from common.job import Sighting
from common.store import FeedState, PollOutcome, Store
from common.store.feeds import POSTS_KEPT
from tests.integration.store.jobs import Clock, link


async def poll(store: Store, made: int, links: range, *, posts: int = 1) -> PollOutcome:
    """The feed as it was made this time: each of the links in so many posts, under other ids."""
    jobs = [replace(link(number), source="rss", source_account="a") for number in links]
    seen = [
        Sighting(job.id, "rss", "a", f"{made}-{job.item_id}-{post}", None, None, job.url)
        for job in jobs
        for post in range(posts)
    ]
    return await store.feeds.record_poll("rss", "a", jobs=jobs, sightings=seen, cursor=f"c{made}", links_per_day=30)


async def state(store: Store) -> FeedState:
    (found,) = await store.feeds.states()
    return found


async def test_what_is_named_again_leaves_the_day_to_what_is_new(store: Store, clock: Clock) -> None:
    assert (await poll(store, 0, range(20))).jobs_added == 20
    for made in range(1, 10):
        again = await poll(store, made, range(20))
        assert (again.jobs_added, again.sightings_added, again.links_waiting) == (0, 20, 0)
    assert (await state(store)).links_in_day == 20
    new = await poll(store, 10, range(25))
    assert (new.jobs_added, new.links_waiting) == (5, 0)
    over = await poll(store, 11, range(35))
    assert (over.jobs_added, over.links_waiting) == (5, 5)
    assert (await store.feeds.cursor("rss", "a"), (await state(store)).links_in_day) == ("c10", 30)
    clock.ms += int(over.day_ends_in_seconds * 1000)
    rest = await poll(store, 12, range(35))
    assert (rest.jobs_added, rest.links_waiting) == (5, 0)
    assert await store.feeds.cursor("rss", "a") == "c12"


async def test_a_link_that_many_posts_of_one_poll_name_takes_one_place(store: Store) -> None:
    taken = await poll(store, 0, range(10), posts=7)
    assert (taken.jobs_added, taken.sightings_added, taken.links_waiting) == (10, 70, 0)
    assert (await state(store)).links_in_day == 10


async def test_of_each_link_the_first_posts_of_an_account_are_kept(store: Store) -> None:
    for made in range(3):
        await poll(store, made, range(2), posts=POSTS_KEPT - 60)
    assert await poll(store, 9, range(2)) == PollOutcome(0, 0, 0, (await poll(store, 9, range(2))).day_ends_in_seconds)
    for number in range(2):
        assert len(await store.listing.sightings(link(number).id)) == POSTS_KEPT
    (other,) = [Sighting(link(0).id, "rss", "b", "p", None, None, link(0).url)]
    told = await store.feeds.record_poll("rss", "b", jobs=[], sightings=[other], cursor=None)
    assert told.sightings_added == 1, "another account's are its own"
