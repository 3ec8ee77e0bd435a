-- Version 22: the operators' proxies, how each stands, and which jobs may go no other way after a shop's refusal.
-- Serves programs of schema version 19 or newer: an older worker goes out from its own address, as it always did; the
-- first proxy is added once all workers that are to use it are upgraded.

CREATE TABLE IF NOT EXISTS proxies (
    name           TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    scheme         TEXT NOT NULL CHECK (scheme IN ('http', 'socks5')),
    host           TEXT NOT NULL,
    port           INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
    user           TEXT,
    password       TEXT,
    domains        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(domains)),
    switched_off_at INTEGER,
    switched_off_reason TEXT,
    added_at       INTEGER NOT NULL,
    added_by       TEXT NOT NULL,
    failures       INTEGER NOT NULL DEFAULT 0,
    times_off      INTEGER NOT NULL DEFAULT 0,
    off_until      INTEGER,
    answered       INTEGER NOT NULL DEFAULT 0,
    failed         INTEGER NOT NULL DEFAULT 0,
    mean_ms        INTEGER,
    last_used_at   INTEGER,
    last_failed_at INTEGER,
    last_error     TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS proxy_ties (
    job_id TEXT NOT NULL,
    domain TEXT NOT NULL,
    proxy  TEXT,
    until  INTEGER NOT NULL,
    PRIMARY KEY (job_id, domain)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS proxy_ties_over ON proxy_ties (until);
