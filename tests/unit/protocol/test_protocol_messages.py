"""What a volunteer and a gateway may say to each other: read strictly, bounded everywhere."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from common.protocol.base import MAX_TASKS, Leases
from common.protocol.invite_link import Invite, read_link
from common.protocol.joining import Join, hash_of, token_of
from common.protocol.refusals import Reason
from common.protocol.reports import Report
from common.protocol.tasks import Claim

SECRET = "s" * 43
LEASE = {"job_id": "a" * 26, "lease_token": SECRET}


def read(kind: type[BaseModel], value: object) -> Any:
    return kind.model_validate_json(json.dumps(value))


def report(**more: object) -> dict[str, object]:
    outcome = {**LEASE, "kind": "failure", "error_code": "TIMEOUT", "detail": "late", **more}
    return {"outcomes": [outcome]}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Claim, {"request_id": "0" * 32, "free": "4"}),
        (Claim, {"request_id": "0" * 32, "free": MAX_TASKS + 1}),
        (Claim, {"request_id": "0" * 32, "free": 1, "wait_seconds": 25.1}),
        (Claim, {"request_id": "A" * 32, "free": 1}),
        (Leases, {"leases": []}),
        (Leases, {"leases": [LEASE] * (MAX_TASKS + 1)}),
        (Leases, {"leases": [{**LEASE, "job_id": "../../etc/passwd"}]}),
        (Join, {"secret": SECRET, "nonce": SECRET, "name": "a\nb", "platform": "linux", "version": "1"}),
        (Join, {"secret": SECRET, "nonce": SECRET, "name": "a" * 201, "platform": "linux", "version": "1"}),
        (Report, report(error_code="NO_SUCH_CODE")),
        (Report, report(detail="x" * 2001)),
        (Report, report(retry_after_seconds=-1)),
        (Report, report(kind="other")),
        (Report, {"outcomes": [{**LEASE, "kind": "offer", "offer": {"price_minor": "12"}, "fetched_url": "https://a/",
                                "link": "https://a/"}]}),
    ],
)  # fmt: skip
def test_what_is_out_of_bounds_is_refused(kind: type[BaseModel], value: object) -> None:
    with pytest.raises(ValidationError):
        read(kind, value)


def test_a_field_of_a_newer_side_is_skipped() -> None:
    assert read(Claim, {"request_id": "0" * 32, "free": 1, "mood": "good"}).free == 1


def test_an_error_of_reading_tells_nothing_of_what_was_sent() -> None:
    with pytest.raises(ValidationError) as wrong:
        read(Join, {"secret": "hunter2", "nonce": SECRET, "name": "n", "platform": "p", "version": "1"})
    assert "hunter2" not in str(wrong.value)


def test_every_reason_has_a_status() -> None:
    assert {reason.status for reason in Reason} <= {200, 400, 401, 403, 404, 413, 426, 429, 503}


def test_a_link_is_read_back() -> None:
    invite = Invite("https://fleet.example:8443/door", SECRET)
    assert read_link(f"  {invite.link}\n") == invite
    assert SECRET not in repr(invite)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "fleet.example",
        f"ftp://fleet.example/#invite={SECRET}",
        f"https://fleet.example/?invite={SECRET}",
        f"https://me:pw@fleet.example/#invite={SECRET}",
        f"https://fleet.example/#invite={SECRET[1:]}",
        f"https://fleet.example:port/#invite={SECRET}",
        f"http://fleet..example/#invite={SECRET}",
        "https://fleet.example/",
    ],
)
def test_what_is_no_invite_is_refused_without_being_repeated(link: str) -> None:
    with pytest.raises(ValueError, match=r"it is|it does|it holds|the part") as refused:
        read_link(link)
    assert SECRET not in str(refused.value)


def test_a_machine_s_first_token_is_the_same_whenever_it_is_asked_for_and_nobody_elses() -> None:
    assert token_of(SECRET, "n" * 43) == token_of(SECRET, "n" * 43)
    assert len({token_of(SECRET, "n" * 43), token_of(SECRET, "m" * 43), token_of("t" * 43, "n" * 43)}) == 3
    assert len(token_of(SECRET, "n" * 43)) == 43
    assert hash_of(SECRET) != hash_of("t" * 43)
