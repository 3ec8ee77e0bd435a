"""What becomes of a volunteer's report, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import ErrorCode
from common.offer import Availability, Offer, Verdict, VerdictStatus
from common.outcome.crawl_outcome import Failed, RetryLater, Succeeded
from common.outcome.crawl_result import CrawlResult
from common.outcome.second_sight import Doubt, Waiting, Weighed, Weight, sight_of
from common.timing.units import DAY_MS, MINUTE_MS
from common.trust.agreement import Seen, agree, alike, repeats, seen
from common.trust.checking import PROBATION_CONFIRMED, cv_now, on_probation, probability
from common.trust.judging import EVERYBODY, Decision, Move, decide
from common.trust.settling import FORGIVEN, MISSED_CHANGE_ONCE_IN, SAME_TIME_MS, Checked, Settled, settle
from common.trust.states import ResultState
from common.trust.values import Facts, Report, Standing, Told, TrustRecord, WaitingResult

URL = "https://shopee.tw/product/1/2"
NOW = 1_800_000_000_000
OFFER = Offer("Blue teapot", 500, "TWD", item_id="2", availability=Availability.IN_STOCK)
TRUSTED = TrustRecord(cv=60, reader_version="1")
NEVER = 0.9999


def result(**changed: Any) -> CrawlResult:
    offer = replace(OFFER, **changed)
    return CrawlResult("{}", None, offer, Verdict(VerdictStatus.OK), URL, "shopee", "tw", URL, None)


def read(**changed: Any) -> Succeeded:
    return Succeeded("j", "t", result(**changed))


def known(**changed: Any) -> Seen:
    return seen(result(**changed))


FACTS = Facts(NOW, attempt=1, max_attempts=5, record=TRUSTED, standing=Standing(), known=known(), taken_key=False)


def decided(
    outcome: Told, person: str = "ann", *, dice: float = NEVER, facts: Facts = FACTS, **changed: Any
) -> Decision:
    told = replace(facts, **changed)
    return decide(Report("j", "t", person, "m", "1"), outcome, told, dice=dice, current_reader="1")


def waits(person: str, outcome: Told, *, at: int = NOW, cv: int = 0, **given: Any) -> WaitingResult:
    one = WaitingResult(f"of {person}", person, "1", at, False, outcome, TrustRecord(cv, 0, "1"))
    return replace(one, **given)


def test_the_chance_of_a_check_falls_with_confirmed_results_and_never_below_two_percent() -> None:
    assert [probability(cv) for cv in (0, 9, 10, 25, 50, 10_000)] == [1, 1, 0.1, 0.04, 0.02, 0.02]
    assert cv_now(TRUSTED, "1") == 60
    assert cv_now(TRUSTED, "2") == 10, "a new version of the reader keeps ten"
    assert cv_now(TrustRecord(3, 0, "1"), "2") == 3


def test_what_repeats_the_trusted_value_goes_by_the_dice() -> None:
    assert decided(read()).move is Move.RECORD
    assert decided(read(), dice=0.0199).own is ResultState.WAITING
    assert decided(read(), record=TrustRecord()).own is ResultState.WAITING


@pytest.mark.parametrize(
    "changed",
    [
        {"price_minor": 499},
        {"currency": "VND"},
        {"availability": Availability.OUT_OF_STOCK},
        {"list_price_minor": 900},
        {"price_kind": "after_coupon"},
        {"price_min_minor": 1},
        {"title": "Blue teapot - more at evil.example"},
        {"brand": "Evil"},
        {"seller": "Evil"},
        {"image_url": "https://evil.example/seen.gif"},
        {"item_id": "3"},
    ],
)
def test_whatever_would_change_what_is_shown_is_checked_however_trusted_the_person(changed: dict[str, object]) -> None:
    decision = decided(read(**changed))
    assert (decision.move, decision.own, decision.exclude) == (Move.LOOK_AGAIN, ResultState.WAITING, "ann")


def test_a_page_that_is_sold_out_and_hides_its_price_repeats_what_is_known() -> None:
    gone = known(availability=Availability.OUT_OF_STOCK)
    hidden = read(price_minor=None, currency=None, availability=Availability.OUT_OF_STOCK)
    assert decided(hidden, known=gone).move is Move.RECORD


def test_what_is_always_checked_besides() -> None:
    assert decided(read(), known=None).move is Move.RECORD, "a product nobody knew, of somebody trusted"
    assert decided(read(), known=None, taken_key=True).move is Move.LOOK_AGAIN, "another link's product"
    assert decided(read(), standing=Standing(set_aside_at=NOW)).move is Move.LOOK_AGAIN
    failed = Standing(failed=1, failed_at=NOW - 1)
    assert decided(read(), known=None, standing=failed).move is Move.LOOK_AGAIN, "on probation"
    assert decided(read(), standing=failed).move is Move.RECORD, "what repeats shows nothing new"
    old = decide(Report("j", "t", "ann", "m", "0"), read(), FACTS, dice=NEVER, current_reader="1")
    assert old.move is Move.LOOK_AGAIN, "another version of the reader"


def test_probation_ends_after_one_failed_check_and_not_after_two() -> None:
    late = NOW + 15 * DAY_MS
    assert on_probation(Standing(1, NOW, PROBATION_CONFIRMED), NOW + DAY_MS)
    assert on_probation(Standing(1, NOW, PROBATION_CONFIRMED - 1), late)
    assert not on_probation(Standing(1, NOW, PROBATION_CONFIRMED), late)
    assert on_probation(Standing(2, NOW, 10_000), late), "two are remembered until an operator forgives"
    assert not on_probation(Standing(), NOW)


def test_two_looks() -> None:
    first = waits("ben", read())
    agreed = decided(read(), waiting=(first,))
    assert (agreed.move, agreed.own) == (Move.RECORD, ResultState.CONFIRMED)
    assert agreed.settle == (("of ben", ResultState.CONFIRMED),)
    differ = decided(read(price_minor=1), waiting=(first,))
    assert (differ.move, differ.settle, differ.exclude) == (Move.LOOK_AGAIN, (), EVERYBODY)
    own = decided(read(), person="ben", waiting=(first,))
    assert (own.move, own.own) == (Move.LOOK_AGAIN, ResultState.INCONCLUSIVE), "nobody confirms himself"
    third = decided(read(), waiting=(first, waits("cid", read(price_minor=1))))
    assert (third.own, third.exclude) == (ResultState.INCONCLUSIVE, EVERYBODY)


@pytest.mark.parametrize(
    ("changed", "earns"),
    [
        ({}, True),
        ({"stock": 3}, True),
        ({"list_price_minor": 900}, False),
        ({"price_min_minor": 1}, False),
        ({"price_max_minor": 900}, False),
        ({"image_url": "https://evil.example/seen.gif"}, False),
    ],
)
def test_who_sees_what_an_operator_saw_earns_by_it_only_when_all_of_it_is_the_same(
    changed: dict[str, object], earns: bool
) -> None:
    sight = Waiting(sight_of(result()), NOW, Doubt.PRICE_JUMPED, result().product_key)
    weighed = Weighed(Weight.RECORD, confirms=sight, ends_wait=True)
    facts = replace(FACTS, before=OFFER, weighed=weighed, known=known(price_minor=100))
    decision = decided(read(**changed), dice=0, facts=facts)
    own = ResultState.CONFIRMED if earns else ResultState.INCONCLUSIVE
    assert (decision.move, decision.own) == (Move.RECORD, own), "the price was seen twice"
    honest, partner = waits("ben", read()), waits("ben", read(**changed, price_kind="after_coupon"))
    assert decided(read(**changed), facts=facts, waiting=(honest,)).settle == (("of ben", ResultState.CONFIRMED),)
    beside = decided(read(**changed), facts=facts, waiting=(partner,)).settle
    assert beside == (() if earns else (("of ben", ResultState.INCONCLUSIVE),))
    assert decided(read(), facts=facts, before=None).own is ResultState.INCONCLUSIVE, "nobody can hold it against"


def test_failures() -> None:
    gone, removed = (Failed("j", "t", code, "") for code in (ErrorCode.CONTENT_NOT_FOUND, ErrorCode.CONTENT_REMOVED))
    odd, wall = Failed("j", "t", ErrorCode.PARSE_ERROR, ""), RetryLater("j", "t", 5, ErrorCode.ACCESS_DENIED, "")
    assert decided(gone).own is ResultState.WAITING
    assert decided(wall).move is Move.RECORD_UNCOUNTED
    assert decided(wall, attempt=5).move is Move.LOOK_AGAIN, "one person buries nothing"
    both = decided(gone, waiting=(waits("ben", removed),))
    assert (both.move, both.own, both.settle) == (Move.RECORD, ResultState.AGREED, (("of ben", ResultState.AGREED),))
    assert decided(wall, attempt=5, waiting=(waits("ben", wall),)).move is Move.RECORD
    assert decided(odd, waiting=(waits("ben", gone),)).exclude == EVERYBODY, "two kinds of end"
    nothing = decided(gone, waiting=(waits("ben", read()),))
    assert (nothing.own, nothing.settle) == (ResultState.INCONCLUSIVE, ())
    assert nothing.delay_ms == MINUTE_MS, "a look that told nothing is not repeated at once"
    better = decided(read(), waiting=(waits("ben", gone),))
    assert (better.move, better.settle) == (Move.RECORD, (("of ben", ResultState.INCONCLUSIVE),))


def settled(*waiting: WaitingResult, at: int = NOW, price: int = 500, reader: str = "1") -> dict[str, ResultState]:
    ends = settle(waiting, known(price_minor=price), looked_at=at, reader_version=reader)
    return {token: end.state for token, end in ends.items()}


def test_the_operators_look_confirms_and_refuses() -> None:
    liar, ben = waits("liar", read(price_minor=1)), waits("ben", read())
    assert settled(liar, ben) == {"of liar": ResultState.REFUSED, "of ben": ResultState.CONFIRMED}
    assert settle([liar], None, looked_at=NOW, reader_version="1") == {"of liar": Settled(ResultState.INCONCLUSIVE)}
    failed = waits("ann", Failed("j", "t", ErrorCode.CONTENT_NOT_FOUND, ""))
    assert settled(failed) == {"of ann": ResultState.INCONCLUSIVE}


@pytest.mark.parametrize(
    ("failed", "elsewhere", "others", "stays"),
    [
        ("", "", 5, False),
        ("ann", "", 1, False),
        ("ann ben", "", 0, True),
        ("ann ben", "", 15, True),
        ("ann ben", "", 16, False),
        ("liar ann", "", 0, False),
        ("liar ann ben", "", 0, True),
        ("liar ann ben", "liar", 0, False),
        ("ann ben", "ann", 0, False),
        ("ann ben cem", "ann", 0, True),
    ],
)
def test_where_one_in_six_fails_the_shop_may_be_to_blame(failed: str, elsewhere: str, others: int, stays: bool) -> None:
    """`others`: so many persons were checked besides, and did not fail."""
    persons = frozenset(failed.split()) | {f"person {number}" for number in range(others)}
    checked = Checked(persons, frozenset(failed.split()), frozenset(elsewhere.split()))
    ends = settle([waits("liar", read(price_minor=1))], known(), looked_at=NOW, reader_version="1", checked=checked)
    assert ends == {"of liar": Settled(ResultState.REFUSED, stays=stays)}


def test_another_way_may_show_another_price_and_makes_no_liar() -> None:
    ben = waits("ben", read())
    official = replace(known(price_minor=700, availability=Availability.UNKNOWN), via="official")
    assert settle([ben], official, looked_at=NOW, reader_version="1") == {"of ben": Settled(ResultState.INCONCLUSIVE)}
    assert settle([ben], replace(official, via="http"), looked_at=NOW, reader_version="1") == {
        "of ben": Settled(ResultState.REFUSED)
    }


def test_a_page_may_have_changed_when_the_looks_lie_apart() -> None:
    liar = waits("liar", read(price_minor=1))
    late = NOW + SAME_TIME_MS + 1
    assert settled(liar, at=late) == {"of liar": ResultState.INCONCLUSIVE}
    beside = waits("ben", read(), at=NOW + 1000)
    assert settled(liar, beside, at=late)["of liar"] is ResultState.REFUSED, "who looked beside it is believed now"
    assert settled(liar, reader="2") == {"of liar": ResultState.INCONCLUSIVE}, "another reader"


def test_who_says_what_was_trusted_before_missed_a_change_once_in_fifty() -> None:
    stale = waits("ann", read(), repeats=True, record=TrustRecord(MISSED_CHANGE_ONCE_IN, 0, "1"))
    assert settled(stale, price=700) == {"of ann": ResultState.OUTDATED}
    again = replace(stale, record=TrustRecord(MISSED_CHANGE_ONCE_IN + 9, MISSED_CHANGE_ONCE_IN, "1"))
    assert settled(again, price=700) == {"of ann": ResultState.REFUSED}, "a parrot"


def test_what_was_doubted_at_once_is_forgiven_some_times_and_more_often_to_who_is_confirmed_more() -> None:
    jumped = waits("ann", read(price_minor=5000), doubted=True)
    assert settle([jumped], known(), looked_at=NOW, reader_version="1") == {
        "of ann": Settled(ResultState.INCONCLUSIVE, forgiven=True)
    }
    assert settled(replace(jumped, forgiven=FORGIVEN - 1)) == {"of ann": ResultState.INCONCLUSIVE}
    assert settled(replace(jumped, forgiven=FORGIVEN)) == {"of ann": ResultState.REFUSED}, "who invents jumps goes on"
    often = replace(jumped, record=TrustRecord(500, 0, "1"), forgiven=9)
    assert settled(often) == {"of ann": ResultState.INCONCLUSIVE}
    assert settled(replace(often, forgiven=10)) == {"of ann": ResultState.REFUSED}
    late = settle([jumped], known(), looked_at=NOW + SAME_TIME_MS + 1, reader_version="1")
    assert late == {"of ann": Settled(ResultState.INCONCLUSIVE)}, "nothing there to forgive"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Blue teapot, 1,234 sold", "blue  TEAPOT, 1,240 sold", True),
        ("Ｂｌｕｅ　ｔｅａｐｏｔ", "Blue teapot", True),
        ("Blue teapot", "Win a prize at evil.example", False),
        (None, None, True),
        ("Blue teapot", None, False),
    ],
)
def test_names(one: str | None, other: str | None, same: bool) -> None:
    assert alike(one, other) is same


@given(price=st.integers(1, 999), other=st.integers(1, 999), sold_out=st.booleans())
def test_who_repeats_agrees(price: int, other: int, sold_out: bool) -> None:
    stock = Availability.OUT_OF_STOCK if sold_out else Availability.IN_STOCK
    one, two = known(price_minor=price), known(price_minor=other, availability=stock)
    assert agree(one, two) == agree(two, one) == (price == other and not sold_out)
    assert repeats(one, two) == agree(one, two)
