"""The owner of a lent PC is told of each shop of the open web whose pages it is to fetch from then on."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

log = logging.getLogger("crawlfleet.worker")

SHOPS_NAMED = 20
"""New shops that one line names."""


class NewShops:
    """Tells of each once."""

    def __init__(self, known: Iterable[str]) -> None:
        """`known`: the domains that the owner was told of already."""
        self._known = set(known)

    def tell(self, shops: Sequence[str]) -> None:
        """A warning, for on a terminal plain remarks make room for the line, and this is for the owner to know."""
        new = [name for name in shops if name not in self._known]
        if new:
            more = f" and {len(new) - SHOPS_NAMED} more" if len(new) > SHOPS_NAMED else ""
            log.warning(
                "new from the gateway: pages of %s%s are fetched from now on; `crawlfleet volunteer shops --not NAME` "
                "leaves one out",
                ", ".join(new[:SHOPS_NAMED]),
                more,
            )
            self._known.update(new)
