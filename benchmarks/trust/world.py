"""A fleet in memory: products whose prices change, persons who look at them, an operator's worker, and the real rules.

What decides is common/trust itself (decide, settle); what the database's triggers count is books.py. Each product is
crawled once a day. Second looks come a minute or two after the first, third ones within half an hour.
"""

from __future__ import annotations

import heapq
import random
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.trust.books import READER, Books
from benchmarks.trust.persons import Person, View
from common.errors import ErrorCode
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.crawl_result import CrawlResult
from common.timing.units import DAY_MS
from common.trust.agreement import Seen, seen
from common.trust.judging import Decision, Move, decide, must_check
from common.trust.settling import CHECKED_WITHIN_MS, Checked, settle
from common.trust.states import ResultState
from common.trust.values import Facts, Report, Told, WaitingResult

OPERATOR = Person("operator")
OK = Verdict(VerdictStatus.OK)
ATTEMPTS = 5


@dataclass(slots=True)
class Product:
    number: int
    shop: str
    changes: list[int]
    """When its price changes, ascending."""
    known: Seen | None = None
    stood: Seen | None = None
    """The last price that did not come unchecked."""
    liar: str | None = None
    """Whose lie is shown."""
    wrong_since: int = 0
    lease: int = 0
    """Of the result that stands."""
    attempt: int = 0
    waiting: list[WaitingResult] = field(default_factory=list)
    excluded: dict[str, int] = field(default_factory=dict)
    first_seen: dict[str, int] = field(default_factory=dict)
    lies: set[str] = field(default_factory=set)
    """Leases under which somebody lied."""

    flips: random.Random | None = None
    """Its shop shows one of two prices, by chance, with each look."""

    def price(self, at: int) -> int:
        flipped = 100 * self.flips.randrange(2) if self.flips else 0
        return 10_000 + 100 * bisect_right(self.changes, at) + flipped


@dataclass(slots=True)
class Figures:
    """What came of one run."""

    jobs: int = 0
    by_dice: int = 0
    """Second looks that the dice asked for."""
    by_rule: int = 0
    """Second looks of values that changed, failures, and what probation asks for."""
    third: int = 0
    wrong: int = 0
    """Wrong prices that were ever shown."""
    wrong_changed: int = 0
    """… of those: in the place of another price that was known."""
    stale: int = 0
    """Prices that had changed and were reported as before."""
    wrong_after_two: int = 0
    """… shown by a person who had been caught twice."""
    wrong_ms: list[int] = field(default_factory=list)
    caught: dict[str, int] = field(default_factory=dict)
    aside: dict[str, int] = field(default_factory=dict)
    """Person → jobs done in the whole fleet until it was set aside."""
    ended_by_one: int = 0
    """Jobs that one person's word alone ended for good."""
    curve: dict[int, float] = field(default_factory=dict)
    """Results per person and shop → second looks by dice, as a share of all first looks until then."""


