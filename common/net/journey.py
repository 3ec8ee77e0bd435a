"""What is carried along the redirects of one request, and what each of them changes about it.

Limits: no cookie outlives it or leaves its registrable domain. A redirect from https to http is followed as https.
"""

from __future__ import annotations

import warnings

import httpx

from common.errors import CrawlError, ErrorCode
from common.links.domains import site_of
from common.net.address import checked_url, shown

_CREDENTIALS = ("authorization", "cookie", "proxy-authorization")
_COOKIES, _COOKIE_BYTES = 50, 4096
_BYTES = "latin-1"
"""A cookie is any bytes, and goes back in the very same."""


class Journey:
    """Method, body, headers, and the cookies set on the way."""

    def __init__(self, method: str, content: bytes | None, headers: httpx.Headers) -> None:
        self._method = method.upper()
        self._content = content
        self._headers = headers
        self._cookies = httpx.Cookies()

    def request(self, at: httpx.URL, timeouts: dict[str, float]) -> httpx.Request:
        request = httpx.Request(
            self._method, at, headers=self._headers, content=self._content, extensions={"timeout": timeouts}
        )
        if "cookie" not in request.headers:
            request.headers.encoding = _BYTES
            self._cookies.set_cookie_header(request)
        return request

    def keep_cookies(self, response: httpx.Response) -> None:
        """As many and as long as a browser must keep at least (RFC 6265, 6.1)."""
        found = [(name, line) for name, line in response.headers.raw if name.lower() == b"set-cookie"]
        lines = [(name, line) for name, line in found if len(line) <= _COOKIE_BYTES][:_COOKIES]
        if not lines:
            return
        said = httpx.Response(response.status_code, headers=lines, request=response.request)
        said.headers.encoding = _BYTES
        with warnings.catch_warnings():
            # http.cookiejar writes a traceback for a max-age too large for a float. That cookie is left out.
            warnings.simplefilter("ignore")
            self._cookies.extract_cookies(said)

    def follow(self, at: httpx.URL, target: str, status: int) -> httpx.URL:
        """The next hop's URL; method and headers are changed for it. Raises CrawlError for a redirect to no address, or
        to one that is refused."""
        try:
            to = checked_url(str(at.join(target)))
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            raise _no_address(at, error) from None
        except CrawlError as error:
            if error.code is not ErrorCode.INVALID_URL:
                raise
            raise _no_address(at, error.detail) from None  # the link itself is as good as ever
        if at.scheme == "https" and to.scheme == "http":
            if to.port is not None:
                raise CrawlError(ErrorCode.ADDRESS_REFUSED, f"{at.host} redirects from https to {shown(to)}")
            to = to.copy_with(scheme="https")
        if (to.scheme, to.host, to.port) != (at.scheme, at.host, at.port):
            for name in _CREDENTIALS:
                self._headers.pop(name, None)
        if site_of(str(to)) != site_of(str(at)):
            # http.cookiejar takes a cookie for all of co.uk: one shop would write what another is told.
            self._cookies = httpx.Cookies()
        if (status == 303 and self._method != "HEAD") or (status in {301, 302} and self._method == "POST"):
            self._method, self._content = "GET", None
            self._headers.pop("content-type", None)
        return to


def _no_address(at: httpx.URL, why: object) -> CrawlError:
    return CrawlError(ErrorCode.INVALID_RESPONSE, f"{at.host} redirects to no address: {why}")
