"""Which jobs an operator means: by id, by the first letters of an id, by link, or by filters."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.accounts.networks import NETWORKS
from common.errors import CrawlfleetError, ErrorCode
from common.job import JobStatus, job_id_for
from common.links.shown_account import shown_account
from fleet.guessing import known_word
from fleet.operations.shops.known import known_shops
from fleet.operations.shops.names import shop_or_market

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import JobFilter, Store


class NotFound(CrawlfleetError):
    """Nothing in the database answers to what the operator typed."""


def first_letters(typed: str, listing: str) -> str:
    """`typed`. Raises NotFound for an empty word (a script's variable that is not set): it begins every id, so where
    there is one alone it would be taken for that one. `listing` is the command that shows what there is."""
    if not typed.strip():
        raise NotFound(f"an empty word names nothing. `{listing}` shows what there is.")
    return typed


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which jobs an operator means; what is not set lets every job through."""

    statuses: Sequence[JobStatus] = ()
    shop: str | None = None
    """As shop_or_market takes it: a platform, its market (shopee.tw), or a single shop such as other/example.com."""
    error_code: str | None = None
    older_than_ms: int | None = None
    """Last changed longer ago."""
    newer_than_ms: int | None = None
    """Last changed since."""
    source: str | None = None
    """The network of any post that named the link; `operator` for links that operators added."""
    account: str | None = None
    """The account of any post that named the link."""
    text: str | None = None
    """Words, each in the canonical link or the product's title; or how the id begins."""
    broken: bool = False
    """Only links that failed five times running."""
    as_of_ms: int | None = None
    """Only jobs that last changed up to then, ages counted from then: what a count before it counted."""

    @property
    def anything(self) -> bool:
        """Whether at least one filter was typed."""
        return bool(self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """The filters that were typed, by name."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        del fields["as_of_ms"]
        fields["account"] = shown_account(self.account) if self.account else None
        return {name: list(value) if name == "statuses" else value for name, value in fields.items() if _said(value)}

    def filter(self) -> JobFilter:
        """Raises WrongUsage for a shop, an error code or a network that does not exist: a typing error must not look
        like an empty answer."""
        from common.store import JobFilter

        platform, single = shop_or_market(self.shop) if self.shop else (None, None)
        return JobFilter(
            statuses=tuple(self.statuses),
            platform=platform,
            single=single,
            error_code=error_code_typed(self.error_code),
            older_than_ms=self.older_than_ms,
            newer_than_ms=self.newer_than_ms,
            source=known_word(self.source, networks(), "network") if self.source else None,
            account=self.account,
            text=self.text,
            broken=self.broken,
            as_of_ms=self.as_of_ms,
        )


def networks() -> list[str]:
    """Where a link may come from: the networks that are watched, and `operator`."""
    return [*NETWORKS, "operator"]


def error_code_typed(typed: str | None) -> str | None:
    """In capital letters or small ones; None where none was typed. Raises WrongUsage for one that does not exist."""
    return known_word(typed, list(ErrorCode), "error code") if typed else None


def _said(value: object) -> bool:
    """Whether a filter was typed. An age of nothing (0s) is one; blanks, which let every job through, are none."""
    return bool(value.strip() if isinstance(value, str) else value) or (value == 0 and value is not False)


async def job_id(store: Store, settings: Settings, typed: str) -> str:
    """The id of the one job that `typed` names. Raises NotFound when there is none, or more than one."""
    if "/" in first_letters(typed, "crawlfleet jobs list"):
        return await _by_link(store, settings, typed)
    found = await store.listing.ids_starting_with(typed.lower(), limit=6)
    if typed.lower() in found:
        return typed.lower()
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound(f"no job's id starts with {typed}. `crawlfleet jobs list` shows the ids.")
    more = ", …" if len(found) > 5 else ""
    raise NotFound(f"{typed} begins several ids: {', '.join(found[:5])}{more}. Type more letters.")


async def job_ids(store: Store, settings: Settings, typed: Sequence[str]) -> list[str]:
    """As job_id for each, in order, every id once."""
    return list(dict.fromkeys([await job_id(store, settings, word) for word in typed]))


async def _by_link(store: Store, settings: Settings, typed: str) -> str:
    link = (await known_shops(settings, store)).link(typed)
    if link is None:
        raise NotFound(f"{typed} is neither a job's id nor a link to a known shop's product.")
    found = job_id_for(link.url_norm)
    if await store.jobs.get(found) is None:
        raise NotFound(f"no job for {link.url_norm}. `crawlfleet jobs add` makes one.")
    return found
