"""The page as HTML: what this PC does now, today and in all, what it may, what it fetched last. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from common.output.printable import printable
from worker.volunteer.decision import IdleReason
from worker.volunteer.fetch_log import Request
from worker.volunteer.now import Now

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2 { font-size: 1.2rem; } .now { font-size: 1.3rem; }
th, td { padding: .1rem 1rem .1rem 0; vertical-align: top; text-align: left; font-weight: normal; }
button { font: inherit; padding: .3rem .9rem; margin: 0 .5rem .5rem 0; } form { display: inline; }
.log td, .log th { font-size: .85rem; overflow-wrap: anywhere; } .log .at { white-space: nowrap; }
.quiet { color: #666; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } .quiet { color: #999; } }
"""
BUTTONS = (("pause-2h", "Pause for 2 hours"), ("pause", "Pause"), ("resume", "Resume"), ("finish", "Finish"))


def page(now: Now, lately: Sequence[Request], form_key: str) -> str:
    counts, limits = now.counts, now.limits
    rows = [
        (
            "Today",
            f"{counts.pages:,} pages read",
            of(counts.requests, limits.requests_a_day, "requests"),
            of(round(counts.bytes / 1e6), limits.mb_a_day, "MB"),
        ),
        (
            "In all",
            f"{counts.total_pages:,} pages, {counts.total_requests:,} requests, {counts.total_bytes / 1e6:,.0f} MB",
        ),
        ("Hours", limits.hours),
        ("On battery", "works on" if limits.on_battery else "waits for the charger"),
        ("Browser", "on" if limits.browser else "off: pages are fetched without one"),
        ("Speed", f"at most {limits.kb_per_second:,} kB/s" if limits.kb_per_second else "as the network gives"),
    ]
    table = "".join(
        f"<tr><th scope=row class=quiet>{_text(name)}</th><td>{'<br>'.join(map(_text, values))}</td></tr>"
        for name, *values in rows
    )
    log = "".join(
        f"<tr><td class='quiet at'>{one.at:%H:%M:%S}</td><td class=quiet>{one.status or '–'}</td>"
        f"<td>{_text(one.url)}</td></tr>"
        for one in reversed(lately)
    )
    paused = now.idle is IdleReason.PAUSED
    shown = [pair for pair in BUTTONS if paused or pair[0] != "resume"]
    buttons = "".join(
        f"<form method=post action=/do><input type=hidden name=key value={form_key}>"
        f"<button name=do value={word}>{label}</button></form>"
        for word, label in shown
    )
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>crawlfleet on this PC</title>"
        "<noscript><meta http-equiv=refresh content=10></noscript><script src=/page.js defer></script>"
        "<meta name=viewport content='width=device-width'>"
        "<link rel=stylesheet href=/style.css></head><body><main><h1>crawlfleet on this PC</h1>"
        f"<p class=now data-part=now>{_text(now.state)}</p><div data-part=buttons>{buttons}</div>"
        f"<table data-part=counts>{table}</table><h2>Fetched lately</h2><div data-part=log>{_log(log)}</div>"
        "<p class=quiet>Finish: nothing more is taken, and the worker ends with its last crawl. Limits and hours: "
        "<code>crawlfleet volunteer limits</code>, <code>crawlfleet volunteer hours</code>. The whole log: "
        "<code>crawlfleet volunteer log</code>.</p></main></body></html>"
    )


def _log(rows: str) -> str:
    if not rows:
        return "<p>Nothing yet.</p>"
    heads = "".join(f"<th scope=col class=quiet>{head}</th>" for head in ("When", "Answer", "Address"))
    return f"<table class=log><tr>{heads}</tr>{rows}</table>"


def of(count: int, limit: int | None, what: str) -> str:
    """`12 of 20,000 requests`, or `12 requests` where there is no limit."""
    return f"{count:,} {what}" if limit is None else f"{count:,} of {limit:,} {what}"


def _text(text: str) -> str:
    return escape(printable(text))
