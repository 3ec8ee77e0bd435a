"""ProxyStore: the list of proxies, how each stands, and which jobs are tied to one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from common.proxies.choosing import FIRST_PAUSE_MS, LONGEST_PAUSE_MS, OFF_AFTER_FAILURES, Health, Listed
from common.proxies.proxy import Proxy, Scheme
from common.store import rows
from common.store.database.database import Database
from common.store.drivers.base import Row
from common.store.proxies.values import ProxyRow, Seen

ERROR_CHARS = 300
EVERYWHERE = "*"
"""Stands for every domain among a job's ties."""


class ProxyStore:
    """Raises StoreUnavailable and StoreRejected.

    Each call is safe to send twice; what was seen, sent twice, counts twice: at worst a proxy is tried again later
    than it need be.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def shown(self) -> list[ProxyRow]:
        """All of them by name, without their passwords."""
        return [
            rows.build(
                ProxyRow,
                row,
                proxy=_proxy(row, on=row["switched_off_at"] is None),
                has_password=bool(row["has_password"]),
            )
            for row in (await self._db.one("proxies_shown")).rows
        ]

    async def to_use(self) -> list[Listed]:
        """All of them by name, with their passwords: for workers, and for whoever tries one."""
        return [
            Listed(
                _proxy(row, on=bool(row["switched_on"]), password=rows.text_or_none(row["password"])),
                Health(rows.number(row["failures"]), rows.number(row["off_ms"])),
            )
            for row in (await self._db.one("proxies_to_use")).rows
        ]

    async def add(self, proxy: Proxy, *, by: str) -> bool:
        """False when there is one of that name, which stays as it is. Jobs that are tied to an earlier one of that
        name, which was removed, are not tied to this one: they wait until their ties end."""
        _, added = await self._db.run(
            self._db.bind("ties_of_another", proxy=proxy.name),
            self._db.bind(
                "add_proxy",
                proxy=proxy.name,
                scheme=str(proxy.scheme),
                host=proxy.host,
                port=proxy.port,
                user=proxy.user,
                password=proxy.password,
                domains=json.dumps(proxy.domains),
                by=by,
            ),
        )
        return bool(added.rows)

    async def remove(self, name: str) -> bool:
        """False when it was not there."""
        return bool((await self._db.one("remove_proxy", proxy=name)).rows)

    async def switch_off(self, name: str, *, reason: str) -> bool:
        """Nothing goes through it until it is switched on. False when it is not there."""
        return bool((await self._db.one("switch_proxy_off", proxy=name, reason=reason)).rows)

    async def switch_on(self, name: str) -> bool:
        """It is used again, and what was seen of it is forgotten. False when it is not there."""
        return bool((await self._db.one("switch_proxy_on", proxy=name)).rows)

    async def seen(self, reports: Sequence[Seen]) -> None:
        """What one process saw, in one batch. A proxy that is gone is left out."""
        if reports:
            await self._db.run(
                *(
                    self._db.bind(
                        "proxy_seen",
                        proxy=one.name,
                        answered=one.answered,
                        failed=one.failed,
                        in_a_row=one.in_a_row,
                        mean_ms=one.mean_ms,
                        error=one.error[:ERROR_CHARS] if one.error else None,
                        off_after=OFF_AFTER_FAILURES,
                        first_ms=FIRST_PAUSE_MS,
                        longest_ms=LONGEST_PAUSE_MS,
                    )
                    for one in reports
                )
            )

    async def tie(self, job_id: str, ties: Mapping[str, str | None], *, for_ms: int) -> None:
        """A job goes to each of these domains through that proxy only (None: through none). A tie that is there stays
        to whom it is, and lasts as long as the new one. While it goes through a proxy, no volunteer is given it."""
        through_one = any(proxy is not None for proxy in ties.values())
        await self._db.run(
            self._db.bind("forget_ties"),
            *(
                self._db.bind("tie_job", job_id=job_id, domain=domain, proxy=proxy, for_ms=for_ms)
                for domain, proxy in ties.items()
            ),
            *([self._db.bind("no_volunteers_job", job_id=job_id, for_ms=for_ms)] if through_one else ()),
        )

    async def ties(self, job_id: str, *, refused_ms: int) -> dict[str, str | None]:
        """Domain → the name of the one proxy by which the job goes there; None: by none.

        EVERYWHERE → None: within `refused_ms` it was refused to a worker without proxies, who writes no ties.
        """
        found = await self._db.one("ties_of_job", job_id=job_id, refused_ms=refused_ms)
        return {str(row["domain"]): rows.text_or_none(row["proxy"]) for row in found.rows}


def _proxy(row: Row, *, on: bool, password: str | None = None) -> Proxy:
    return Proxy(
        name=str(row["name"]),
        scheme=Scheme(str(row["scheme"])),
        host=str(row["host"]),
        port=rows.number(row["port"]),
        user=rows.text_or_none(row["user"]),
        password=password,
        domains=tuple(json.loads(str(row["domains"]))),
        on=on,
    )
