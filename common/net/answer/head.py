"""What an answer's head may be, before its body is read."""

from __future__ import annotations

import httpx

from common.errors import CrawlError, ErrorCode
from common.net.answer.budget import ByteBudget
from common.net.answer.stream import CountedStream

MAX_HEADER_LINES = 500


def check_head(response: httpx.Response, host: str, budget: ByteBudget) -> None:
    """The head is here: from now on the budget of the whole answer counts.

    Raises CrawlError: INVALID_RESPONSE for a head of too many lines; NETWORK_ERROR for an answer that was on the
    connection before its question. A head with two ideas of where its body ends (RFC 9112, section 6.3) is read as
    chunked, and its connection is not used again.
    """
    budget.head_is_read()
    lines = len(response.headers.raw)
    if lines > MAX_HEADER_LINES:
        raise CrawlError(ErrorCode.INVALID_RESPONSE, f"{host}: the answer has {lines} header lines")
    connection = response.extensions.get("network_stream")
    if "transfer-encoding" in response.headers and "content-length" in response.headers:
        _retire(connection)
    if budget.reads == 0:
        _retire(connection)
        raise CrawlError(ErrorCode.NETWORK_ERROR, f"{host}: the answer was sent before it was asked for")


def _retire(connection: object) -> None:
    if isinstance(connection, CountedStream):
        connection.retire()
