-- Version 10: what operators did, and an index from which their lists and counts of jobs are answered.

CREATE INDEX IF NOT EXISTS crawl_jobs_listed ON crawl_jobs (updated_at DESC, id, status, platform, shop_id, error_code);
CREATE INDEX IF NOT EXISTS products_listed ON products (last_seen_at DESC, product_key);

CREATE TABLE IF NOT EXISTS operator_events (
    id       TEXT PRIMARY KEY NOT NULL,
    at       INTEGER NOT NULL,
    operator TEXT NOT NULL,
    through  TEXT NOT NULL,
    action   TEXT NOT NULL,
    target   TEXT NOT NULL,
    meant    INTEGER,
    done     INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS operator_events_by_time ON operator_events (at DESC, id);
