"""Faults put into the code of gateways and trust on purpose; see tests/simulation/faults/breaks.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import gateway.reports.reporting
import gateway.tasks.claiming
import gateway.tasks.handing_out
import gateway.web.calls
from common.store.trust import reports
from common.trust import judging
from common.trust.values import Report
from tests.simulation.faults.breaks import without


@contextmanager
def _any_machine() -> Iterator[None]:
    """A lease may be given back by whichever machine names its token. Two guards hold that: the token as it is stored
    is made of the machine, too, and the statement asks for the machine."""
    with ExitStack() as patches:
        patches.enter_context(without("release_of_machines", " g.machine = COALESCE(:machine, g.machine) AND"))
        for module in (gateway.reports.reporting, gateway.tasks.claiming, gateway.tasks.handing_out, gateway.web.calls):
            patches.enter_context(mock.patch.object(module, "stored_token", lambda machine, held: held[:40]))
        yield


def _one_look() -> AbstractContextManager[object]:
    """A newcomer's results are checked no more than those of anybody."""
    return mock.patch.object(judging, "probability", lambda cv: 0.0)


def _own_witness() -> AbstractContextManager[object]:
    """Two PCs of one person confirm each other."""
    decide = judging.decide

    def by_machine(report: Report, *about: Any, **more: Any) -> judging.Decision:
        return decide(replace(report, person=report.machine), *about, **more)

    return mock.patch.object(reports, "decide", by_machine)


LENT_BREAKS: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "any-machine": _any_machine,
    "one-look": _one_look,
    "own-witness": _own_witness,
}
