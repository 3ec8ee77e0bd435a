"""From a host name to addresses, by the system's resolver."""

from __future__ import annotations

import asyncio
import socket
from typing import Protocol

from common.errors import CrawlError, ErrorCode, Unanswered
from common.net.names.lookups import Lookups
from common.output.no_handles import no_handles_left


class Resolver(Protocol):
    async def resolve(self, host: str, port: int) -> list[str]:
        """All addresses of `host`, in the order to try. Raises CrawlError(DNS_ERROR) when there is none;
        it is Unanswered when that may be this machine's own network."""


class SystemResolver:
    """The system's own getaddrinfo, hosts file included.

    A lookup is given up after `timeout_seconds`; its thread ends when the system call returns.
    """

    def __init__(self, *, timeout_seconds: float = 10.0) -> None:
        self._timeout_seconds = timeout_seconds
        self._lookups = Lookups()

    async def resolve(self, host: str, port: int) -> list[str]:
        try:
            async with asyncio.timeout(self._timeout_seconds):
                answers = await self._lookups.find(host, port)
        except TimeoutError:
            detail = f"no address for {host} in {self._timeout_seconds:g} s"
            raise Unanswered(ErrorCode.DNS_ERROR, detail, host=host) from None
        except OSError as error:
            if spent := no_handles_left(error):
                raise CrawlError(ErrorCode.NO_MEANS, f"{host} was not looked up: {spent}") from None
            # EAI_NONAME is the resolver's answer on Linux; macOS and Windows say it offline too.
            silent = error.errno != socket.EAI_NONAME
            detail = f"no address for {host}: {error.strerror or error}"
            raise Unanswered(ErrorCode.DNS_ERROR, detail, host=host, silent=silent) from None
        except UnicodeError as error:
            raise CrawlError(ErrorCode.DNS_ERROR, f"no address for {host}: {error}") from None
        addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in answers))
        if not addresses:
            raise CrawlError(ErrorCode.DNS_ERROR, f"no address for {host}")
        return addresses
