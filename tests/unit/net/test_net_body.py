"""Bodies: counted before and after inflating, whatever way they are cut into chunks."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import CrawlError, ErrorCode
from common.net.answer.body import Limits, read_body

LIMITS = Limits(wire_bytes=100_000, body_bytes=1_000_000)


async def chunks(data: bytes, size: int) -> AsyncIterator[bytes]:
    for at in range(0, len(data), size):
        yield data[at : at + size]


async def read(
    data: bytes, coding: str = "", limits: Limits = LIMITS, size: int = 1000, announced: int | None = None
) -> bytes:
    length = {} if announced is None else {"content-length": str(announced)}
    return (await read_body(httpx.Headers({"content-encoding": coding, **length}), chunks(data, size), limits)).content


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@given(st.binary(max_size=5_000), st.integers(1, 700), st.sampled_from(["", "gzip", "x-gzip", "deflate", "raw"]))
async def test_every_coding_in_any_chunks(data: bytes, size: int, coding: str) -> None:
    packed = {
        "": data,
        "gzip": gzip.compress(data),
        "x-gzip": gzip.compress(data),
        "deflate": zlib.compress(data),
        "raw": raw_deflate(data),
    }[coding]
    assert await read(packed, coding.replace("raw", "deflate"), size=size) == data


@pytest.mark.parametrize("size", [1, 7, 64, 100_000])
async def test_gzip_members_and_padding(size: int) -> None:
    packed = gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress(b"two" * 1000) + b"\0" * 9
    assert await read(packed, "gzip", size=size) == b"one " + b"two" * 1000


async def test_a_large_page_inflates_whole() -> None:
    data = b"0123456789" * 99_000
    assert await read(gzip.compress(data), "gzip", size=65_536) == data


async def refusal(data: bytes, coding: str = "", *, announced: int | None = None) -> str:
    with pytest.raises(CrawlError) as caught:
        await read(data, coding, announced=announced)
    assert caught.value.code is ErrorCode.INVALID_RESPONSE
    return caught.value.detail


async def test_limits() -> None:
    assert "on the wire" in await refusal(b"x" * 100_001)
    assert "more than 1000000 bytes" in await refusal(gzip.compress(b"\0" * 1_000_001), "gzip")
    assert await read(gzip.compress(b"\0" * 1_000_000), "gzip") == b"\0" * 1_000_000
    assert "100001 bytes announced" in await refusal(b"", announced=100_001)


async def test_damaged_truncated_and_unknown_codings() -> None:
    whole = gzip.compress(bytes(range(256)) * 20)
    assert "ends too early" in await refusal(whole[:-5], "gzip")
    assert "ends too early" in await refusal(zlib.compress(b"hello")[:-1], "deflate")
    assert "damaged" in await refusal(b"\x1f\x8b\x08\xff not gzip", "gzip")
    assert "damaged" in await refusal(whole[:-8] + b"\0" * 8, "gzip")
    assert "not understood" in await refusal(b"x", "br")
    assert "not understood" in await refusal(whole, "gzip, gzip")


async def test_cut_keeps_what_came_before_the_limit() -> None:
    cut = Limits(wire_bytes=500, body_bytes=400, cut=True)
    assert await read(b"a" * 10_000, limits=cut, size=100) == b"a" * 400
    assert await read(gzip.compress(b"a" * 10_000), "gzip", limits=cut) == b"a" * 400
    assert await read(b"a" * 10, limits=cut, announced=9_999_999) == b"a" * 10
    long = Limits(wire_bytes=500, body_bytes=10_000, cut=True)
    assert await read(b"a" * 10_000, limits=long, size=100) == b"a" * 500, "cut by what is on the wire, too"
    for data, whole in ((b"a" * 400, True), (b"a" * 600, False)):
        body = await read_body(httpx.Headers(), chunks(data, 100), long)
        assert body.cut is not whole


async def test_no_content_needs_no_coding() -> None:
    assert await read(b"", "gzip") == b""
