"""Volunteers who report, in the fewest words that the tests of the store need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.errors import ErrorCode
from common.job import JobStatus, NewJob
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.crawl_result import CrawlResult, result_json
from common.store import Claim, ClaimOutcome, Heard, Store
from common.store.volunteers.values import Joining, MachineClaim
from common.timing.units import DAY_MS
from common.trust.states import ResultState
from common.trust.values import Report, Told
from tests.integration.store.jobs import LEASE_MS, Clock, link

READER = "1"
NEVER, ALWAYS = 0.999, 0.0
"""Dice that never have a trusted person checked, or always."""


class Volunteers:
    """Persons at the door of one store. Each lease has a token of its own: <person>-<number>."""

    def __init__(self, store: Store, clock: Clock, *, reader: str = READER) -> None:
        self.store = store
        self.reader = reader
        self.clock = clock
        self.tokens = 0

    async def publish(self) -> None:
        due = await self.store.jobs.due("shopee", limit=100, window=100, retry_overdue_ms=0)
        await self.store.jobs.publish([job.id for job in due], republish_after_ms=60_000)

    async def when_due(self, job: NewJob) -> None:
        """What is doubted is looked at again some minutes later; then its message is out."""
        found = await self.store.jobs.get(job.id)
        assert found is not None
        if found.status is JobStatus.NEW and found.next_run_at is not None:
            self.clock.ms = max(self.clock.ms, found.next_run_at)
        await self.publish()

    async def claims(self, job: NewJob, person: str | None) -> str | None:
        """A lease's token; None when the person is not given the job."""
        self.tokens += 1
        token = f"{person}-{self.tokens}"
        claim = await self.store.jobs.claim(
            job.id, worker_id=f"machine of {person}", lease_token=token, lease_ms=LEASE_MS, person=person
        )
        if claim.outcome is ClaimOutcome.EXCLUDED:
            return None
        assert claim.outcome is ClaimOutcome.CLAIMED, claim
        return token

    async def says(self, job: NewJob, person: str, outcome: Told, *, dice: float = NEVER) -> Heard:
        """The outcome, under its own lease token, sent twice as a lost answer has it."""
        report = Report(job.id, outcome.lease_token, person, f"machine of {person}", self.reader)
        first = await self.store.reports.report(report, outcome, dice=dice, current_reader=self.reader)
        before = await self.everything(job)
        again = await self.store.reports.report(report, outcome, dice=ALWAYS, current_reader=self.reader)
        assert again is first, "the same report sent again is answered the same"
        assert await self.everything(job) == before, "and changes nothing"
        return first

    async def everything(self, job: NewJob) -> Sequence[object]:
        store = self.store
        return (
            await store.jobs.get(job.id),
            await store.jobs.events(job.id),
            await store.listing.products(limit=100),
            await store.listing.history(f"shopee:tw:{job.item_id}", limit=100),
            await store.trust.records(),
            await store.trust.standings(),
            await store.trust.waiting(),
        )

    async def sees(self, job: NewJob, person: str, price_minor: int | None, *, dice: float = NEVER) -> None:
        """Claims the job when it is due, reads this price (None: sold out) and reports it."""
        await self.when_due(job)
        token = await self.claims(job, person)
        assert token is not None, f"{person} is not given the job"
        assert await self.says(job, person, read(job, token, price_minor), dice=dice) is Heard.HEARD

    async def meets(self, job: NewJob, person: str, code: ErrorCode) -> None:
        """Claims the job when it is due, and reports a failure."""
        await self.when_due(job)
        token = await self.claims(job, person)
        assert token is not None, f"{person} is not given the job"
        assert await self.says(job, person, failure(job, token, code)) is Heard.HEARD

    async def operator_sees(self, job: NewJob, price_minor: int | None) -> None:
        """An operator's own worker, which knows nothing of trust; then the dispatcher's look."""
        await self.when_due(job)
        token = await self.claims(job, None)
        assert token is not None
        assert await self.store.jobs.succeed(job.id, token, look(job, price_minor))

    async def settled(self) -> dict[ResultState, int]:
        return await self.store.trust.settle(limit=100, reader_version=self.reader)

    async def trusted(self, person: str, shop: str = "shopee") -> int:
        """CV."""
        return next((row.cv for row in await self.store.trust.records(person) if row.shop == shop), 0)

    async def price(self, job: NewJob) -> int | None:
        product = await self.store.listing.product(f"shopee:tw:{job.item_id}")
        return product.price_minor if product else None


async def at_the_gateway(store: Store, asked: MachineClaim, *, lease_ms: int = LEASE_MS) -> Claim:
    """What a machine's claim comes to."""
    (claim,) = await store.gateway.claim_all([asked], lease_ms=lease_ms)
    return claim or await store.gateway.claim_late(asked, lease_ms=lease_ms)


def look(job: NewJob, price_minor: int | None, *, title: str = "藍色茶壺 🫖", **named: Any) -> CrawlResult:
    """What a crawl saw; None: sold out, and no price is shown. `named`: further fields of the offer."""
    offer = Offer(
        title=title,
        price_minor=price_minor,
        currency="TWD" if price_minor else None,
        item_id=job.item_id,
        availability=Availability.IN_STOCK if price_minor else Availability.OUT_OF_STOCK,
        **named,
    )
    ok = Verdict(VerdictStatus.OK)
    told = result_json(offer, ok, job.url)
    return CrawlResult(told, "hash", offer, ok, job.url_norm, "shopee", "tw", job.url, 86_400_000)


def read(job: NewJob, token: str, price_minor: int | None, **named: Any) -> Succeeded:
    return Succeeded(job.id, token, look(job, price_minor, **named))


def failure(job: NewJob, token: str, code: ErrorCode) -> Told:
    if code.retry:
        return RetryLater(job.id, token, 1000, code, "as the machine says")
    return Failed(job.id, token, code, "as the machine says", 86_400_000)


async def invited(store: Store, *, machines: int = 2) -> None:
    await store.people.invite(
        "p1", name="Ada", secret_hash="secret", machines=machines, expires_in_ms=DAY_MS, trusted=False
    )


async def joined(store: Store, machine: str = "m1") -> Joining | None:
    return await store.people.join(
        machine,
        secret_hash="secret",
        join_hash=f"join {machine}",
        token_hash=f"token {machine}",
        name="attic",
        platform="Linux",
        version="1",
    )


async def claimed(store: Store, machine: str = "m1", number: int = 1, token: str = "lease") -> str:
    job = link(number)
    await store.jobs.add([job])
    asked = MachineClaim(job.id, "shopee", machine, "p1", False, "request", token)
    claim = await at_the_gateway(store, asked)
    assert claim.outcome is ClaimOutcome.CLAIMED
    return job.id
