"""How well each shop's pages are read, as Prometheus is told of it: by the dispatcher that leads, and by no other."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from common.store import ShopWindow
from dispatcher import metrics

MOST_SHOPS = 500
"""Those whose windows filled last. On the open web each domain is a shop, and a fleet may have thousands of them."""


class ShopShares:
    """Call tell() as windows fill, and take_back() when the lead is lost: another dispatcher tells of these shops then,
    and what stayed here would be a figure that never changes again."""

    def __init__(self) -> None:
        self._told: OrderedDict[str, None] = OrderedDict()

    def tell(self, full: Iterable[ShopWindow]) -> None:
        for window in full:
            metrics.failing_share.labels(window.shop).set(window.failed / window.pages)
            metrics.yield_share.labels(window.shop).set(window.yielded / window.pages)
            self._told[window.shop] = None
            self._told.move_to_end(window.shop)
        while len(self._told) > MOST_SHOPS:
            self._forget(next(iter(self._told)))

    def take_back(self) -> None:
        for shop in list(self._told):
            self._forget(shop)

    def _forget(self, shop: str) -> None:
        del self._told[shop]
        metrics.failing_share.remove(shop)
        metrics.yield_share.remove(shop)
