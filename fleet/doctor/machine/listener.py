"""Which user listens at an address of this machine, as the Linux kernel tells everybody.

Limits: behind a relay of the system's own (Docker's proxy, which root runs) it is the relay's user.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from common.addresses import is_this_machine

TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LISTENING = "0A"


def listening_uid(host: str, port: int, tables: Iterable[Path] = TABLES) -> int | None:
    """The user of what listens at this port; None when `host` is not this machine, nothing listens there, several
    users do, or this system does not tell."""
    if not is_this_machine(host):
        return None
    uids: set[int] = set()
    for table in tables:
        try:
            rows = table.read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for _, address, _, state, *rest in (row.split() for row in rows):
            if state == _LISTENING and int(address.rpartition(":")[2], 16) == port:
                uids.add(int(rest[3]))
    return uids.pop() if len(uids) == 1 else None
