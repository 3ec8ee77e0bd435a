"""A gzip bomb stops at the limit, and memory stays small: measured in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.places import REPO
from tests.servers.shop_server import Reply, ShopServer

FETCH = """
import asyncio, json, sys
from common.errors import CrawlError
from common.net.client import GuardedClient
from common.settings_tables.fetch import FetchSettings

async def main():
    client = GuardedClient(FetchSettings.model_validate_json(sys.argv[1]))
    try:
        answer = await client.get("http://shopee.tw/bomb", allow_host=None)
        said = str(len(answer.body))
    except CrawlError as error:
        said = str(error)
    await client.aclose()
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    print(json.dumps({"said": said, "peak_kib": peak}))

asyncio.run(main())
"""


def bomb(mebibytes: int) -> bytes:
    """Zeros, packed about a thousand to one."""
    packer = zlib.compressobj(9, wbits=31)
    block = b"\0" * 1024 * 1024
    return b"".join(packer.compress(block) for _ in range(mebibytes)) + packer.flush()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads peak memory from /proc")
def test_a_gzip_bomb_stops_at_the_limit_with_little_memory() -> None:
    packed = bomb(2_000)
    assert len(packed) < 3_000_000
    reply = Reply(body=packed, headers={"Content-Encoding": "gzip"})
    # Plain HTTP: reads of 64 KiB, where TLS gives 16 KiB at a time.
    with ShopServer({("shopee.tw", "/bomb"): reply}, tls=False) as shop:
        settings = shop.fetch_settings()
        run = subprocess.run(
            [sys.executable, "-c", FETCH, json.dumps(settings)],
            cwd=REPO, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert run.returncode == 0, run.stderr
    outcome = json.loads(run.stdout)
    assert "INVALID_RESPONSE: the answer is too large: more than 15000000 bytes" in outcome["said"]
    # 150 MiB is what a home can bear. One wire chunk inflated whole would be 64 MiB, so the steps show here too.
    assert outcome["peak_kib"] < 90 * 1024
    print(f"peak resident memory: {outcome['peak_kib'] / 1024:.0f} MiB")
