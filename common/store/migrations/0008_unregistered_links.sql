-- Version 8: which domains posts link to that are no shop here, so that an operator sees which one to name next.

CREATE TABLE IF NOT EXISTS unregistered_links (
    domain        TEXT PRIMARY KEY NOT NULL CHECK (length(domain) <= 253),
    posts         INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at  INTEGER NOT NULL
) WITHOUT ROWID;
