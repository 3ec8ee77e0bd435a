"""Metrics as Prometheus reads them, with labels of printable characters only.

A label may hold the name of a shop or a feed's host, which strangers chose; `curl` shows the page on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from common.output.printable import printable

if TYPE_CHECKING:
    from prometheus_client import Metric


class _Collector(Protocol):
    def collect(self) -> Iterable[Metric]: ...


class PrintableLabels:
    """Stands between a registry and the page that shows it."""

    def __init__(self, registry: _Collector) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        """Every metric of the registry, its samples' labels printable."""
        for metric in self._registry.collect():
            metric.samples = [
                sample._replace(labels={name: printable(text) for name, text in sample.labels.items()})
                for sample in metric.samples
            ]
            yield metric

    def restricted_registry(self, names: Iterable[str]) -> PrintableLabels:
        """The part that `?name[]=` asks for."""
        return PrintableLabels(self._registry.restricted_registry(names))  # type: ignore[attr-defined]
