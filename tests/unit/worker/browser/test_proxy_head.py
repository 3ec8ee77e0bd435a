"""The head of a request to the browser's proxy: what is served, what is refused, what is passed on."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.ways.browser.proxy.head import BadHead, read_request


def head(*lines: str) -> bytes:
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def basic(secret: str) -> str:
    return "Proxy-Authorization: Basic " + base64.b64encode(f"page:{secret}".encode()).decode()


def test_a_tunnel_names_host_and_port() -> None:
    request = read_request(head("CONNECT Shop.Example.:443 HTTP/1.1", "Host: other.example:443"))
    assert (request.tunnel, request.host, request.port) == (True, "shop.example", 443)


def test_a_plain_request_is_passed_on_as_its_server_wants_it() -> None:
    request = read_request(
        head(
            "GET http://shop.example/a?b=1 HTTP/1.1", "Host: shop.example", basic("s"), "Connection: keep-alive", "A: b"
        )
    )
    assert (request.tunnel, request.host, request.port) == (False, "shop.example", 80)
    assert request.passed_on() == b"GET /a?b=1 HTTP/1.1\r\nHost: shop.example\r\nA: b\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("target", "host", "port"),
    [
        ("[::1]:443", "::1", 443),
        ("127.0.0.1:80", "127.0.0.1", 80),
        ("LOCALHOST:8080", "localhost", 8080),
    ],
)
def test_an_address_is_named_as_it_is(target: str, host: str, port: int) -> None:
    request = read_request(head(f"CONNECT {target} HTTP/1.1"))
    assert (request.host, request.port) == (host, port)


@pytest.mark.parametrize(
    "first",
    [
        "CONNECT shop.example HTTP/1.1",
        "CONNECT :443 HTTP/1.1",
        "CONNECT shop.example:99999 HTTP/1.1",
        "CONNECT user@shop.example:443 HTTP/1.1",
        "GET /path HTTP/1.1",
        "GET https://shop.example/ HTTP/1.1",
        "GET ftp://shop.example/ HTTP/1.1",
        "GET http://user:pass@shop.example/ HTTP/1.1",
        "GET http://shop.example/ HTTP/2",
        "GET  http://shop.example/ HTTP/1.1",
        "",
    ],
)
def test_what_is_none_is_refused(first: str) -> None:
    with pytest.raises(BadHead):
        read_request(head(first, "Host: shop.example"))


@pytest.mark.parametrize("line", ["no colon", " Folded: x", "Name : x", ": x", "A: b\nC: d"])
def test_a_header_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(BadHead):
        read_request(head("GET http://shop.example/ HTTP/1.1", line))


def test_the_secret_is_known_by_its_whole() -> None:
    def carries(*lines: str) -> bool:
        return read_request(head("CONNECT shop.example:443 HTTP/1.1", *lines)).carries("sesame")

    assert carries(basic("sesame"))
    assert not carries(basic("sesam"))
    assert not carries(basic("sesame1"))
    assert not carries()
    assert not carries("Proxy-Authorization: Bearer sesame")
    assert not carries("Proxy-Authorization: Basic !!!")
    assert not carries("Authorization: Basic " + basic("sesame").rpartition(" ")[2])


@pytest.mark.parametrize(
    ("lines", "length"),
    [((), 0), (("Content-Length: 12",), 12), (("Content-Length: -1",), None), (("Transfer-Encoding: chunked",), None)],
)
def test_a_body_has_a_known_length(lines: tuple[str, ...], length: int | None) -> None:
    request = read_request(head("POST http://shop.example/ HTTP/1.1", *lines))
    if length is None:
        with pytest.raises(BadHead):
            _ = request.body_bytes
    else:
        assert request.body_bytes == length


@given(st.binary(max_size=300))
def test_any_bytes_are_a_request_or_refused(said: bytes) -> None:
    for form in (said, b"CONNECT " + said + b" HTTP/1.1\r\n\r\n", b"GET http://" + said + b" HTTP/1.1\r\n\r\n"):
        try:
            request = read_request(form)
            _ = request.body_bytes
        except BadHead:
            continue
        assert request.host
        assert 0 <= request.port < 65_536
        if not request.tunnel:
            assert request.passed_on().count(b"\r\n\r\n") == 1
