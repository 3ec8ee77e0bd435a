"""What helps when a gateway's certificate is refused. By a wrong clock good ones are bad."""

from __future__ import annotations

from datetime import datetime

from common.output.unreached import NOT_TRUSTED


def what_helps(why: str, local: datetime) -> str | None:
    """One sentence for whoever lends the PC, without its full stop; None where it was no certificate. `why` holds what
    why_unreached said. `local`: this PC's clock."""
    if NOT_TRUSTED not in why:
        return None
    if "expired" in why or "not yet valid" in why:
        return (
            f"is it {local:%H:%M on %Y-%m-%d}, as this PC's clock says? If not, set the clock (by the network); else "
            "the gateway's certificate is at fault: tell the operator"
        )
    if "mismatch" in why:
        return (
            "somebody else answers there (the login page of this network, which a browser shows), or the gateway shows "
            "a certificate of another name: tell the operator"
        )
    return (
        "somebody else answers there (the login page of this network, which a browser shows), or the operator's "
        "certificates are their own: ask for the file of their authority, and name it to "
        "`crawlfleet join --ca-file FILE`"
    )
