"""What a person is told of a feed that was not read whole. Pure."""

from __future__ import annotations

from ingestor.sources.rss.apart import Reading


def read_in_part(reading: Reading, cut_bytes: int | None) -> str | None:
    """What of it was read; None when all was. `cut_bytes`: where it was cut; None when it came whole."""
    if reading.read >= reading.entries and cut_bytes is None:
        return None
    count = f"the newest {reading.read:,} of {reading.entries:,} entries"
    if reading.read >= reading.entries:
        count = f"{reading.entries:,} entries"
    late = ", for more there was no time (ingest.poll_timeout_seconds)" if reading.late else ""
    if cut_bytes is None:
        return count + late
    where = f", in its first {cut_bytes:,} bytes (fetch.max_wire_bytes, fetch.max_body_bytes)"
    lost = "; it begins with its oldest, so new ones are not reached" if reading.oldest_first else ""
    return f"{count}{late}{where}{lost}"
