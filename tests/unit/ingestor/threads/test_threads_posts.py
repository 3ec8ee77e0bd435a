"""Threads payloads: posts, quotes, reposts, pages, and what each error answer means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from common.errors import SourceError
from common.net.client import Answer
from ingestor.sources.payload import Malformed
from ingestor.sources.threads.posts import (
    next_cursor,
    parse_page,
    parse_post,
    raise_for_error,
    regain_seconds,
    usage_percent,
)
from ingestor.sources.threads.token import DeadToken
from ingestor.sources.walk import StaleCursor

POST = {
    "id": "17900000000000001",
    "media_type": "TEXT_POST",
    "permalink": "https://www.threads.com/@oak.and.pine/post/Cabc",
    "username": "oak.and.pine",
    "text": "這個好用 https://shopee.tw/x-i.1.2",
    "timestamp": "2026-05-01T08:00:00+0000",
    "has_replies": True,
}


def answered(status: int = 200, body: bytes = b"{}", headers: Mapping[str, str] | None = None) -> Answer:
    return Answer("https://graph.threads.net/v1.0/me/threads", status, httpx.Headers(headers), body)


def error(code: int, status: int = 400, message: str = "no", *, headers: Mapping[str, str] | None = None) -> Answer:
    body = json.dumps({"error": {"message": message, "type": "OAuthException", "code": code}}).encode()
    return answered(status, body, headers)


def test_a_post_with_its_time_author_and_attachment() -> None:
    parsed = parse_post(POST | {"link_attachment_url": "https://shopee.tw/product/1/3"})
    assert parsed.post.id == "17900000000000001"
    assert parsed.post.author == "oak.and.pine"
    assert parsed.post.created_at_ms == 1_777_622_400_000
    assert parsed.post.urls == ("https://shopee.tw/product/1/3",)
    assert parsed.has_replies


def test_a_repost_facade_has_no_text_and_points_at_the_post() -> None:
    facade = {k: v for k, v in POST.items() if k != "text"} | {"media_type": "REPOST_FACADE"}
    parsed = parse_post(facade | {"reposted_post": {"id": "555"}})
    assert (parsed.post.text, parsed.inner_ids) == ("", ("555",))
    assert parse_post(facade).inner_ids == ()


def test_a_quoted_post_given_whole_is_inside() -> None:
    parsed = parse_post(POST | {"quoted_post": {"id": "7", "text": "see https://shopee.sg/product/4/5"}})
    assert [post.text for post in parsed.post.inner] == ["see https://shopee.sg/product/4/5"]
    assert parsed.inner_ids == ()


@pytest.mark.parametrize(
    "broken", [None, [], "text", {"text": "no id"}, POST | {"text": {"a": 1}}, POST | {"id": None}, POST | {"id": True}]
)
def test_a_broken_post_is_malformed(broken: Any) -> None:
    with pytest.raises(Malformed):
        parse_post(broken)


def test_a_broken_post_costs_only_itself() -> None:
    page = parse_page({"data": [POST, {"id": 5, "text": {}}, 7, POST | {"id": "2", "timestamp": "yesterday"}]})
    assert [item.post.id for item in page.items] == ["17900000000000001", "2"]
    assert page.items[1].at_ms is None
    assert page.skipped[0].source_post_id == "5"
    assert page.skipped[1].source_post_id.startswith("hash:")
    assert "text is an object" in page.skipped[0].reason


def test_an_answer_without_data_is_no_page() -> None:
    with pytest.raises(SourceError):
        parse_page({"id": "1"})


def test_the_last_page_has_no_next() -> None:
    cursors = {"cursors": {"before": "b", "after": "a"}}
    assert next_cursor({"data": [POST], "paging": cursors}) == "a"
    assert next_cursor({"data": [], "paging": cursors}) is None
    assert next_cursor({"data": [], "paging": cursors | {"next": "https://x"}}) == "a"
    assert next_cursor({"data": [POST]}) is None


@pytest.mark.parametrize("code", [4, 17, 32, 613])
def test_rate_limits_say_how_long_to_wait(code: int) -> None:
    with pytest.raises(SourceError) as caught:
        raise_for_error(error(code), secret="s3cret", paged=False, now_ms=0)
    assert caught.value.retry_after_seconds == 900
    assert not caught.value.needs_person
    usage = json.dumps({"123": [{"estimated_time_to_regain_access": 5}]})
    with pytest.raises(SourceError) as caught:
        told = error(code, 403, headers={"x-business-use-case-usage": usage})
        raise_for_error(told, secret="s3cret", paged=False, now_ms=0)
    assert caught.value.retry_after_seconds == 300


@pytest.mark.parametrize("code", [10, 200, 230])
def test_a_missing_permission_needs_a_person(code: int) -> None:
    with pytest.raises(SourceError, match="threads_profile_discovery") as caught:
        raise_for_error(error(code), secret="s3cret", paged=False, now_ms=0)
    assert caught.value.needs_person


def test_a_dead_token_needs_a_person_and_is_never_shown() -> None:
    answer = error(190, 401, "Error validating access token s3cret: expired")
    with pytest.raises(DeadToken) as caught:
        raise_for_error(answer, secret="s3cret", paged=False, now_ms=0)
    assert caught.value.needs_person
    assert "s3cret" not in str(caught.value)


def test_a_refused_page_cursor_is_told_apart_from_a_refused_account() -> None:
    with pytest.raises(StaleCursor):
        raise_for_error(error(100), secret="", paged=True, now_ms=0)
    with pytest.raises(SourceError) as caught:
        raise_for_error(error(100), secret="", paged=False, now_ms=0)
    assert caught.value.needs_person


def test_a_server_in_trouble_is_tried_again() -> None:
    with pytest.raises(SourceError) as caught:
        raise_for_error(answered(503, b"<html>"), secret="", paged=False, now_ms=0)
    assert not caught.value.needs_person


def test_usage_headers() -> None:
    headers = {"x-app-usage": '{"call_count": 85, "total_time": 12, "total_cputime": 3}'}
    assert usage_percent(answered(headers=headers)) == 85
    assert usage_percent(answered(headers={"x-app-usage": "nonsense"})) == 0
    assert regain_seconds(answered()) is None
