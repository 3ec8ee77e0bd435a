"""What a shop's pages need to be seen in a browser. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from common.links.domains import is_at


@dataclass(frozen=True, slots=True)
class InBrowser:
    """Everything else that a page asks for, a browser leaves unloaded."""

    hosts: tuple[str, ...] = ()
    """Domains that scripts, styles and answers come from beside the shop's own; hosts below them too. Nobody's pages
    are opened there."""
    product_answers: re.Pattern[str] | None = None
    """Found in the address of an answer that the page's own scripts ask for and that its reader reads as a product."""

    def serves(self, host: str) -> bool:
        """Whether this lower-case host is one of `hosts` or below one."""
        return is_at(host, self.hosts)

    def holds_product(self, url: str) -> bool:
        return self.product_answers is not None and self.product_answers.search(url) is not None
