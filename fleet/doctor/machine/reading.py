"""The process that reads what strangers wrote: whether it starts here, and whether its limits hold on this system."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.settings import Settings

PROBE_SECONDS = 0.3
PROBE_BYTES = 64 * 1024 * 1024
PROBE_WALL_SECONDS = 20.0
"""A machine may be so busy that PROBE_SECONDS of computing take many times as long."""


async def check_reading(settings: Settings) -> AsyncIterator[Finding]:
    """Drives a process of its own past small limits, one after the other."""
    from common.parsing.failures import ParsingStopped, ParsingUnavailable
    from common.parsing.limits import ParseLimits
    from common.parsing.probe import MISBEHAVE, Misbehaviour
    from common.parsing.process import ParsingChild
    from common.parsing.watch import Breach
    from common.shops.reading import READERS

    child = ParsingChild(ParseLimits(PROBE_BYTES, PROBE_SECONDS, PROBE_WALL_SECONDS), preload=READERS)
    try:
        await child.start()
        for limit, misbehaviour in (
            (Breach.PROCESSOR, Misbehaviour("compute")),
            (Breach.MEMORY, Misbehaviour("fill", 4.0 * PROBE_BYTES)),
        ):
            try:
                await child.run(MISBEHAVE, misbehaviour)
            except ParsingStopped as stopped:
                if stopped.limit is limit:
                    continue
                if stopped.limit is Breach.WALL_TIME:
                    yield warning(
                        "reading",
                        f"whether the limit {limit} holds was not seen within {PROBE_WALL_SECONDS:g} s: this machine "
                        "is very busy",
                        "`crawlfleet doctor`, when it has less to do",
                    )
                    return
            yield failed(
                "reading", f"the limit {limit} does not hold here", "tell the maintainers which system this is"
            )
            return
    except ParsingUnavailable as error:
        yield failed("reading", str(error), "is the installation whole? may this user start processes?")
        return
    finally:
        await child.aclose()
    parse = settings.parse
    yield ok(
        "reading",
        f"pages are read in a process of its own; limits hold: {parse.memory_mb} MB, {parse.processor_seconds:g} s of "
        f"processor time, {parse.wall_seconds:g} s",
    )
