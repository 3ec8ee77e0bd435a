-- Version 5: shops' health reads each attempt as it ends, and a lease under which no crawl began gives its attempt back.

CREATE INDEX IF NOT EXISTS job_events_ended ON job_events (at) WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED';

CREATE TABLE IF NOT EXISTS unbegun_leases (
    job_id      TEXT NOT NULL,
    lease_token TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (job_id, lease_token)
) WITHOUT ROWID;
