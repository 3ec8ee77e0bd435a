"""Why a crawl did not end in a stored product: the codes, what kind of trouble each is, and what follows from it."""

from __future__ import annotations

from enum import StrEnum


class Category(StrEnum):
    """What kind of trouble an error code is; whether trying again later can help depends on this alone."""

    RATE_LIMITING = "rate_limiting"
    CONTENT = "content"
    NETWORK = "network"
    PARSING = "parsing"
    GENERIC = "generic"
    POLICY = "policy"


class ErrorCode(StrEnum):
    """Why an attempt did not end in a stored product. `retry` says whether another attempt may."""

    RATE_LIMITED = "RATE_LIMITED"
    AUTH_FAILED = "AUTH_FAILED"
    ACCESS_DENIED = "ACCESS_DENIED"
    CONTENT_REMOVED = "CONTENT_REMOVED"
    CONTENT_NOT_FOUND = "CONTENT_NOT_FOUND"
    CONTENT_UNAVAILABLE = "CONTENT_UNAVAILABLE"
    REQUEST_REFUSED = "REQUEST_REFUSED"
    """A shop's official interface takes what was asked for to be wrong."""
    NETWORK_ERROR = "NETWORK_ERROR"
    TIMEOUT = "TIMEOUT"
    CONNECTION_REFUSED = "CONNECTION_REFUSED"
    DNS_ERROR = "DNS_ERROR"
    NO_NETWORK = "NO_NETWORK"
    """This machine has no network of its own; the job is given back."""
    NO_MEANS = "NO_MEANS"
    """This machine lacks what a crawl needs, a file handle, memory or a process to read pages in; it is given back."""
    OWN_LIMIT = "OWN_LIMIT"
    """The owner of this PC allows no more for now; the job is given back."""
    NO_TURN = "NO_TURN"
    """This worker's next turn at the domain is too far away, and nothing was asked; the job is given back."""
    PARSE_ERROR = "PARSE_ERROR"
    PARSE_LIMIT = "PARSE_LIMIT"
    """Reading the page passed a limit on memory, time or depth; what it would have said is not known."""
    INVALID_URL = "INVALID_URL"
    INVALID_RESPONSE = "INVALID_RESPONSE"
    INTERNAL_ERROR = "INTERNAL_ERROR"
    SHOP_UNKNOWN = "SHOP_UNKNOWN"
    """This worker does not know the link's shop, another one may; the job is given back."""
    NOT_LISTED = "NOT_LISTED"
    """A shop's official interface does not name this product, which does not make it gone; another way may read it."""
    WAY_PAUSED = "WAY_PAUSED"
    """This way may not be used for now (budget spent, keys refused); the job is given back."""
    ROBOTS_DISALLOWED = "ROBOTS_DISALLOWED"
    ADDRESS_REFUSED = "ADDRESS_REFUSED"
    CANCELLED = "CANCELLED"
    """An operator ended the job. Written by the store, never raised."""
    LEASE_EXPIRED = "LEASE_EXPIRED"
    """The worker vanished, and its lease ran out. Written by the store, never raised."""
    UNCONFIRMED = "UNCONFIRMED"
    """A volunteer's result waited for a second look, and nobody came. Written by the store, never raised."""

    @property
    def category(self) -> Category:
        return _CATEGORY[self]

    @property
    def retry(self) -> bool:
        """Whether trying again later can help."""
        return self.category in _RETRIED


_CATEGORY: dict[ErrorCode, Category] = {
    code: category
    for category, codes in {
        Category.RATE_LIMITING: (ErrorCode.RATE_LIMITED, ErrorCode.AUTH_FAILED, ErrorCode.ACCESS_DENIED),
        Category.CONTENT: (
            ErrorCode.CONTENT_REMOVED,
            ErrorCode.CONTENT_NOT_FOUND,
            ErrorCode.CONTENT_UNAVAILABLE,
            ErrorCode.NOT_LISTED,
            ErrorCode.REQUEST_REFUSED,
        ),
        Category.NETWORK: (
            ErrorCode.NETWORK_ERROR,
            ErrorCode.TIMEOUT,
            ErrorCode.CONNECTION_REFUSED,
            ErrorCode.DNS_ERROR,
            ErrorCode.NO_NETWORK,
        ),
        Category.PARSING: (
            ErrorCode.PARSE_ERROR,
            ErrorCode.PARSE_LIMIT,
            ErrorCode.INVALID_URL,
            ErrorCode.INVALID_RESPONSE,
        ),
        Category.GENERIC: (
            ErrorCode.INTERNAL_ERROR,
            ErrorCode.SHOP_UNKNOWN,
            ErrorCode.NO_MEANS,
            ErrorCode.OWN_LIMIT,
            ErrorCode.NO_TURN,
            ErrorCode.WAY_PAUSED,
            ErrorCode.LEASE_EXPIRED,
        ),
        Category.POLICY: (
            ErrorCode.ROBOTS_DISALLOWED,
            ErrorCode.ADDRESS_REFUSED,
            ErrorCode.CANCELLED,
            ErrorCode.UNCONFIRMED,
        ),
    }.items()
    for code in codes
}

GONE = frozenset({ErrorCode.CONTENT_REMOVED, ErrorCode.CONTENT_NOT_FOUND})
"""What says that the page is no more."""

NEXT_WAY = frozenset({ErrorCode.AUTH_FAILED, ErrorCode.ACCESS_DENIED, ErrorCode.NOT_LISTED})
"""What ends a job's try of one way and sends it down to its shop's next: a wall, or a product that the way does not
know."""

_RETRIED = frozenset({Category.RATE_LIMITING, Category.NETWORK, Category.GENERIC})
