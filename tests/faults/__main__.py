"""The command behind `scripts/faults`."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys

import pytest

from tests.faults.plan import DOOR_KINDS, KINDS
from tests.faults.run import run
from tests.servers.libsql import find_libsql
from tests.servers.processes import ServerFailed
from tests.servers.rabbitmq import find_rabbitmq, find_rabbitmq4
from tests.simulation.__main__ import main as simulate

SERVERS = {"rabbitmq3": find_rabbitmq, "rabbitmq4": find_rabbitmq4}
JOBS = 500
JOBS_WITH_VOLUNTEERS = 240
"""Most are looked at twice."""


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/faults",
        description="Faults on purpose, chosen by a seed, and whether every promise still holds: a fleet of real "
        "processes on a private RabbitMQ and a private libsql-server. docs/reliability.md tells what is held.",
        epilog="scripts/faults --simulate runs the real services on one simulated clock instead, thousands of seeds, "
        "each replayed exactly: scripts/faults --simulate --help. Kinds of fault: "
        + ", ".join(KINDS)
        + ". With volunteers: "
        + ", ".join(DOOR_KINDS)
        + ".",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which faults, in which order, to whom (0)")
    parser.add_argument("--jobs", type=int, metavar="N", help=f"links that are posted ({JOBS})")
    parser.add_argument(
        "--servers", choices=SERVERS, default="rabbitmq3",
        help="the installed RabbitMQ (rabbitmq3), or a RabbitMQ 4 (scripts/fetch-servers rabbitmq4 gets one)",
    )  # fmt: skip
    parser.add_argument(
        "--volunteers", type=int, default=0, metavar="N",
        help="also two gateways, so many volunteers' machines, one of the operator's own, and cheats; then two direct "
        f"workers, and {JOBS_WITH_VOLUNTEERS} links unless --jobs says otherwise (0)",
    )  # fmt: skip
    parser.add_argument(
        "--at-the-door", action="store_true", help="with --volunteers: only their faults and the gateways'"
    )
    asked = parser.parse_args(words)
    if asked.jobs is None:
        asked.jobs = JOBS_WITH_VOLUNTEERS if asked.volunteers else JOBS
    if asked.jobs < 1:
        parser.error("--jobs: at least 1")
    if asked.volunteers < 0 or (asked.volunteers == 0 and asked.at_the_door):
        parser.error("--volunteers: at least 1")
    return asked


def main(words: list[str]) -> int:
    """0: every promise held. 1: one did not. 2: there was no server to run on."""
    if "--simulate" in words:
        return simulate(words)
    asked = parsed(words)
    # So that whoever is stopped leaves no process behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return _run(asked)
    except (pytest.skip.Exception, pytest.fail.Exception, ServerFailed) as missing:
        print(f"faults: {missing}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _run(asked: argparse.Namespace) -> int:
    rabbitmq = SERVERS[asked.servers]()
    try:
        servers = find_libsql()
        try:
            ledger = asyncio.run(
                run(
                    asked.seed,
                    asked.jobs,
                    asked.servers,
                    rabbitmq,
                    servers.new(),
                    _say,
                    volunteers=asked.volunteers,
                    at_the_door=asked.at_the_door,
                )
            )
        finally:
            servers.close()
    finally:
        rabbitmq.close()
    print("\n".join(ledger.lines()))
    if not ledger.wrong:
        shutil.rmtree(ledger.logs)
    return int(bool(ledger.wrong))


def _say(text: str) -> None:
    print(f"faults: {text}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
