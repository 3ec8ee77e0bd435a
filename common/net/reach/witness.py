"""Whether a site that everybody knows still proves who it is. One that does shows that there is a network; where none
does, whoever answers for a shop may be somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from common.errors import Category, CrawlError, ErrorCode
from common.net.answer.body import Limits
from common.net.client import HttpClient

PROVEN_SECONDS = 30.0
"""A proof is believed for so long: a shop that fails all the time asks nobody else all the time."""
DENIED_SECONDS = 5.0
ASK_SECONDS = 10.0
_LIMITS = Limits(wire_bytes=64 * 1024, body_bytes=16 * 1024, cut=True)

Prove = Callable[[str], Awaitable[bool | None]]
"""Whether this host proves who it is; None: it could not be asked."""


class Witness:
    """Asks the first of `hosts` that answers, and only when no site has proved itself of late."""

    def __init__(self, hosts: Sequence[str], prove: Prove, *, monotonic: Callable[[], float]) -> None:
        self._hosts = hosts
        self._prove = prove
        self._monotonic = monotonic
        self._proven_until = self._denied_until = 0.0
        self._asking = asyncio.Lock()

    def proved(self) -> None:
        """Some site did so just now."""
        self._proven_until, self._denied_until = self._monotonic() + PROVEN_SECONDS, 0.0

    async def proves(self) -> bool | None:
        """Whether any site proves who it is; None: there was none to ask."""
        async with self._asking:
            now = self._monotonic()
            if now < self._proven_until:
                return True
            if now < self._denied_until:
                return False
            answers = []
            for host in self._hosts:
                answers.append(await self._prove(host))
                if answers[-1]:
                    self.proved()
                    return True
            if False not in answers:
                return None
            self._denied_until = self._monotonic() + DENIED_SECONDS
            return False


async def proves_itself(client: HttpClient, host: str) -> bool | None:
    """Whether `host` answers under a certificate of its own. It is asked for its robots.txt, as everybody may."""
    try:
        async with asyncio.timeout(ASK_SECONDS):
            await client.get(
                f"https://{host}/robots.txt", allow_host=lambda asked: asked == host, max_redirects=0, limits=_LIMITS
            )
    except TimeoutError:
        return False
    except CrawlError as error:
        if error.code is ErrorCode.INVALID_RESPONSE:  # damaged, but said under its certificate
            return True
        return False if error.code.category is Category.NETWORK else None
    return True
