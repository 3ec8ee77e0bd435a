"""What whoever lends a PC does next when a gateway turned it away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.protocol.refusals import Reason

if TYPE_CHECKING:
    from worker.source.calls import TurnedAway


def after(turned: TurnedAway) -> str:
    """What whoever lends this PC does next."""
    if turned.refusal.reason is Reason.TOO_OLD:
        return "install the release that the gateway's page names; this PC stays in its fleet"
    if turned.for_good:
        return "`crawlfleet volunteer leave` forgets this fleet; a new link from the operator joins anew"
    return "nothing: `crawlfleet work` asks again by itself"
