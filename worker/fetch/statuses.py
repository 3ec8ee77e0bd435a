"""What an HTTP answer means for a crawl. Pure."""

from __future__ import annotations

from datetime import datetime

from common.errors import CrawlError, ErrorCode
from common.net.address import shown
from common.net.client import Answer
from common.net.retry_after import retry_after_seconds
from common.page import Page

_CODES = {
    401: ErrorCode.AUTH_FAILED,
    403: ErrorCode.ACCESS_DENIED,
    404: ErrorCode.CONTENT_NOT_FOUND,
    407: ErrorCode.ACCESS_DENIED,
    408: ErrorCode.TIMEOUT,
    410: ErrorCode.CONTENT_REMOVED,
    425: ErrorCode.NETWORK_ERROR,
    429: ErrorCode.RATE_LIMITED,
    451: ErrorCode.CONTENT_UNAVAILABLE,
}


def page_of(answer: Answer, requested_url: str, *, now: datetime) -> Page:
    """The answer as a page, when it is a 2xx with text in it.

    Raises CrawlError: by status (401 AUTH_FAILED, 403 ACCESS_DENIED, 404 CONTENT_NOT_FOUND, 410 CONTENT_REMOVED,
    429 RATE_LIMITED, 451 CONTENT_UNAVAILABLE, 5xx NETWORK_ERROR, with the server's Retry-After), or INVALID_RESPONSE
    for other statuses, an empty body, and content that is not text.
    """
    if not 200 <= answer.status < 300:
        retry_after = answer.headers.get("retry-after")
        raise status_error(answer.url, answer.status, retry_after, now=now, said=_said(answer))
    content_type = answer.headers.get("content-type")
    if not is_text(content_type):
        raise CrawlError(ErrorCode.INVALID_RESPONSE, f"{shown(answer.url)} is {str(content_type)[:80]}, no text")
    if not answer.body:
        raise CrawlError(ErrorCode.INVALID_RESPONSE, f"{shown(answer.url)} answered {answer.status} with no content")
    return Page(
        url=answer.url,
        body=answer.body,
        status=answer.status,
        content_type=content_type,
        requested_url=requested_url,
    )


def status_error(url: str, status: int, retry_after: str | None, *, now: datetime, said: str = "") -> CrawlError:
    """What a status other than 2xx means, with the wait that the server asked for. `said`: some words of its answer."""
    code = _CODES.get(status)
    if code is None:
        code = ErrorCode.NETWORK_ERROR if status >= 500 else ErrorCode.INVALID_RESPONSE
    wait = retry_after_seconds(retry_after, now=now) if code.retry else None
    return CrawlError(code, f"{shown(url)} answered {status}{said}", retry_after_seconds=wait)


def is_text(content_type: str | None) -> bool:
    """Whether the content type is one that can be read: text, JSON, XML, scripts, or not stated."""
    kind = (content_type or "").split(";", 1)[0].strip().lower()
    if not kind or kind.startswith("text/") or kind.endswith(("+json", "+xml")):
        return True
    return kind in {"application/json", "application/xml", "application/javascript", "application/x-javascript"}


def _said(answer: Answer) -> str:
    """The start of a JSON error, such as {"error": 90309999}: short, printable, and only from JSON."""
    start = answer.body[:160].decode("utf-8", "replace").strip()
    if not start.startswith("{"):
        return ""
    return ": " + "".join(char if char.isprintable() else " " for char in start)
