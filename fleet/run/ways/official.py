"""Puts the official way together: the accounts of the settings, the fleet's budget, the guarded client."""

from __future__ import annotations

from functools import partial

from common.errors import PerhapsOurs
from common.settings import Settings
from common.shops.registry import Shops
from common.timing.clock import utc_ms
from fleet.run.parts import Outside
from worker.ways.asked_for import ProductLinks
from worker.ways.judged import Judging
from worker.ways.official.posting import Poster
from worker.ways.official.source import Budget, Keys, OfficialSource
from worker.ways.official.way import OfficialWay


def official_way(
    settings: Settings,
    budget: Budget,
    net: Outside,
    *,
    shops: Shops,
    links: ProductLinks,
    judging: Judging,
    despite_pause: bool = False,
) -> OfficialWay:
    """`budget`: the database's, or a gateway's. `despite_pause`: a person tries it; sources that are left alone are
    asked, within the budget."""
    source = partial(_source_of, budget=budget, net=net, despite_pause=despite_pause)
    return OfficialWay(settings.official, shops=shops, links=links, judging=judging, source=source)


def _source_of(keys: Keys, *, budget: Budget, net: Outside, despite_pause: bool) -> OfficialSource:
    async def why_ours(error: PerhapsOurs, since: float) -> str | None:
        return await net.reach.why_ours(error, since=since)

    return OfficialSource(
        keys,
        budget,
        Poster(net.client, why_ours).post,
        clock_ms=utc_ms,
        despite_pause=despite_pause,
    )
