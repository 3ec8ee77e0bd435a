"""What reading a page gives: an Offer or a Failure, and the verdict of judging it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from common.details.kinds import Details
from common.errors import ErrorCode


class Availability(StrEnum):
    IN_STOCK = "IN_STOCK"
    OUT_OF_STOCK = "OUT_OF_STOCK"
    BACKORDER = "BACKORDER"
    UNKNOWN = "UNKNOWN"


class PriceKind(StrEnum):
    """Which price it is, where a shop knows several. A shop's folder may name others: they are compared as texts."""

    REGULAR = "regular"
    """The only one, or what nothing says otherwise of."""
    FROM = "from"
    """The lowest of several: nothing is chosen yet."""
    PROMOTION = "promotion"
    """The shop's own reduced one, for anybody."""
    BEFORE_VOUCHER = "before_voucher"
    """What anybody pays; vouchers, which the page does not tell whole, may lower it."""
    BEFORE_COUPON = "before_coupon"
    """What it costs without the coupon that the page tells of."""
    AFTER_COUPON = "after_coupon"
    """What it costs with a coupon, where the page states no other price."""
    OFFICIAL = "official"
    """The one price that a shop's official interface states."""
    OFFICIAL_MIN = "official_min"
    """The lowest that it states for the product's choices."""
    OFFICIAL_LIST = "official_list"
    """What it says that the seller lists it at."""
    OFFICIAL_DISCOUNT = "official_discount"
    """What it says that anybody pays with the shop's own discount."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One choice of a product (a colour, a size) with its own price or stock, where the page has them."""

    name: str
    sku: str | None = None
    price_minor: int | None = None
    availability: Availability = Availability.UNKNOWN
    stock: int | None = None


@dataclass(frozen=True, slots=True)
class PriceCandidate:
    """One amount that the page's price may be, with what was seen of it, for people and later rules to look at."""

    price_minor: int
    currency: str | None = None
    sources: tuple[str, ...] = ()
    """Which sources state it: "json-ld", "microdata", "opengraph", "visible", "printed" …"""
    beside: tuple[str, ...] = ()
    """What the words around make of it where it is printed: "old", "instalment", "by measure", "from" …"""
    lines_behind_heading: int | None = None
    """Where it is printed first; None when it is not printed near the heading."""
    strength: int | None = None
    """What speaks for it less what speaks against it, of the one that was taken (common/reading/evidence)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One product as one page showed it at one time. Money is integer minor units of `currency` (ISO 4217).

    A field that the page does not state is None (or UNKNOWN): never a guess.
    """

    title: str | None = None
    price_minor: int | None = None
    currency: str | None = None
    list_price_minor: int | None = None
    price_min_minor: int | None = None
    price_max_minor: int | None = None
    price_kind: str | None = None
    """Which price was taken: a PriceKind, or what else a shop's folder or a volunteer's newer program names."""
    coupon_price_minor: int | None = None
    """What it costs with a coupon that must be claimed first, where the page says so. Never what `price_minor` holds
    unless `price_kind` is "after_coupon"."""
    availability: Availability = Availability.UNKNOWN
    stock: int | None = None
    brand: str | None = None
    sku: str | None = None
    gtin: str | None = None
    mpn: str | None = None
    item_id: str | None = None
    shop_id: str | None = None
    seller: str | None = None
    seller_id: str | None = None
    image_url: str | None = None
    images: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    details: Details = field(default_factory=Details)
    """Rating, category, condition, unit price, pack size, shipping, description. `came_from` has their sources, too."""
    url: str | None = None
    adapter: str = ""
    adapter_version: int = 1
    came_from: dict[str, str] = field(default_factory=dict)
    """Field name → where it was read, e.g. {"price_minor": "json-ld"}."""
    price_strength: int | None = None
    """How much speaks for the price, where it was weighed (common/reading/evidence/weighing); None where a shop's own
    rules took it."""
    price_grounds: dict[str, int] = field(default_factory=dict)
    """Why: each ground that holds for it or against it (common/reading/evidence/weighing/grounds.py), and its points,
    which add up to `price_strength`. Empty where the price was not weighed, or by an older version."""
    candidates: tuple[PriceCandidate, ...] = ()
    """What the price may be, the one taken first; empty where the page states but one amount."""
    conflicts: tuple[str, ...] = ()
    """Fields for which two sources contradicted each other and no written rule decided."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a page gave no Offer. `reason` is a word for machines, e.g. "LOGIN_WALL"; `detail` is for people."""

    reason: FailureReason
    detail: str


