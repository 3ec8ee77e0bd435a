"""`[gateway]`: the volunteers' door, and how much each of their machines may take."""

from __future__ import annotations

from pydantic import Field, model_validator

from common.settings_tables.section import HostAndPort, PublicUrl, ServedSection, require_renewal_in_time


class GatewaySettings(ServedSection):
    """The volunteers' door."""

    listen: HostAndPort | None = Field(None, examples=["127.0.0.1:8787"])
    """`crawlfleet up` serves the door when this is set; `crawlfleet gateway` takes 127.0.0.1:8787 when it is not."""
    public_url: PublicUrl | None = Field(None, examples=["https://fleet.example"])
    """How volunteers reach it; invites name it."""
    tasks_per_day: int = Field(20_000, ge=1, le=10_000_000)
    """Of each machine, by UTC days."""
    leases_at_once: int = Field(32, ge=1, le=1000)
    """Of each machine."""
    requests_per_minute: int = Field(300, ge=10, le=100_000)
    """Of each machine, at each gateway."""
    connections_per_address: int = Field(256, ge=0, le=100_000)
    """At once, of addresses beyond this machine; 0: any number, for a proxy that stands elsewhere."""
    unconfirmed_per_day: int = Field(200, ge=1, le=1_000_000)
    """Tasks that a machine took and never said a word of; past it, it gets none until the next day."""
    released_per_day: int = Field(2000, ge=1, le=10_000_000)
    """Tasks that a machine gave back or lost, or whose report was refused."""
    oldest_version: str = Field("0.2.0", pattern=r"^[0-9]+(\.[0-9]+){0,3}$")
    # The length stands apart: a thousand repeated in the pattern took each start of a process 20 ms.
    release_url: str | None = Field(
        None,
        pattern=r"^https://[A-Za-z0-9][^\s\"'`$<>\\#]+$",
        max_length=1009,
        examples=["https://fleet.example/crawlfleet-0.2.0-py3-none-any.whl"],
    )
    """Where volunteers get the wheel; the page puts it into what they type."""
    release_sha256: str | None = Field(None, pattern=r"^[0-9a-f]{64}$", examples=["0123456789abcdef" * 4])
    """Of the wheel that volunteers install; shown on the page, and checked by pip beside `release_url`."""
    lease_seconds: float = Field(180.0, ge=30, le=600)
    renew_seconds: float = Field(50.0, ge=5, le=300)

    @model_validator(mode="after")
    def _renew_before_lease(self) -> GatewaySettings:
        require_renewal_in_time(self.renew_seconds, self.lease_seconds)
        return self
