"""Reports that never come to their end: a machine has a few of them in the gateway's memory, and no more."""

from __future__ import annotations

import asyncio
import json
import secrets

from common.protocol.base import MAX_REPORT_BYTES
from gateway.reports.volume import BYTES_AT_ONCE
from tests.integration.volunteers.door import VERSION, Door, Machine, failure

LOST = json.dumps({"outcomes": [failure({"job_id": "a" * 26, "lease_token": secrets.token_urlsafe(32)})]}).encode()


async def half_a_report(door: Door, machine: Machine) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """One of the largest, of which all but the end was sent."""
    url = door.client.base_url
    reader, writer = await asyncio.open_connection(url.host, url.port)
    head = f"POST /v1/report HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {machine.token}\r\n"
    writer.write(f"{head}crawlfleet-version: {VERSION}\r\ncontent-length: {MAX_REPORT_BYTES}\r\n\r\n".encode())
    writer.write(b" " * (MAX_REPORT_BYTES - len(LOST)))
    await writer.drain()
    return reader, writer


async def status(reader: asyncio.StreamReader) -> int:
    async with asyncio.timeout(25):
        return int((await reader.readline()).split()[1])


async def test_a_machine_has_a_few_of_them_and_others_are_not_held_up(door: Door) -> None:
    machine, another = await door.machine("ada", trusted=False), await door.machine("bob", trusted=False)
    for one in (machine, another):
        assert (await one.get("me")).status_code == 200
    count = BYTES_AT_ONCE // MAX_REPORT_BYTES + 1
    under_way = [await half_a_report(door, machine) for _ in range(count)]
    waiting = [asyncio.create_task(status(reader)) for reader, _ in under_way]
    (first, *_), _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert first.result() == 429
    assert (await another.post("report", LOST)).status_code == 200
    for told, (_, writer) in zip(waiting, under_way, strict=True):
        if told is not first:
            writer.write(LOST)
    assert sorted([await told for told in waiting]) == [200] * (count - 1) + [429]
    reader, writer = await half_a_report(door, machine)
    writer.write(LOST)
    assert await status(reader) == 200, "what was answered is not held any more"
    for _, one_writer in [*under_way, (reader, writer)]:
        one_writer.close()
