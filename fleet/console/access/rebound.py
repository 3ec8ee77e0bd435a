"""Whether a page elsewhere may have sent a request by a name of its own that it has made to lead here. Pure.

Whoever owns a name can let it lead to 127.0.0.1 (DNS rebinding). A browser then takes the console for a part of that
page: it asks in the page's name, reads the answers, and Origin and Host agree. It has no session of ours to send, but
could guess passwords, and spend the tries of this machine's address so that nobody signs in. Such a name has a dot in
it and is not the one that people were told.

With TLS of the console's own there is nothing to do: browsers refuse a certificate of another name.
"""

from __future__ import annotations

from ipaddress import ip_address

NOBODYS = (".localhost", ".ts.net")


def led_here(host: str | None, public_name: str | None) -> bool:
    """`host`: of the request's Host. `public_name`: the host in console.public_url, in lower case.

    An address, localhost, a name of one word (of this network) and those that Tailscale gives out lead nowhere at a
    stranger's wish. Programs that send no Host are no browsers."""
    name = _name_of(host or "").removesuffix(".")
    if "." not in name or name.endswith(NOBODYS) or name == public_name:
        return False
    try:
        ip_address(name)
    except ValueError:
        return True
    return False


def _name_of(host: str) -> str:
    """Without its port, in lower case; of an address in brackets nothing, since it is no name."""
    return "" if host.startswith("[") else host.partition(":")[0].lower()
