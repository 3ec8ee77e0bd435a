"""Reads a robots.txt for one crawler. Pure; runs in the parsing child, for the text is a stranger's.

Only the rules of the crawler's own group are kept, once, so the answer is never longer than the file. Written for what
sites write, not only for what RFC 9309 says: misspelt field names, a blank instead of the colon, agents that are the
beginning of our name. Where a file says more than the limits below allow, the site counts as closed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from common.polite.rules import RobotsRules, Rule, normal_pattern

MAX_BYTES = 500 * 1024
"""What RFC 9309 wants read at least. The rest is not read, and a line cut by it is dropped: it might say less."""
MAX_RULES = 5_000
MAX_PATTERN_CHARS = 2_000
MAX_CRAWL_DELAY_SECONDS = 86_400.0

_AGENT = frozenset({"user-agent", "useragent", "user agent"})
_ALLOW = frozenset({"allow"})
_DISALLOW = frozenset({"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"})
_DELAY = frozenset({"crawl-delay", "crawl delay"})
_WHOLE_SITE = frozenset({"sitemap", "sitemaps", "site-map", "host"})
"""These stand for themselves and end no group."""
_OTHERS = frozenset({"request-rate", "request rate", "visit-time", "visit time"})
_KNOWN = _AGENT | _ALLOW | _DISALLOW | _DELAY | _WHOLE_SITE | _OTHERS


def read_robots(token: str, body: bytes) -> RobotsRules:
    """The rules in `body` for the crawler named `token`, whatever the bytes are."""
    text = _text(body)
    agent = _best_agent(text, token.strip().lower())
    return RobotsRules() if agent is None else _rules_of(text, agent)


def _text(body: bytes) -> str:
    if len(body) >= MAX_BYTES:
        body = body[:MAX_BYTES]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    return body.decode("utf-8-sig", "replace")


def _best_agent(text: str, token: str) -> str | None:
    """The name in the file that says most about us; None when no group is meant for us."""
    best, best_score = None, 0
    for field, value in _directives(text):
        if field in _AGENT:
            for agent in _agents(value):
                if (score := _score(agent, token)) > best_score:
                    best, best_score = agent, score
    return best


def _agents(value: str) -> tuple[str, ...]:
    """The names an agent line stands for: without a version ("crawlfleet/0.1"), and without the wildcards that no
    standard knows, too.
    """
    name = value.lower().partition("/")[0].rstrip()
    bare = name.replace("*", "")
    return (name, bare) if bare and bare != name else (name,)


def _score(agent: str, token: str) -> int:
    """How much of our token the agent's name is: at its beginning, or at that of a word in it."""
    if agent == "*":
        return 1
    at = token.find(agent) if len(agent) <= len(token) else -1
    while at > 0 and (token[at - 1].isalnum() or token[at - 1] in "-_"):
        at = token.find(agent, at + 1)
    return len(agent) if at >= 0 else 0


def _rules_of(text: str, agent: str) -> RobotsRules:
    """The rules of every group that names `agent`."""
    rules: set[Rule] = set()
    delay: float | None = None
    ours = False
    before: str | None = None
    for field, value in _directives(text):
        if field in _AGENT and before is not None and before not in _AGENT:
            ours = False
        if field not in _WHOLE_SITE:
            before = field
        if not value:
            continue
        if field in _AGENT:
            ours = ours or agent in _agents(value)
        elif not ours:
            continue
        elif field in _DELAY:
            delay = _seconds(value, otherwise=delay)
        elif field in _ALLOW or field in _DISALLOW:
            if len(value) > MAX_PATTERN_CHARS:
                return RobotsRules(closed=f"one of its rules is longer than {MAX_PATTERN_CHARS} characters")
            rules.update(_rules(value, allow=field in _ALLOW))
            if len(rules) > MAX_RULES:
                return RobotsRules(closed=f"it has more than {MAX_RULES} rules for us")
    ordered = sorted(rules, key=lambda rule: (-len(rule.pattern), not rule.allow, rule.pattern))
    return RobotsRules(tuple(ordered), delay)


def _rules(value: str, *, allow: bool) -> Iterator[Rule]:
    """A line's rule; a "$" may also stand for itself, and a directory is open when its index.html is."""
    for pattern in {normal_pattern(value), normal_pattern(value.replace("$", "%24"))}:
        yield Rule(pattern, allow)
        if allow and pattern.endswith("/index.html"):
            yield Rule(pattern.removesuffix("index.html") + "$", allow)


def _seconds(value: str, *, otherwise: float | None) -> float | None:
    try:
        seconds = float(value[:32])
    except ValueError:
        return otherwise
    return min(seconds, MAX_CRAWL_DELAY_SECONDS) if math.isfinite(seconds) and seconds >= 0 else otherwise


def _directives(text: str) -> Iterator[tuple[str, str]]:
    """Field (lower case) and value of each line that has a field."""
    for line in text.splitlines():
        said = line.partition("#")[0].strip()
        directive = _directive(said) if said else None
        if directive:
            yield directive


def _directive(line: str) -> tuple[str, str] | None:
    """`field: value`; else, when the field is a known one, `field value`. A field that is unknown stays one."""
    field, colon, rest = line.partition(":")
    field = field.strip().lower()
    if colon and (field in _KNOWN or not rest or rest[0].isspace()):
        return field, rest.strip()
    words = line.split(None, 2)
    for count in (1, 2):
        name = " ".join(words[:count]).lower()
        if name in _KNOWN:
            value = line.split(None, count)[count:]
            return name, value[0] if value else ""
    return (field, rest.strip()) if colon else None
