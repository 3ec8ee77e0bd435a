"""What rounds of the dispatcher came to."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(slots=True)
class DispatchSummary:
    """What one round did, or all rounds added up."""

    leading: bool = False
    published: int = 0
    refused: int = 0
    unavailable: int = 0
    reaped: int = 0
    buried: int = 0
    recrawled: int = 0
    more: bool = False

    def add(self, other: DispatchSummary) -> None:
        for name, value in asdict(other).items():
            current = getattr(self, name)
            setattr(self, name, value if isinstance(value, bool) else current + value)

    def line(self) -> str:
        if not self.leading:
            return "dispatch: another dispatcher leads and publishes; nothing was done here"
        return (
            f"dispatch: {self.published} published, {self.refused} refused, {self.unavailable} unavailable, "
            f"{self.reaped} leases reaped, {self.buried} buried, {self.recrawled} due for recrawl"
        )
