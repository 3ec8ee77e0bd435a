"""Where bytes may go unencrypted: this machine itself, and Tailscale's own interface, which encrypts what it carries.

100.64.0.0/10 alone says nothing: elsewhere that range is a carrier's NAT, shared with strangers. So an address of it
counts only when the system would send to it from an address of Tailscale's own interface.

Tailscale's ranges: https://tailscale.com/kb/1015/100.x-addresses and https://tailscale.com/kb/1033/ip-and-dns-addresses.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection, Mapping
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

import psutil

from common.errors import CleartextRefused

Interfaces = Mapping[str, Collection[str]]
"""An interface's name → its IP addresses, without zone ids."""

TAILSCALE_V4 = IPv4Network("100.64.0.0/10")
TAILSCALE_V6 = IPv6Network("fd7a:115c:a1e0::/48")


def own_interfaces() -> Interfaces:
    """This machine's interfaces now. Linux, macOS and Windows."""
    families = (socket.AF_INET, socket.AF_INET6)
    return {
        name: [one.address.split("%")[0] for one in addresses if one.family in families]
        for name, addresses in psutil.net_if_addrs().items()
    }


def source_of(address: str) -> str | None:
    """The own address that the system would send from; None when there is no way there. Sends nothing."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def may_be_cleartext(
    address: str,
    *,
    interfaces: Callable[[], Interfaces] = own_interfaces,
    source: Callable[[str], str | None] = source_of,
) -> bool:
    """Whether cleartext to `address` (a literal, no name) stays on this machine or inside Tailscale."""
    try:
        target = ip_address(address)
    except ValueError:
        return False
    if isinstance(target, IPv6Address) and target.ipv4_mapped is not None:
        target = target.ipv4_mapped
    if target.is_loopback:
        return True
    if target not in TAILSCALE_V4 and target not in TAILSCALE_V6:
        return False
    sent_from = source(str(target))
    return any(
        sent_from in addresses for name, addresses in interfaces().items() if is_tailscale(name, frozenset(addresses))
    )


def in_tailscale_range(address: str) -> bool:
    target = ip_address(address)
    return target in TAILSCALE_V4 or target in TAILSCALE_V6


def is_tailscale(name: str, addresses: Collection[str]) -> bool:
    """Tailscale's interface: it has an address of Tailscale's own IPv6 range, or both its name and its IPv4 range.

    On macOS the name is only utunN, so the addresses decide.
    """
    parsed = [ip_address(address) for address in addresses]
    if any(address in TAILSCALE_V6 for address in parsed):
        return True
    return name.lower().startswith("tailscale") and any(address in TAILSCALE_V4 for address in parsed)


async def cleartext_addresses(host: str, port: int, *, setting: str) -> list[str]:
    """The addresses of `host` that cleartext may go to, in the order to try.

    Connect to these very ones: asked again, a name may answer otherwise.

    `setting` names what an operator can say to allow it all the same. Raises CleartextRefused when no address of `host`
    may be reached so, and OSError when it has none.
    """
    loop = asyncio.get_running_loop()
    answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in answers))
    if allowed := [address for address in addresses if may_be_cleartext(address)]:
        return allowed
    raise CleartextRefused(
        f"{host}:{port} is {', '.join(addresses)}: neither this machine nor reached through Tailscale's own interface, "
        "so the password and all work would cross the network readable and forgeable. Use TLS or Tailscale, or say "
        f"{setting} = true when the network in between is yours alone.",
        may_pass=any(in_tailscale_range(address) for address in addresses),
    )
