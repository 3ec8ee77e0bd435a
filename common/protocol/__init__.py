"""What a gateway and a volunteer's worker say to each other: JSON over HTTPS under /v1. docs/protocol.md shows it.

Every text and list has a bound; what passes it is refused, not cut. A field that one side does not know is skipped, so
that an older worker and a newer gateway understand each other.
"""
