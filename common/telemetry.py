"""Switches on a service's logs and its metrics address. How a line of the log looks stands in output/log_lines.py, and
why nobody waits until it is written in output/aside.py."""

from __future__ import annotations

import logging
import sys
from functools import partial
from typing import Any

from common.errors import ConfigError
from common.output.aside import standard_error
from common.output.log_lines import JsonFormatter, Spoken, TextFormatter
from common.output.served.health import Health, with_health
from common.settings import LogSettings, MetricsSettings


def configure_logging(settings: LogSettings, *, spoken: Spoken = str) -> None:
    """Send logs to standard error: text to a terminal, JSON elsewhere, unless the settings say which. `spoken`: what a
    message becomes before it is written. Whoever logs waits neither for a terminal nor for who reads a pipe."""
    as_json = settings.format == "json" or (settings.format == "auto" and not sys.stderr.isatty())
    aside = standard_error()
    handler: logging.StreamHandler[Any] = logging.StreamHandler(aside or sys.stderr)
    handler.setFormatter(JsonFormatter(spoken) if as_json else TextFormatter(spoken))
    if aside:
        aside.instead = partial(_line_left_out, handler)
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


def _line_left_out(handler: logging.Handler) -> str:
    why = "lines are left out here: they were not read for too long"
    return handler.format(logging.LogRecord("crawlfleet.log", logging.WARNING, "", 0, why, None, None)) + "\n"


def serve_metrics(settings: MetricsSettings, health: Health | None = None) -> None:
    """Serve Prometheus metrics, and `health` under /healthz and /readyz, on `metrics.listen` when that is set.

    Raises ConfigError when the address cannot be had.
    """
    if settings.listen is None:
        return
    from common.output.served.server import metrics_page, start_serving  # noqa: PLC0415  (off by default)

    host, _, port = settings.listen.rpartition(":")
    page = metrics_page()
    try:
        start_serving(host.strip("[]"), int(port), page if health is None else with_health(page, health))
    except OSError as error:
        why = str(error.strerror or error).removesuffix(".")
        raise ConfigError(
            f"cannot serve metrics on {settings.listen}: {why}. Each process needs an address of its own: give this "
            "one another in metrics.listen (CRAWLFLEET_METRICS_LISTEN), or none by leaving that empty."
        ) from None
