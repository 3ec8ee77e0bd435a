"""Watches every write as it is committed: each change of a lease must have been allowed at that very moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from common.job import OPEN
from tests.simulation.broker import BrokerServer
from tests.simulation.database import Database
from tests.simulation.loop import Process
from tests.simulation.shop import Shop
from tests.simulation.trace import Trace


class Row(NamedTuple):
    """What of a job a lease depends on."""

    status: str
    token: str | None
    worker: str | None
    expires_at: int | None
    attempt: int


_ROWS = "SELECT id, status, lease_token, locked_by, lock_expires_at, attempt FROM crawl_jobs"
_FORGIVEN = "SELECT lease_token FROM unbegun_leases WHERE job_id = ?"
_ENDED = (
    "SELECT to_status, attempt, error_code FROM job_events "
    "WHERE job_id = ? AND from_status = 'RUNNING' AND lease_token = ? ORDER BY seq DESC LIMIT 1"
)
"""How a lease ended."""


class Watch:
    """Compares the rows before and after each commit. Knows nothing of the statements that made the change."""

    def __init__(self, database: Database, broker: BrokerServer, shop: Shop, trace: Trace) -> None:
        self._database = database
        self._shop = shop
        self._broker = broker
        self._trace = trace
        self._rows: dict[str, Row] = {}
        self.wrong: list[str] = []
        self.on_lease: Callable[[Process, str], None] = lambda process, what: None
        """Told whose claim or record was committed just now."""
        self.is_volunteers: Callable[[str], bool] = lambda token: False
        """Whether a lease is one of a lent PC's: when it runs out its attempt is given back."""
        self.leases: dict[str, tuple[str, str, int]] = {}
        """Lease token → job, worker, begun at (milliseconds)."""
        self._spent: dict[str, set[str]] = defaultdict(set)
        """Job → the leases begun since it was last NEW with all attempts, and not given back while they were held."""
        database.on_commit = self.committed

    def complain(self, text: str) -> None:
        self.wrong.append(f"at {self._database.loop.now:.3f} s: {text}")
        self._trace(self._database.loop.now, "WRONG", text)

    def all_ended(self) -> bool:
        return all(row.status in {"SUCCEEDED", "FAILED_PERMANENT", "DEAD"} for row in self._rows.values())

    def row(self, job_id: str) -> Row | None:
        return self._rows.get(job_id)

    def committed(self, sender: Process, names: Sequence[str], now_ms: int) -> None:
        before = self._rows
        self._rows = {str(job_id): Row._make(rest) for job_id, *rest in self._database.ask(_ROWS)}
        for job_id, row in self._rows.items():
            was = before.get(job_id)
            if was == row:
                continue
            self._trace(
                self._database.loop.now,
                "+".join(dict.fromkeys(names)),
                sender.name,
                job_id[:6],
                was.status if was else "-",
                row.status,
                f"attempt {row.attempt}",
                (row.token or "")[:6],
            )
            if was is not None:
                self._changed(sender, job_id, was, row, now_ms)

    def _changed(self, sender: Process, job_id: str, was: Row, row: Row, now_ms: int) -> None:
        short = job_id[:6]
        alive = (was.expires_at or 0) > now_ms
        if was.status == row.status == "RUNNING" and row.token != was.token:
            for became, attempt, _ in self._database.ask(_ENDED, job_id, was.token):
                # One ended and the next began in the same batch, by two of its callers: each by itself.
                between = Row(str(became), None, None, None, int(str(attempt)))
                self._changed(sender, job_id, was, between, now_ms)
                self._changed(sender, job_id, between, row, now_ms)
                return
            self.complain(f"{sender.name} began a lease of job {short} while {was.worker} held one")
        elif was.status == "RUNNING" and row.status != "RUNNING":
            ((_, _, code),) = self._database.ask(_ENDED, job_id, was.token)
            if code == "LEASE_EXPIRED":
                if alive:
                    self.complain(f"{sender.name} took job {short} from a lease that still ran")
                if self.is_volunteers(str(was.token)):
                    self._spent[job_id].discard(str(was.token))
            elif code != "CANCELLED":
                # Who never began a crawl may say so late, for nobody else holds the job.
                if not alive and (row.status != "QUEUED" or self._shop.saw(was.token)):
                    self.complain(f"{sender.name} ended the lease of job {short} ({row.status}) after it had run out")
                if row.status in {"QUEUED", "NEW"}:  # given back, or it waits for a second sight: no attempt is spent
                    self._spent[job_id].discard(str(was.token))
                if row.status != "QUEUED":
                    self._recorded(sender, job_id, was)
        elif was.status == row.status == "RUNNING" and row.expires_at != was.expires_at and not alive:
            self.complain(f"{sender.name} renewed the lease of job {short} after it had run out")
        if row.status == "RUNNING" and row.token != was.token and row.token is not None:
            if row.token in self.leases:
                self.complain(f"token {row.token[:6]} began a second lease, of job {short}")
            self.leases[row.token] = (job_id, row.worker or "", now_ms)
            self._spent[job_id].add(row.token)
            self.on_lease(sender, "claim")
        if row.status == "NEW" and row.attempt == 0:
            self._spent[job_id].clear()
        if row.status in OPEN:
            self._attempts(job_id, row)

    def _attempts(self, job_id: str, row: Row) -> None:
        """Each lease that began spends one attempt, unless its worker said that no crawl came of it."""
        spent = self._spent[job_id]
        forgiven = {str(token) for (token,) in self._database.ask(_FORGIVEN, job_id)}
        if row.attempt > len(spent):
            self.complain(f"job {job_id[:6]} is at attempt {row.attempt} after {len(spent)} leases")
        if row.attempt < len(spent - forgiven):
            self.complain(f"job {job_id[:6]} is at attempt {row.attempt}, and {len(spent - forgiven)} leases spent one")
        for token in sorted(forgiven):
            if self._shop.saw(token):
                self.complain(f"the lease {token[:6]} of job {job_id[:6]} was forgiven although it fetched a page")

    def _recorded(self, sender: Process, job_id: str, was: Row) -> None:
        # A message is acked only once the database holds what it stood for. What an earlier run left on disk has no
        # message any more; neither has what a stopping worker hands back.
        own = was.worker == sender.name and not sender.stopping and not sender.killed
        if own and not self._broker.held(sender, job_id):
            self.complain(f"{sender.name} had settled the message of job {job_id[:6]} before its outcome was recorded")
        self.on_lease(sender, "record")