class FailureReason(StrEnum):
    """What a page was instead of a product. `error_code` says how the job goes on."""

    LOGIN_WALL = "LOGIN_WALL"
    CAPTCHA = "CAPTCHA"
    BLOCKED = "BLOCKED"
    EMPTY_SHELL = "EMPTY_SHELL"
    NOT_A_PRODUCT = "NOT_A_PRODUCT"
    LISTING = "LISTING"
    SEARCH = "SEARCH"
    HOME = "HOME"
    REVIEW = "REVIEW"
    ARTICLE = "ARTICLE"
    REMOVED = "REMOVED"
    NOT_FOUND = "NOT_FOUND"
    ERROR_PAGE = "ERROR_PAGE"
    TOKEN_NEEDED = "TOKEN_NEEDED"  # noqa: S105
    SHARE_REDIRECT = "SHARE_REDIRECT"
    PARKED_DOMAIN = "PARKED_DOMAIN"
    UNREADABLE = "UNREADABLE"
    WRONG_ITEM = "WRONG_ITEM"

    @property
    def error_code(self) -> ErrorCode:
        return _FAILURE_CODE[self]


_FAILURE_CODE: dict[FailureReason, ErrorCode] = {
    FailureReason.LOGIN_WALL: ErrorCode.AUTH_FAILED,
    FailureReason.CAPTCHA: ErrorCode.ACCESS_DENIED,
    FailureReason.BLOCKED: ErrorCode.ACCESS_DENIED,
    FailureReason.EMPTY_SHELL: ErrorCode.ACCESS_DENIED,
    FailureReason.NOT_A_PRODUCT: ErrorCode.PARSE_ERROR,
    FailureReason.LISTING: ErrorCode.PARSE_ERROR,
    FailureReason.SEARCH: ErrorCode.PARSE_ERROR,
    FailureReason.HOME: ErrorCode.PARSE_ERROR,
    FailureReason.REVIEW: ErrorCode.PARSE_ERROR,
    FailureReason.ARTICLE: ErrorCode.PARSE_ERROR,
    FailureReason.REMOVED: ErrorCode.CONTENT_REMOVED,
    FailureReason.NOT_FOUND: ErrorCode.CONTENT_NOT_FOUND,
    FailureReason.ERROR_PAGE: ErrorCode.CONTENT_UNAVAILABLE,
    FailureReason.TOKEN_NEEDED: ErrorCode.AUTH_FAILED,
    FailureReason.SHARE_REDIRECT: ErrorCode.PARSE_ERROR,
    FailureReason.PARKED_DOMAIN: ErrorCode.CONTENT_UNAVAILABLE,
    FailureReason.UNREADABLE: ErrorCode.INVALID_RESPONSE,
    FailureReason.WRONG_ITEM: ErrorCode.CONTENT_NOT_FOUND,
}


class VerdictStatus(StrEnum):
    OK = "ok"
    DROP = "drop"
    QUARANTINE = "quarantine"


class VerdictReason(StrEnum):
    """Why what was read is not stored as a price. common/outcome/judge.py tells of those without a note here."""

    NO_TITLE = "NO_TITLE"
    AMBIGUOUS_PRICE = "AMBIGUOUS_PRICE"
    AMBIGUOUS_CURRENCY = "AMBIGUOUS_CURRENCY"
    AMBIGUOUS_AVAILABILITY = "AMBIGUOUS_AVAILABILITY"
    UNCONFIRMED_PRICE = "UNCONFIRMED_PRICE"
    UNKNOWN_AVAILABILITY = "UNKNOWN_AVAILABILITY"
    NO_PRICE = "NO_PRICE"
    ZERO_PRICE = "ZERO_PRICE"
    NEGATIVE_PRICE = "NEGATIVE_PRICE"
    NO_CURRENCY = "NO_CURRENCY"
    UNSTABLE = "UNSTABLE"
    """Four looks in a row were doubted, and no two that followed each other agreed (common/outcome/second_sight.py)."""
    ANOTHER_PRODUCT = "ANOTHER_PRODUCT"
    """The page shows another product, and nothing that could be recorded of it (there, too)."""
    UNCONFIRMED = "UNCONFIRMED"
    """A volunteer's word that nobody confirmed, or that was taken back. Written by the store alone."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an Offer may be stored as a price. `reason` is None exactly when `status` is ok."""

    status: VerdictStatus
    reason: VerdictReason | None = None
