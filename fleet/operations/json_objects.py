"""The rows of answers as JSON objects, for scripts: fields under their columns' names, money as decimal text too."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from common.details.written import read_details
from common.links.shown_account import shown_account, without_queries

if TYPE_CHECKING:
    from common.job import Job, Sighting
    from common.notices.values import Rule
    from common.store import (
        AwaitedLooks,
        JobEvent,
        Notice,
        PendingSight,
        PriceObservation,
        Product,
        ProductChange,
        ReportRow,
        Rung,
    )
    from fleet.letters import Letter
    from fleet.operations.dead_letters.requeueing import LetterFate
    from fleet.operations.feeds.accounts import AccountShown
    from fleet.operations.jobs.adding import Accepted, Refusal
    from fleet.operations.jobs.looking import JobShown
    from fleet.operations.jobs.steering import JobFate
    from fleet.operations.shops.standing import ShopShown
    from fleet.operations.shops.ways import LadderShown, LadderSwitched
    from fleet.operations.switched import Switched
    from fleet.operations.volunteers.looking import Volunteer, Volunteers

_EVENT_FIELDS = ("from_status", "to_status", "attempt", "worker", "error_code", "at", "via", "detail")
NOTICE_FIELDS = ("noted_at", "at", "rule", "kind", "target", "state", "due_at", "tries", "tried_at", "error", "line")
_COUNTED_BY_PLATFORM = ("last_success_at", "succeeded_last_hour", "failed_last_hour", "waiting_retry")


class _Row(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def row_object(row: _Row) -> dict[str, Any]:
    """The fields, by name, of a row that holds no other rows. dataclasses.asdict looks through each value and copies
    it, which takes ten times as long: thousands of rows are told at once."""
    return {name: getattr(row, name) for name in _names(type(row))}


def job_object(job: Job) -> dict[str, Any]:
    """The row under its columns' names. `result` is result_json as an object; the lease token, a worker's own key,
    and the key in a private feed's address stay out."""
    fields = row_object(job)
    del fields["lease_token"]
    fields["source_account"] = shown_account(job.source_account)
    fields["result"] = result_of(job)
    del fields["result_json"]
    return fields


def whole_job_object(shown: JobShown) -> dict[str, Any]:
    """The job with its events, the posts that named it, what volunteers said, and what waits for a second sight."""
    return job_object(shown.job) | {
        "events": [event_object(event) for event in shown.events],
        "sightings": [sighting_object(seen) for seen in shown.sightings],
        "reports": [report_object(report) for report in shown.reports],
        "pending": [pending_object(sight) for sight in shown.pending],
    }


def added_object(answer: Accepted | Refusal) -> dict[str, Any]:
    """What became of one link."""
    from fleet.operations.jobs.adding import Refusal

    if isinstance(answer, Refusal):
        return {"url": answer.url, "accepted": False, "reason": answer.reason, "detail": answer.detail}
    link = answer.link
    fields = {"url": answer.url, "accepted": True, "new": answer.new, "id": answer.job_id, "url_norm": link.url_norm}
    return fields | {"platform": link.platform, "region": link.region, "short": link.short}


def fate_object(done: str, fate: JobFate, *, dry_run: bool) -> dict[str, Any]:
    """What became of one job; `done` is what was to be done, as a participle: requeued, cancelled."""
    fields = {"id": fate.id, "url_norm": fate.url_norm, "was": fate.was}
    return fields | {done: fate.done and not dry_run, "dry_run": dry_run, "reason": fate.why_not}


def sighting_object(sighting: Sighting) -> dict[str, Any]:
    """The row under its columns' names; the key in a private feed's address stays out."""
    return row_object(sighting) | {"source_account": shown_account(sighting.source_account)}


def result_of(job: Job) -> dict[str, Any] | None:
    """The recorded outcome, or None when there is none (or it cannot be read)."""
    if not job.result_json:
        return None
    try:
        found = json.loads(job.result_json)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def event_object(event: JobEvent) -> dict[str, Any]:
    """One change of a job's status, without the job's id."""
    return {name: getattr(event, name) for name in _EVENT_FIELDS}


def report_object(report: ReportRow) -> dict[str, Any]:
    """What a volunteer said, and how it stands; the lease token stays out. `outcome` while it waits."""
    fields = row_object(report)
    del fields["lease_token"]
    text = fields.pop("outcome_json")
    outcome = json.loads(text) if text else None
    if isinstance(outcome, dict):
        outcome.pop("lease_token", None)
    return fields | {"outcome": outcome}


def product_object(product: Product) -> dict[str, Any]:
    """The row under its columns' names, and `price` as decimal text without the currency; None without a price.
    `details` is details_json as an object."""
    fields = row_object(product) | {"price": _decimal(product.price_minor, product.currency) or None}
    fields["details"] = read_details(fields.pop("details_json"))
    return fields


def listed_product_object(product: Product, pending: PendingSight | None) -> dict[str, Any]:
    """The product, and its newest sight that waits for a second one."""
    return product_object(product) | {"pending": pending_object(pending) if pending else None}


def change_object(change: ProductChange) -> dict[str, Any]:
    """The change under its columns' names, and by what share the price changed."""
    share = change.share
    return row_object(change) | {"share": None if share is None else round(share, 4)}


def price_object(price: PriceObservation, product: Product) -> dict[str, Any]:
    """A recorded price; the lease token stays out. `of_former_product`: the address showed another product then."""
    fields = row_object(price)
    del fields["lease_token"]
    was_another = price.generation != product.generation
    return fields | {"price": _decimal(price.price_minor, price.currency), "of_former_product": was_another}


