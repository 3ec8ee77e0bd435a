"""The first words of the command line."""

from __future__ import annotations

WORDS = (
    "demo",
    "init",
    "up",
    "ingest",
    "dispatch",
    "gateway",
    "work",
    "join",
    "volunteer",
    "volunteers",
    "links",
    "read",
    "jobs",
    "dlq",
    "products",
    "feeds",
    "shops",
    "proxies",
    "workers",
    "notify",
    "audit",
    "console",
    "db",
    "broker",
    "doctor",
    "completion",
)
"""In the order --help shows them; others build on these words."""
