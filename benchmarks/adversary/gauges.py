"""What the program under attack takes, measured from outside: memory of both processes, turns of the loop, bytes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import anyio.abc

LOOK_SECONDS = 0.01


class _Memory:
    """Of one process, in MB beyond what it held at first: its peak, as far as it rose since `fresh()`. Linux only."""

    def __init__(self, pid: Callable[[], int | str | None]) -> None:
        self._pid = pid
        self._rest_mb = self._told()[1]
        self.fresh()

    def fresh(self) -> None:
        self._of, self._peak_before_mb = self._pid(), self._told()[0]
        self.grown_mb = 0.0

    def look(self) -> None:
        peak_mb, now_mb = self._told()
        if self._pid() != self._of:  # another child, whose peak is its own
            self._of, self._peak_before_mb = self._pid(), 0.0
        self.grown_mb = max(self.grown_mb, (peak_mb if peak_mb > self._peak_before_mb else now_mb) - self._rest_mb)

    def _told(self) -> tuple[float, float]:
        """Peak and present size; zeros for a process that is gone."""
        told = {}
        with suppress(OSError):
            for line in Path(f"/proc/{self._pid()}/status").read_text("ascii", "replace").splitlines():
                name, _, value = line.partition(":")
                if name in ("VmHWM", "VmRSS"):
                    told[name] = int(value.split()[0]) * 1024 / 1e6
        return told.get("VmHWM", 0.0), told.get("VmRSS", 0.0)


class Gauges:
    """Looked at many times a second; `fresh()` begins a case."""

    def __init__(self, child_pid: Callable[[], int | None]) -> None:
        self.parent = _Memory(lambda: "self")
        self.child = _Memory(child_pid)
        self.fresh()

    def fresh(self) -> None:
        self.held_seconds = 0.0
        self.parent.fresh()
        self.child.fresh()
        self._last = time.thread_time()

    def look(self) -> None:
        now = time.thread_time()
        self.held_seconds = max(self.held_seconds, now - self._last)
        self.parent.look()
        self.child.look()
        self._last = time.thread_time()

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        async def looking() -> None:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                self.look()

        task = asyncio.create_task(looking())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


class ReadBytes:
    """Counts what every connection of the process receives, below the program's own counting and below TLS."""

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        connect = anyio.connect_tcp

        async def counted(*args: Any, **more: Any) -> _Counted:
            return _Counted(await connect(*args, **more), self)

        anyio.connect_tcp = counted  # type: ignore[assignment]
        try:
            yield
        finally:
            anyio.connect_tcp = connect


class _Counted(anyio.abc.ByteStream):
    def __init__(self, inner: anyio.abc.ByteStream, read: ReadBytes) -> None:
        self._inner = inner
        self._read = read

    async def receive(self, max_bytes: int = 65_536) -> bytes:
        data = await self._inner.receive(max_bytes)
        self._read.count += len(data)
        return data

    async def send(self, item: bytes) -> None:
        await self._inner.send(item)

    async def send_eof(self) -> None:
        await self._inner.send_eof()

    async def aclose(self) -> None:
        await self._inner.aclose()

    @property
    def extra_attributes(self) -> Mapping[Any, Callable[[], Any]]:
        return self._inner.extra_attributes
