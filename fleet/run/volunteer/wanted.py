"""What a volunteer's worker asks its gateway for: tasks of shops that its owner has not left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.links.address import parse
from common.settings import PLATFORMS
from common.shops.registry import Shops
from common.shops.table import OPEN_WEB
from worker.volunteer.limits import Limits

if TYPE_CHECKING:
    from worker.source.gateway.wanted import Wanted


def wanted_by(limits: Limits, shops: Shops) -> Wanted | None:
    """What a worker asks its gateway for: `shops` without those that its owner leaves out, or None when nothing is
    left. An owner who leaves nothing out gets tasks of every shop that the gateway knows."""
    from worker.source.gateway.wanted import ANY, Wanted

    if not limits.not_shops:
        return ANY
    kept = [name for name in PLATFORMS if not limits.leaves_out(name)]
    if not shops.settings.of(OPEN_WEB).domains:
        kept = [name for name in kept if name != OPEN_WEB]

    def refuses(link: str) -> bool:
        parts = parse(link)
        shop = shops.for_host(parts.hostname or "") if parts else None
        return shop is not None and shop.platform not in kept

    left_out = tuple(name for name in limits.not_shops if name not in PLATFORMS)
    return Wanted(tuple(kept), left_out, refuses) if kept else None
