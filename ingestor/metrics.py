"""What the ingestor counts."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

polls = Counter("crawlfleet_ingestor_polls_total", "Polls of one account, by how they ended", ["source", "outcome"])
posts = Counter("crawlfleet_ingestor_posts_total", "Posts read", ["source"])
links = Counter("crawlfleet_ingestor_links_total", "Shop links found in posts", ["source", "platform"])
unregistered = Counter(
    "crawlfleet_ingestor_unregistered_links_total", "Links in posts to domains that are no shop here", ["source"]
)
jobs_added = Counter("crawlfleet_ingestor_jobs_added_total", "Jobs added: links that no earlier post had", ["source"])
sightings_added = Counter(
    "crawlfleet_ingestor_sightings_added_total", "Sightings added: posts that name a link", ["source"]
)
skipped = Counter(
    "crawlfleet_ingestor_posts_skipped_total", "Posts that could not be read, by reason", ["source", "reason"]
)
left_out = Counter(
    "crawlfleet_ingestor_links_left_out_total",
    "Links not taken: beyond a post's limit, or waiting for the next day beyond the account's",
    ["source", "limit"],
)
failures = Counter(
    "crawlfleet_ingestor_poll_failures_total", "Polls that failed, by kind of failure", ["source", "kind"]
)
short_links = Counter("crawlfleet_ingestor_short_links_total", "Short links, by how expanding them ended", ["outcome"])
poll_seconds = Histogram("crawlfleet_ingestor_poll_seconds", "Seconds one poll took", ["source"])
