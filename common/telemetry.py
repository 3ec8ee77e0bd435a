"""Structured logs and the metrics address. One line per event; the fields that matter have fixed names."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from common.errors import ConfigError
from common.settings import LogSettings, MetricsSettings

FIELDS = (
    "job_id",
    "worker_id",
    "attempt",
    "queue",
    "platform",
    "source",
    "account",
    "status",
    "transition",
    "url",
    "duration_ms",
    "error_code",
    "reason",
    "count",
)
"""The names a log line may carry besides time, level, logger and message, in this order."""


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    found = ((name, record.__dict__.get(name)) for name in FIELDS)
    return {name: value for name, value in found if value is not None}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """`21:04:05 info    worker.consume: message key=value`, for people."""

    def format(self, record: logging.LogRecord) -> str:
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        fields = " ".join(f"{name}={value}" for name, value in _fields(record).items())
        name = record.name.removeprefix("crawlfleet.")
        line = f"{clock} {record.levelname.lower():<7} {name}: {record.getMessage()}"
        if fields:
            line += f"  [{fields}]"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def configure_logging(settings: LogSettings) -> None:
    """Send logs to standard error: text to a terminal, JSON elsewhere, unless the settings say which."""
    as_json = settings.format == "json" or (settings.format == "auto" and not sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("crawlfleet").setLevel(settings.level.upper())
    # httpx logs whole URLs at INFO; some networks want their token in the query.
    for noisy in ("httpx", "httpcore"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
    # The broker's outages are logged once, by crawlfleet itself.
    for noisy in ("aio_pika", "aiormq"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)


def serve_metrics(settings: MetricsSettings) -> None:
    """Serve Prometheus metrics on `metrics.listen`, when set. Raises ConfigError when the address cannot be had."""
    if settings.listen is None:
        return
    from prometheus_client import start_http_server  # noqa: PLC0415  (off by default on a volunteer's PC)

    host, _, port = settings.listen.rpartition(":")
    try:
        start_http_server(int(port), addr=host.strip("[]"))
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"cannot serve metrics on {settings.listen}: {error}. Choose a free address for metrics.listen."
        ) from None
