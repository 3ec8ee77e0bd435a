"""Which addresses somebody's home may connect to on a stranger's word: public unicast ones, and nothing else.

`refuse_reason` is pure and stricter than `ipaddress.is_global`: that one lets pass what merely carries another address
inside (NAT64, 6to4, Teredo, IPv4-mapped) and anything IANA has not yet given out. One address that looks public is
Azure's own: each machine there reaches its host's services by it, and those hand out the machine's settings.

`Guard` refuses this machine's own addresses too and what is directly reachable beside them, global ones among them
(own_networks.py).

Limits: a router's outer address stands on no interface of this machine, so it is not refused. On a network that reaches
IPv4 only through NAT64, names with synthesised 64:ff9b:: answers are refused too. A network's own NAT64 prefix is known
to nobody but its resolver: nat64.py asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from common.addresses import network_named
from common.errors import ConfigError, CrawlError, ErrorCode
from common.net.own_networks import OwnNetworks
from common.output.no_handles import no_handles_left

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_REFUSED_V4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(network), reason)
    for network, reason in (
        ("0.0.0.0/32", "unspecified"),
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared address space (carrier NAT, Tailscale)"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "a cloud's own services"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "IETF protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.31.196.0/24", "AS112"),
        ("192.52.193.0/24", "AMT relay"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("192.175.48.0/24", "AS112"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("255.255.255.255/32", "broadcast"),
        ("240.0.0.0/4", "reserved"),
    )
)

_REFUSED_V6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(network), reason)
    for network, reason in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("::ffff:0:0/96", "IPv4-mapped"),
        ("::ffff:0:0:0/96", "IPv4-translated"),
        ("::/96", "IPv4-compatible"),
        ("64:ff9b::/96", "NAT64"),
        ("64:ff9b:1::/48", "local NAT64"),
        ("100::/64", "discard-only"),
        ("100:0:0:1::/64", "dummy prefix"),
        ("2001::/32", "Teredo"),
        ("2001:2::/48", "benchmarking"),
        ("2001:10::/28", "ORCHID"),
        ("2001:20::/28", "ORCHIDv2"),
        ("2001::/23", "IETF protocol assignments"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("2620:4f:8000::/48", "AS112"),
        ("3fff::/20", "documentation"),
        ("5f00::/16", "segment routing"),
        ("fc00::/7", "unique local"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "site-local"),
        ("ff00::/8", "multicast"),
    )
)

_GLOBAL_UNICAST_V6 = IPv6Network("2000::/3")


def refuse_reason(address: str | Address) -> str | None:
    """Why nobody may connect to `address`; None when it is public unicast.

    Takes an address in its usual notation, without brackets. What is not an address is refused too.
    """
    if isinstance(address, str):
        if "%" in address:
            return "has a zone id"
        try:
            address = ip_address(address)
        except ValueError:
            return "no IP address"
    if isinstance(address, IPv4Address):
        return next((reason for network, reason in _REFUSED_V4 if address in network), None)
    if address.scope_id is not None:
        return "has a zone id"
    for network, reason in _REFUSED_V6:
        if address in network:
            return reason
    return None if address in _GLOBAL_UNICAST_V6 else "not global unicast"


class Guard:
    """`refuse_reason` and this machine's own networks, with the exceptions that an operator named in
    `fetch.allow_addresses`.
    """

    def __init__(self, allow_addresses: Iterable[str] = (), *, own: OwnNetworks | None = None) -> None:
        """Raises ConfigError for an entry that is neither an address nor a network."""
        self.allowed: tuple[Network, ...] = tuple(_network(text) for text in allow_addresses)
        self._own = own or OwnNetworks()

    def excepted(self, address: str) -> bool:
        """Whether the operator named this very address (not one that carries it inside)."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed.version == network.version and parsed in network for network in self.allowed)

    def refuse_reason(self, address: str) -> str | None:
        """Why nobody may connect to `address`; None when it may be fetched.

        Raises CrawlError (INTERNAL_ERROR, NO_MEANS) while this machine's own addresses cannot be read: nobody knows
        then what is one's own, and it is no fault of the address.
        """
        return None if self.excepted(address) else refuse_reason(address) or self._own_reason(address)

    def _own_reason(self, address: str) -> str | None:
        parsed = ip_address(address)
        try:
            own = self._own.networks()
        except OSError as error:
            spent = no_handles_left(error)
            code = ErrorCode.NO_MEANS if spent else ErrorCode.INTERNAL_ERROR
            raise CrawlError(code, f"this machine's own addresses cannot be read: {spent or error}") from error
        if any(parsed.version == network.version and parsed in network for network in own):
            return "this machine's own network"
        return None


def _network(text: str) -> Network:
    try:
        return network_named(text)
    except ValueError as error:
        raise ConfigError(f'fetch.allow_addresses: {error}; write for example "127.0.0.1".') from None