def pending_object(sight: PendingSight) -> dict[str, Any]:
    """What waits for a second sight, with what is recorded under `was_…`; the lease token stays out."""
    fields = row_object(sight)
    del fields["lease_token"]
    prices = {
        "price": _decimal(sight.price_minor, sight.currency) or None,
        "was_price": _decimal(sight.was_price_minor, sight.was_currency) or None,
    }
    return fields | prices


def _decimal(minor: int | None, currency: str | None) -> str:
    from common.money import format_minor

    return "" if minor is None or not currency else format_minor(minor, currency)


def letter_object(letter: Letter) -> dict[str, Any]:
    """A dead letter with what its job's row says; None in those fields when there is no such job."""
    job, message = letter.job, letter.message
    return {
        "queue": message.queue,
        "job_id": message.job_id,
        "reason": letter.reason,
        "message_reason": message.reason,
        "status": job.status if job else None,
        "error_code": job.error_code if job else None,
        "url_norm": job.url_norm if job else None,
        "updated_at": job.updated_at if job else None,
        "body_preview": message.body_preview,
    }


def letter_fate_object(fate: LetterFate) -> dict[str, Any]:
    """What became of a dead letter, or of several of one job."""
    return {"job_id": fate.job_id, "fate": fate.fate, "detail": fate.why, "letters": fate.letters}


def paused_object(kind: str, done: Switched, *, reason: str | None = None) -> dict[str, Any]:
    """A shop or account (`kind`) after it was paused for a reason, or resumed for None."""
    why = {} if reason is None else {"reason": reason}
    return {kind: done.name, "paused": reason is not None, **why, "changed": done.changed}


def account_object(one: AccountShown) -> dict[str, Any]:
    """A watched account under its columns' names."""
    state = row_object(one.state) if one.state else {}
    for name in ("source", "account", "next_poll_at"):
        state.pop(name, None)
    if state.get("last_error"):
        state["last_error"] = without_queries(state["last_error"])
    shown = {"source": one.source, "account": one.account, "in_settings": one.named, "next_poll_at": one.next_poll_at}
    return shown | state


def ladder_object(shown: LadderShown) -> dict[str, Any]:
    """A shop's ways in order, what came of them, and the review of its terms."""
    row = shown.row
    return {
        "shop": shown.platform,
        "ways": _ways_objects(shown.rungs),
        "walls": [row_object(one) for one in shown.walls],
        "brought": [row_object(one) for one in shown.brought],
        "waiting": [row_object(one) for one in shown.waiting],
        "official": [row_object(one) for one in shown.sources],
        "paused": bool(row and row.paused),
        "reviewed_at": row.reviewed_at if row else None,
        "reviewed_by": row.reviewed_by if row else None,
        "review_note": row.review_note if row else None,
        "days": shown.days,
    }


def switched_ways_object(done: LadderSwitched) -> dict[str, Any]:
    """A shop's ways in order, after they were switched."""
    return {"shop": done.rungs[0].platform, "ways": _ways_objects(done.rungs), "changed": done.changed}


def _ways_objects(rungs: Sequence[Rung]) -> list[dict[str, Any]]:
    return [row_object(rung) | {"usable": rung.usable} for rung in rungs]


AWAITED_FIELDS = ("awaiting_second_look", "awaiting_since")


def listed_volunteer_objects(listed: Volunteers) -> list[dict[str, Any]]:
    """Each person, why nothing is taken of theirs, and what of theirs waits for a second look."""
    return [
        row_object(one) | {"set_aside": listed.set_aside.get(one.id)} | _awaited_object(listed.awaited.get(one.id))
        for one in listed.persons
    ]


def _awaited_object(awaited: AwaitedLooks | None) -> dict[str, int | None]:
    values = (0, None) if awaited is None else (awaited.results, awaited.oldest_at)
    return dict(zip(AWAITED_FIELDS, values, strict=True))


def volunteer_object(volunteer: Volunteer) -> dict[str, Any]:
    """A person with their machines, checks, trust by shop, and what operators did about them."""
    standing = volunteer.standing
    return (
        row_object(volunteer.person)
        | _awaited_object(volunteer.awaited)
        | {
            "machines": [row_object(one) for one in volunteer.machines],
            "standing": row_object(standing) if standing else None,
            "trust": [row_object(one) for one in volunteer.trust],
            "failed_checks": [row_object(one) for one in volunteer.failed_checks],
            "events": [row_object(one) for one in volunteer.events],
        }
    )


def rule_object(rule: Rule) -> dict[str, Any]:
    """The rule with its times of the day as one object, and in words what it looks for and when it tells."""
    from fleet.operations.notices.typed import what, when

    fields = dataclasses.asdict(rule)
    del fields["read_to"]
    return {"id": fields.pop("id"), **fields, "what": what(rule), "when": when(rule)}


def notice_object(one: Notice) -> dict[str, Any]:
    return {name: getattr(one, name) for name in NOTICE_FIELDS}


def shop_object(shop: ShopShown) -> dict[str, Any]:
    """A shop's switch, budget and windows of pages read. A single shop of a platform has no counts of jobs."""
    policy = row_object(shop.row) if shop.row else {"paused": False, "paused_reason": None}
    policy.pop("platform", None)
    if "/" in shop.name:  # jobs are counted by platform
        for counted in _COUNTED_BY_PLATFORM:
            policy.pop(counted, None)
    rolling = shop.rolling
    return {
        "shop": shop.name,
        **policy,
        "rolling": row_object(rolling) if rolling else None,
        "windows": [_without_shop(window) for window in shop.full],
        "filling": _without_shop(shop.filling) if shop.filling else None,
    }


def _without_shop(window: Any) -> dict[str, Any]:
    fields = row_object(window)
    del fields["shop"]
    return fields
