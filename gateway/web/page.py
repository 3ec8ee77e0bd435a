"""The page at /: what this is, what it does on a volunteer's PC, what to type, and the release to install."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:42em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "pre{background:#f2f2f2;padding:.7em;overflow-x:auto}@media(prefers-color-scheme:dark){body{color:#ddd;"
    "background:#181818}pre{background:#282828}}"
)


@dataclass(frozen=True, slots=True)
class Release:
    """What volunteers install. `sha256` of its wheel and its address, `url`; None when the operator named none."""

    version: str
    sha256: str | None = None
    url: str | None = None

    @property
    def typed(self) -> str:
        """What stands behind `pip install`. With both, pip itself refuses another wheel. No package index has the name,
        so it is never typed alone: whoever takes it there would be installed."""
        if self.url is None:
            return "RELEASE"
        return f'"{self.url}#sha256={self.sha256}"' if self.sha256 else f'"{self.url}"'


def page(release: Release, contact: str | None) -> str:
    """Whole, without a script and without anything from elsewhere."""
    typed = escape(release.typed, quote=False)
    asked = (
        ""
        if release.url
        else (
            "<p>In the place of RELEASE stands the wheel's file or address: whoever sent you the link tells it. "
            "No package index has crawlfleet.</p>"
        )
    )
    hashed = f"<p>Its wheel's SHA-256 is <code>{escape(release.sha256)}</code>.</p>" if release.sha256 else ""
    ask = f"<p>Questions: {escape(contact)}</p>" if contact else ""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>crawlfleet: lend a PC</title>
<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>
<h1>Lend a PC to this fleet</h1>
<p>This fleet keeps a record of what products cost in online shops. A lent PC fetches product pages, at most one
every two seconds from any one site, reads title, price and availability, and sends those here.</p>
<h2>What it does on your PC</h2>
<ul><li>It fetches pages of the shops this fleet watches, and nothing else: nothing in your home network, no page you
visit, no cookie or login of yours.</li>
<li>It obeys robots.txt, waits between requests, and says honestly who it is.</li>
<li>It holds one token, which the operator can revoke and you can give back. It never updates itself.</li>
<li>Ctrl-C stops it; pulling the plug is safe.</li></ul>
<h2>Three commands</h2>
<p>You need Python 3.11 or newer, and the link from the operator.</p>{asked}
<p>Linux and macOS:</p>
<pre>python3 -m venv ~/crawlfleet &amp;&amp; ~/crawlfleet/bin/pip install {typed}
~/crawlfleet/bin/crawlfleet join   # then paste the link
~/crawlfleet/bin/crawlfleet work</pre>
<p>Windows (PowerShell):</p>
<pre>py -m venv $HOME\\crawlfleet; &amp; $HOME\\crawlfleet\\Scripts\\pip install {typed}
&amp; $HOME\\crawlfleet\\Scripts\\crawlfleet join   # then paste the link
&amp; $HOME\\crawlfleet\\Scripts\\crawlfleet work</pre>
<p>With uv: <code>uv tool install {typed}</code>; with pipx: <code>pipx install {typed}</code>.</p>
<h2>The release</h2>
<p>This fleet runs crawlfleet {escape(release.version)}. Nothing updates itself: a new release is yours to install.</p>
{hashed}{ask}
<p>To go: <code>crawlfleet volunteer leave</code> gives everything back and forgets the token.</p>
</body></html>
"""
