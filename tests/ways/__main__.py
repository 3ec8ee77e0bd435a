"""The command behind `scripts/ways`."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

import pytest

from tests.servers.browser.shops import require_browser
from tests.servers.libsql import find_libsql
from tests.servers.processes import ServerFailed
from tests.servers.rabbitmq import find_rabbitmq, find_rabbitmq4
from tests.ways.run import Plan, run

SERVERS = {"rabbitmq3": find_rabbitmq, "rabbitmq4": find_rabbitmq4}


def parsed(words: list[str]) -> tuple[Plan, str]:
    """What to play, and the name of its broker in SERVERS."""
    parser = argparse.ArgumentParser(
        prog="scripts/ways",
        description="Every way at once on real servers: a third of the links only official doubles know, a third a "
        "plain GET shows, a third a browser alone. One worker of each way is killed, and an "
        "interface answers 10030 for a while.",
    )
    whole = Plan()
    parser.add_argument("--links", type=int, default=whole.links, metavar="N", help=f"so many ({whole.links})")
    parser.add_argument(
        "--refuse-seconds", type=float, default=whole.refuse_seconds, metavar="S",
        help=f"how long Shopee's double answers 10030 ({whole.refuse_seconds:g})",
    )  # fmt: skip
    parser.add_argument(
        "--servers", choices=SERVERS, default="rabbitmq3",
        help="the installed RabbitMQ (rabbitmq3), or a RabbitMQ 4 (scripts/fetch-servers rabbitmq4 gets one)",
    )  # fmt: skip
    asked = parser.parse_args(words)
    if asked.links < 90:
        parser.error("--links: at least 90, or Shopee's interface is never asked often enough to want fewer calls")
    return Plan(links=asked.links, refuse_seconds=asked.refuse_seconds), asked.servers


def main(words: list[str]) -> int:
    """0: every job ended as it must. 1: something went wrong. 2: there was no server or browser to run on."""
    plan, servers = parsed(words)
    # So that whoever is stopped leaves no process behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return _run(plan, servers)
    except (pytest.skip.Exception, pytest.fail.Exception, ServerFailed) as missing:
        print(f"ways: {missing}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _run(plan: Plan, servers: str) -> int:
    require_browser()
    rabbitmq = SERVERS[servers]()
    try:
        databases = find_libsql()
        try:
            ledger = asyncio.run(
                run(
                    plan,
                    broker_url=rabbitmq.vhost(),
                    database_url=databases.new().http_url,
                    servers=f"RabbitMQ {rabbitmq.ctl('version').strip()} and libsql-server",
                    say=_say,
                )
            )
        finally:
            databases.close()
    finally:
        rabbitmq.close()
    print("\n".join(ledger.lines()))
    return int(bool(ledger.wrong))


def _say(text: str) -> None:
    print(f"ways: {text}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
