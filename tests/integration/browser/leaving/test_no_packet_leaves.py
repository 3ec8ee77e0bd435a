"""Every packet counted: a page that tries everything, in a network namespace whose only way out is watched.

All that the browser, its driver and the worker send beyond loopback goes through one interface that leads nowhere; a
raw socket sees each frame on it. Linux, root and iproute2; elsewhere it is skipped and says so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import REPO
from tests.servers.browser.shops import require_browser

pytestmark = pytest.mark.browser

_PROGRAM = """
import asyncio, json, socket, subprocess, threading
from pathlib import Path
Path("/proc/sys/net/ipv6/conf/default/disable_ipv6").write_text("1")
for words in (
    "link set lo up",
    "link add out type veth peer name far",
    "address add 10.77.0.2/24 dev out",
    "link set far up",
    "link set out arp off up",
    "route add default via 10.77.0.1",
):
    subprocess.run(["ip", *words.split()], check=True)
frames = []
watched = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
watched.bind(("out", 0))
def watch():
    while True:
        frames.append(watched.recv(200)[14:60].hex())
threading.Thread(target=watch, daemon=True).start()
from tests.integration.browser.pages import SHOW_PRODUCT, app
from tests.integration.browser.leaving.test_nothing_leaves import BOARD, BRIEF, SHOP, by_webrtc, everything
from tests.servers.browser.shops import one_browser, page
async def main():
    tries = "".join(
        everything(where, 0, "http") + by_webrtc(where, 3478)
        for where in ("10.77.0.1", "192.168.1.1", "93.184.215.14", "router.local", "tracker.example")
    )
    async with one_browser() as browser:
        shops = browser.serve({BOARD: page(app(SHOW_PRODUCT + tries + ";show();"))}, limits=BRIEF)
        look = await shops.look(f"http://{SHOP}{BOARD[1]}")
    seen = list(frames)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        control.sendto(b"control", ("10.77.0.1", 9))
    while len(frames) == len(seen):
        await asyncio.sleep(0.01)
    print(json.dumps({"price": look.outcome.price_minor, "refused": look.cost.refused_requests, "left": seen}))
asyncio.run(main())
"""


def test_not_one_packet_leaves(tmp_path: Path) -> None:
    require_browser()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("no watched way out: network namespaces need root on Linux")
    if lacking := [program for program in ("unshare", "ip") if not shutil.which(program)]:
        pytest.skip(f"no watched way out: {', '.join(lacking)} not installed (util-linux, iproute2)")
    if subprocess.run(["unshare", "--net", "ip", "link", "add", "x", "type", "veth"], check=False).returncode:
        pytest.skip("no watched way out: this system lets nobody make a network namespace with an interface")
    program = tmp_path / "look.py"
    program.write_text(_PROGRAM, "utf-8")
    done = subprocess.run(
        ["unshare", "--net", sys.executable, str(program)],
        cwd=REPO,
        env={**os.environ, "PYTHONPATH": str(REPO)},
        capture_output=True,
        text=True,
        check=False,
        timeout=150,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["price"] == 5400, "the page itself is read"
    assert found["refused"] >= 20, "the page tried"
    assert found["left"] == []
