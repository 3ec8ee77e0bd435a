"""What stands in a source's tools where nothing may be asked of the network."""

from __future__ import annotations

from typing import Any

from common.net.client import Answer


class NoNetwork:
    async def get(self, url: str, **_: Any) -> Answer:
        raise AssertionError(f"{url} is asked for, where nothing is to be")
