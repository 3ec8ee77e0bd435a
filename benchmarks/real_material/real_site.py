"""Saved answers under their own addresses, as routes of a local world."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from fleet.demo.server import Reply, Route

_NOT_FOUND = Reply(status=404, body=b"<html><title>404</title><h1>Not found</h1></html>")
_Asked = frozenset[tuple[str, str]]


class Site:
    """Answers by address. A query is matched by what the saved address names; the most exact one wins."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], list[tuple[_Asked, Reply]]] = {}

    def __contains__(self, url: str) -> bool:
        place, asked = _taken_apart(url)
        return any(known == asked for known, _ in self._answers.get(place, ()))

    def add(self, url: str, reply: Reply) -> None:
        """`reply` at `url`; the first one given for an address stays."""
        if url in self:
            return
        place, asked = _taken_apart(url)
        answers = self._answers.setdefault(place, [])
        answers.append((asked, reply))
        answers.sort(key=lambda answer: len(answer[0]), reverse=True)

    def routes(self) -> dict[tuple[str, str], Route]:
        return {place: _route(answers) for place, answers in self._answers.items()}


def _taken_apart(url: str) -> tuple[tuple[str, str], _Asked]:
    """Host and path as they stand in a request, and the pairs of the query."""
    address = httpx.URL(url)
    path, _, query = address.raw_path.decode().partition("?")
    return (address.host, path), frozenset(parse_qsl(query, keep_blank_values=True))


def _route(answers: list[tuple[_Asked, Reply]]) -> Route:
    def route(target: str) -> Reply:
        said = frozenset(parse_qsl(urlsplit(target).query, keep_blank_values=True))
        return next((reply for asked, reply in answers if asked <= said), _NOT_FOUND)

    return route


def json_reply(tree: Any, status: int = 200) -> Reply:
    return Reply(status, json.dumps(tree, ensure_ascii=False).encode(), "application/json")


def html_reply(path: Path) -> Reply:
    """A saved page. Its charset stays unsaid, as it does at many shops: the page's own bytes must tell."""
    return Reply(body=gzip.decompress(path.read_bytes()), content_type="text/html")


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
