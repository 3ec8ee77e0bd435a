"""Celery with RabbitMQ and a result row per job (SQLAlchemy, SQLite): publish confirmed, run, store, ack late.

The worker is a process of its own, as Celery runs; the publisher is this one. Both use quorum queues and confirms.
BENCH_CELERY_WAL=1 puts the result file into WAL mode, which Celery does not do by itself.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from celery import Celery

from benchmarks.lifecycle.measure import RESULT, Run, Task, answer_as_child

FOLDER = os.environ.get("BENCH_CELERY_FOLDER", "/nonexistent")
app = Celery("bench", broker=os.environ.get("BENCH_CELERY_BROKER"), backend=f"db+sqlite:///{FOLDER}/results.sqlite")
app.conf.update(
    task_default_queue="bench.celery",
    task_default_queue_type="quorum",
    task_default_exchange_type="topic",
    broker_transport_options={"confirm_publish": True},
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    worker_send_task_events=False,
    task_serializer="json",
    result_serializer="json",
    database_engine_options={"connect_args": {"timeout": 30}},
    broker_connection_retry_on_startup=True,
)


@app.task(name="bench.nothing")
def nothing(job_id: str) -> str:
    return RESULT


def done_rows(file: Path) -> int:
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30) as connection:
            query = "SELECT count(*) FROM celery_taskmeta WHERE status = 'SUCCESS'"
            return int(connection.execute(query).fetchone()[0])
    except sqlite3.OperationalError:
        return 0


@contextmanager
def worker(task: Task) -> Iterator[None]:
    """A Celery worker with a thread per concurrent job (a process each would not fit beside 64 crawls)."""
    environ = os.environ | {"BENCH_CELERY_BROKER": task.amqp_url, "BENCH_CELERY_FOLDER": task.database}
    pool = (
        ["--pool", "solo"] if task.concurrency == 1 else ["--pool", "threads", "--concurrency", str(task.concurrency)]
    )
    quiet = ["--loglevel", "ERROR", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    command = [sys.executable, "-m", "celery", "--app", "benchmarks.peers.celery_app", "worker", *pool, *quiet]
    log = Path(task.database) / "celery.log"
    with log.open("ab") as output:
        child = subprocess.Popen(command, env=environ, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        yield
    finally:
        child.terminate()
        try:
            child.wait(15)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def wait_for(file: Path, rows: int, *, timeout_seconds: float) -> None:
    deadline = time.monotonic() + timeout_seconds
    while done_rows(file) < rows:
        if time.monotonic() > deadline:
            raise SystemExit(f"celery: {done_rows(file)} of {rows} results after {timeout_seconds:g} s")
        time.sleep(0.02)


def life(task: Task) -> Run:
    app.conf.broker_url = task.amqp_url
    app.conf.result_backend = f"db+sqlite:///{task.database}/results.sqlite"
    file = Path(task.database) / "results.sqlite"
    if os.environ.get("BENCH_CELERY_WAL"):
        with sqlite3.connect(file) as connection:
            connection.execute(
                "PRAGMA journal_mode=WAL"
            )  # a property of the file, so it holds for Celery's connections
    with worker(task):
        nothing.delay("warm")  # the worker is up, and the table exists, when this one has its row
        wait_for(file, 1, timeout_seconds=60)

        def lane(first: int) -> None:
            for number in range(first, task.jobs, lanes):
                nothing.delay(f"{number:026d}")

        lanes = min(task.concurrency, 8)  # more threads only contend for the interpreter's lock
        started = time.perf_counter()
        threads = [threading.Thread(target=lane, args=(first,)) for first in range(lanes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wait_for(file, task.jobs + 1, timeout_seconds=600)
        seconds = time.perf_counter() - started
    return Run(task.jobs, task.concurrency, seconds)


if __name__ == "__main__":
    answer_as_child(life)