class Fleet:
    def __init__(
        self, persons: Sequence[Person], *, shops: int, seed: int, jobs: int, changes_a_day: float = 0.05,
        crawls_each: int = 5, operator_share: float = 0.02,
    ) -> None:  # fmt: skip
        self.persons = persons
        self.dice = random.Random(seed)
        self.books = Books()
        self._rings = {person.name: person.ring for person in persons}
        self.figures = Figures()
        self._jobs = jobs
        self._operator_share = operator_share
        self._lease = 0
        self._unchecked: dict[str, list[tuple[int, Product]]] = defaultdict(list)
        self._checks: dict[str, deque[tuple[int, str, bool]]] = defaultdict(deque)
        """Shop → when somebody was checked there, who, and whether the person failed."""
        days = 30
        products = max(1, jobs // crawls_each)
        self.due: list[tuple[int, int, Product]] = []
        """When each product is looked at next."""
        for number in range(products):
            changes: list[int] = []
            at = self.dice.expovariate(changes_a_day / DAY_MS) if changes_a_day else 1e18
            while at < 2 * days * DAY_MS:
                changes.append(int(at))
                at += self.dice.expovariate(changes_a_day / DAY_MS)
            product = Product(number, f"shop {number % shops}", changes)
            self._later(product, int(self.dice.random() * days * DAY_MS))
        self._steps = sorted({10, 20, 50, 100, 200, 500, 1000, 2000, 5000})
        self._cells = len(persons) * shops

    def run(self) -> Figures:
        while self.due and self.figures.jobs < self._jobs:
            now, _, product = heapq.heappop(self.due)
            self._look(product, now)
        for product in {id(p): p for _, _, p in self.due}.values():
            if product.liar:
                self.figures.wrong_ms.append(self.due[0][0] - product.wrong_since)
        self.figures.caught = dict(self.books.caught)
        return self.figures

    def _later(self, product: Product, at: int) -> None:
        self._lease += 1
        heapq.heappush(self.due, (at, self._lease, product))

    def _look(self, product: Product, now: int) -> None:
        if not product.waiting and product.attempt == 0:
            self.figures.jobs += 1
            self._note_curve()
        person = self._who(product, now)
        if person is OPERATOR:
            self._operator(product, now)
        elif person is None:
            self._later(product, now + 600_000)
        else:
            self._volunteer(person, product, now)

    def _who(self, product: Product, now: int) -> Person | None:
        if len(product.waiting) > 1 or self.dice.random() < self._operator_share:
            return OPERATOR
        for _ in range(20):
            person = self.dice.choice(self.persons)
            gone = self.books.standings[person.name].set_aside_at is not None
            if not gone and product.excluded.get(person.name, 0) <= now:
                return person
        return OPERATOR if product.waiting else None

    def _operator(self, product: Product, now: int) -> None:
        result = self._result(product, product.price(now))
        states = settle(
            product.waiting,
            seen(result),
            looked_at=now,
            reader_version=READER,
            checked=self._checked(product.shop, now),
        )
        for one in product.waiting:
            end = states[one.lease_token]
            self._settled(one.person, product, end.state, now, stays=end.stays)
        self._record(product, seen(result), None, checked=True, now=now)

    def _volunteer(self, person: Person, product: Product, now: int) -> None:
        record, standing = self.books.records[person.name, product.shop], self.books.standings[person.name]
        price = product.price(now)
        in_ring = any(
            one.lease_token in product.lies and self._rings[one.person] == person.ring for one in product.waiting
        )
        shown_by = self._rings.get(product.liar or "", "") or product.liar
        own_lie = product.known.price_minor if product.known and shown_by in {person.name, person.ring} else None
        view = View(
            price, product.known is not None, product.shop, record, standing,
            product.first_seen.get(person.name), own_lie, bool(product.waiting), in_ring, now,
        )  # fmt: skip
        told = person.says(view, self.dice)
        product.first_seen.setdefault(person.name, price)
        self._lease += 1
        token = str(self._lease)
        product.attempt += 1
        outcome = self._outcome(product, token, told)
        if isinstance(told, int) and told != price:
            product.lies.add(token)
        report = Report(str(product.number), token, person.name, "machine", READER)
        facts = Facts(now, product.attempt, ATTEMPTS, record, standing, product.known, False, tuple(product.waiting))
        decision = decide(report, outcome, facts, dice=self.dice.random(), current_reader=READER)
        if not product.waiting and decision.own is ResultState.WAITING:
            ruled = isinstance(outcome, Succeeded) and must_check(
                report, facts, seen(outcome.result), current_reader=READER
            )
            if ruled or not isinstance(outcome, Succeeded):
                self.figures.by_rule += 1
            else:
                self.figures.by_dice += 1
        self._apply(person, product, report, outcome, decision, now)

    def _apply(
        self, person: Person, product: Product, report: Report, outcome: Told, decision: Decision, now: int
    ) -> None:  # fmt: skip
        settled = dict(decision.settle)
        for one in product.waiting:
            if one.lease_token in settled:
                self._settled(one.person, product, settled[one.lease_token], now)
        product.waiting = [one for one in product.waiting if one.lease_token not in settled]
        if decision.exclude:
            product.excluded[decision.exclude] = now + decision.exclude_ms
        if decision.move is Move.RECORD:
            checked = decision.own is not ResultState.UNCHECKED
            self._settled(person.name, product, decision.own, now)
            if isinstance(outcome, Succeeded):
                lied = person.name if report.lease_token in product.lies else None
                self._record(product, seen(outcome.result), lied, checked=checked, now=now)
                if not checked:
                    self._unchecked[person.name].append((product.lease, product))
                return
            self.figures.ended_by_one += decision.own is not ResultState.AGREED
            self._ended(product, now)
        elif decision.move is Move.LOOK_AGAIN:
            product.attempt -= 1
            if decision.own is ResultState.WAITING:
                product.waiting.append(self._waits(report, outcome, decision, product, now))
            self.figures.third += len(product.waiting) > 1
            most_ms = 900_000 if len(product.waiting) > 1 else 60_000
            self._later(product, now + 60_000 + int(self.dice.random() * most_ms))
        else:
            self._later(product, now + 60_000)

    def _waits(self, report: Report, outcome: Told, decision: Decision, product: Product, now: int) -> WaitingResult:
        record = self.books.records[report.person, product.shop]
        return WaitingResult(report.lease_token, report.person, READER, now, decision.repeats, outcome, record)

    def _record(self, product: Product, value: Seen, liar: str | None, *, checked: bool, now: int) -> None:
        """This value is shown from now on."""
        if liar is not None and product.liar is None and product.known == value:
            # What was right a while ago is kept by somebody who did not look.
            self.figures.stale += 1
            liar = None
        if liar is not None and product.known != value:
            self.figures.wrong += 1
            self.figures.wrong_changed += product.known is not None and product.liar is None
            self.figures.wrong_after_two += self.books.caught[liar] >= 2
        if product.liar is not None and (liar is None or product.known != value):
            self.figures.wrong_ms.append(now - product.wrong_since)
            product.liar = None
        if liar is not None and product.liar is None:
            product.liar, product.wrong_since = liar, now
        product.known = value
        if checked:
            product.stood = value
        self._lease += 1
        product.lease = self._lease
        self._ended(product, now)

    def _ended(self, product: Product, now: int) -> None:
        product.waiting, product.attempt = [], 0
        product.excluded.clear()
        product.lies.clear()
        self._later(product, now + DAY_MS)

    def _checked(self, shop: str, now: int) -> Checked:
        """Who was checked at this shop lately."""
        for checks in self._checks.values():
            while checks and checks[0][0] <= now - CHECKED_WITHIN_MS:
                checks.popleft()
        here = self._checks[shop]
        others = (checks for name, checks in self._checks.items() if name != shop)
        return Checked(
            frozenset(person for _, person, _ in here),
            frozenset(person for _, person, failed in here if failed),
            frozenset(person for checks in others for _, person, failed in checks if failed),
        )

    def _settled(
        self, person: str, product: Product, state: ResultState, now: int, *, stays: bool = False
    ) -> None:  # fmt: skip
        if state in {ResultState.CONFIRMED, ResultState.REFUSED}:
            self._checks[product.shop].append((now, person, state is ResultState.REFUSED))
        was = self.books.standings[person].set_aside_at
        self.books.settled(person, product.shop, state, now, stays=stays)
        if was is None and self.books.standings[person].set_aside_at is not None:
            self.figures.aside[person] = self.figures.jobs
            self._take_back(person, now)

    def _take_back(self, person: str, now: int) -> None:
        for lease, product in self._unchecked.pop(person, []):
            if product.lease == lease:
                if product.liar is not None:
                    self.figures.wrong_ms.append(now - product.wrong_since)
                product.known, product.liar = product.stood, None

    def _result(self, product: Product, price: int) -> CrawlResult:
        url = f"https://shopee.tw/product/1/{product.number}"
        offer = Offer("A", price, "TWD", item_id=str(product.number), availability=Availability.IN_STOCK)
        return CrawlResult("{}", None, offer, OK, url, "shopee", "tw", url, None)

    def _outcome(self, product: Product, token: str, told: int | ErrorCode) -> Told:
        job_id = str(product.number)
        if isinstance(told, int):
            return Succeeded(job_id, token, self._result(product, told))
        if told.retry:
            return RetryLater(job_id, token, 60_000, told, "")
        return Failed(job_id, token, told, "")

    def _note_curve(self) -> None:
        done = self.figures.jobs / self._cells
        if self._steps and done >= self._steps[0]:
            self.figures.curve[self._steps.pop(0)] = self.figures.by_dice / self.figures.jobs
