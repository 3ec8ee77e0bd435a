"""The real browser: whether one can be driven on this machine. Looked at where its way is in use."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from common.ways.way import Way
from fleet.doctor.finding import Finding, failed, ok, warning

if TYPE_CHECKING:
    from common.settings import Settings


async def check_browser(settings: Settings) -> AsyncIterator[Finding]:
    """Starts one and ends it again. A machine that need not have one is only told what is missing."""
    named = Way.BROWSER in (settings.work.ways or ())
    if not named and Way.BROWSER not in settings.crawl.ways:
        return
    from worker.ways.browser.way import missing_for_browser

    if why := missing_for_browser(settings):
        if named:
            yield failed("browser", f"this machine cannot crawl by browser: {why}", "docs/browser.md has the steps")
        else:
            yield warning(
                "browser", f"this machine does not crawl by browser: {why}", "only workers that crawl by it need one"
            )
        return
    from worker.ways.browser.engine.process import BrowserUnavailable
    from worker.ways.browser.making import browsers_of

    browsers = browsers_of(settings)
    try:
        async with browsers.for_one_page() as started:
            version = started.browser.version
    except BrowserUnavailable as error:
        yield failed("browser", str(error), "docs/browser.md; --log-level debug says more")
        return
    finally:
        await browsers.aclose()
    whose = f", as {settings.browser.user}" if settings.browser.user else ""
    yield ok("browser", f"version {version} starts here with its sandbox{whose}")
