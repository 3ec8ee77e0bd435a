"""Links that open an app (taobao://, intent://, android-app://) as the web address they stand for. Pure.

What Android and iOS themselves write is read here; what an app's own links mean, the shop that made the app says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

_INTENT = re.compile(r"intent://(.+?)(?:#intent;(.*))?", re.IGNORECASE | re.DOTALL)
_INTENT_SCHEME = re.compile(r"(?:^|;)scheme=([a-z]{3,12})(?:;|$)", re.IGNORECASE)
_FALLBACK = re.compile(r"S\.browser_fallback_url=([^;]+)", re.IGNORECASE)
_STORE = ("https://play.google.com/", "market://")
_APP_LINK = re.compile(r"(?:android|ios)-app://[\w.]{1,80}/([a-z]{3,12})/(.+)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class App:
    """One app's own links."""

    schemes: str
    """A regular expression of the schemes it opens, without `://` and without groups that capture."""
    to_web: Callable[[str, str, str], str | None]
    """Of the scheme in lower case, what follows `://`, and what an Android intent says beside it (`package=…;…`,
    empty where no intent carried the link): the https address, or None."""


class DeepLinks:
    """The deep links of these apps, and the two systems' own forms that carry them."""

    def __init__(self, apps: Sequence[App]) -> None:
        schemes = "|".join([*(app.schemes for app in apps), "intent", "android-app", "ios-app"])
        self.beginnings = rf"(?:{schemes})://"
        """A regular expression of how the links known here begin, for scanners of text; case does not matter."""
        self._apps = [(re.compile(rf"({app.schemes})://(.*)", re.IGNORECASE | re.DOTALL), app.to_web) for app in apps]

    def to_web(self, url: str) -> str | None:
        """The https address a deep link opens, or None when `url` is no deep link known here."""
        return None if url[:4].lower() == "http" else self._to_web(url, "")

    def _to_web(self, url: str, extras: str) -> str | None:
        for form, to_web in self._apps:
            if found := form.fullmatch(url):
                return to_web(found[1].lower(), found[2], extras)
        if found := _INTENT.fullmatch(url):
            return self._intent(found[1], found[2] or "")
        if found := _APP_LINK.fullmatch(url):
            return self._by_scheme(found[1], found[2], "")
        return None

    def _by_scheme(self, scheme: str, rest: str, extras: str) -> str | None:
        scheme = scheme.lower()
        return f"https://{rest}" if scheme in {"http", "https"} else self._to_web(f"{scheme}://{rest}", extras)

    def _intent(self, rest: str, extras: str) -> str | None:
        """The page for browsers that an intent names, unless that is an app store, else what the app opens."""
        if fallback := _FALLBACK.search(extras):
            address = unquote(fallback[1])
            if address.lower().startswith("http") and not address.startswith(_STORE):
                return address
        scheme = found[1] if (found := _INTENT_SCHEME.search(extras)) else "https"
        return self._by_scheme(scheme, rest, extras)
