"""The rows of answers as JSON objects, for scripts: fields under their columns' names, money as decimal text too."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from common.details.written import read_details
from common.links.shown_account import shown_account

if TYPE_CHECKING:
    from common.job import Job, Sighting
    from common.store import JobEvent, PriceObservation, Product
    from fleet.letters import Letter
    from fleet.operations.shops import ShopShown

_EVENT_FIELDS = ("from_status", "to_status", "attempt", "worker", "error_code", "at")
_COUNTED_BY_PLATFORM = ("last_success_at", "succeeded_last_hour", "failed_last_hour", "waiting_retry")


def job_object(job: Job) -> dict[str, Any]:
    """The row under its columns' names. `result` is result_json as an object; the lease token, a worker's own key,
    and the key in a private feed's address stay out."""
    fields = dataclasses.asdict(job)
    del fields["lease_token"]
    fields["source_account"] = shown_account(job.source_account)
    fields["result"] = result_of(job)
    del fields["result_json"]
    return fields


def sighting_object(sighting: Sighting) -> dict[str, Any]:
    """The row under its columns' names; the key in a private feed's address stays out."""
    return dataclasses.asdict(sighting) | {"source_account": shown_account(sighting.source_account)}


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


def product_object(product: Product) -> dict[str, Any]:
    """The row under its columns' names, and `price` as decimal text without the currency; None without a price.
    `details` is details_json as an object."""
    fields = dataclasses.asdict(product) | {"price": _decimal(product.price_minor, product.currency) or None}
    fields["details"] = read_details(fields.pop("details_json"))
    return fields


def price_object(price: PriceObservation) -> dict[str, Any]:
    """A recorded price; the lease token stays out."""
    fields = dataclasses.asdict(price)
    del fields["lease_token"]
    return fields | {"price": _decimal(price.price_minor, price.currency)}


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


def shop_object(shop: ShopShown) -> dict[str, Any]:
    """A shop's switch, budget and windows of pages read. A single shop of a platform has no counts of jobs."""
    policy = dataclasses.asdict(shop.row) if shop.row else {"paused": False, "paused_reason": None}
    policy.pop("platform", None)
    if "/" in shop.name:  # jobs are counted by platform
        for counted in _COUNTED_BY_PLATFORM:
            policy.pop(counted, None)
    rolling = shop.rolling
    return {
        "shop": shop.name,
        **policy,
        "rolling": dataclasses.asdict(rolling) if rolling else None,
        "windows": [_without_shop(window) for window in shop.full],
        "filling": _without_shop(shop.filling) if shop.filling else None,
    }


def _without_shop(window: Any) -> dict[str, Any]:
    fields = dataclasses.asdict(window)
    del fields["shop"]
    return fields
