-- Version 6: volunteers: persons, their machines, and the leases that gateways give to them.

-- A volunteer: one person, one invite. Secrets stand here as hashes only.
CREATE TABLE IF NOT EXISTS persons (
    id              TEXT PRIMARY KEY NOT NULL,
    name            TEXT NOT NULL,
    secret_hash     TEXT NOT NULL UNIQUE,           -- of the invite's secret
    machines_max    INTEGER NOT NULL CHECK (machines_max >= 1), -- joined in all; leaving returns no place
    expires_at      INTEGER NOT NULL,               -- of the invite: nobody joins afterwards
    trusted         INTEGER NOT NULL DEFAULT 0 CHECK (trusted IN (0, 1)), -- the operator's own: no second looks
    tasks_per_day   INTEGER CHECK (tasks_per_day >= 0),  -- of each machine; NULL: the gateway's setting
    leases_at_once  INTEGER CHECK (leases_at_once >= 0), -- of each machine; NULL: the gateway's setting
    created_at      INTEGER NOT NULL,
    paused_at       INTEGER,
    paused_reason   TEXT,
    revoked_at      INTEGER
) WITHOUT ROWID;

-- A volunteer's PC. It leaves by itself or is revoked; its row stays.
CREATE TABLE IF NOT EXISTS machines (
    id               TEXT PRIMARY KEY NOT NULL,
    person           TEXT NOT NULL,
    name             TEXT NOT NULL,
    platform         TEXT NOT NULL,
    version          TEXT NOT NULL,
    join_hash        TEXT NOT NULL UNIQUE,          -- of the nonce it joined with
    token_hash       TEXT NOT NULL UNIQUE,
    token_expires_at INTEGER NOT NULL,
    next_token_hash  TEXT UNIQUE,                   -- given out, not used yet; the old one is good until it is
    joined_at        INTEGER NOT NULL,
    paused_at        INTEGER,
    revoked_at       INTEGER,
    left_at          INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS machines_of_person ON machines (person);

-- Leases that gateways gave to machines. `lease_token` as crawl_jobs has it: made of the machine and of the token that
-- the machine holds, so that no other machine can name it.
CREATE TABLE IF NOT EXISTS gateway_leases (
    lease_token  TEXT PRIMARY KEY NOT NULL,
    job_id       TEXT NOT NULL,
    machine      TEXT NOT NULL,
    person       TEXT NOT NULL,
    request_id   TEXT NOT NULL,                     -- of the claim; the same one is answered with the same leases
    claimed_at   INTEGER NOT NULL,
    confirmed_at INTEGER,                           -- the machine renewed or reported: it knows of the task
    ended_at     INTEGER,
    ended_as     TEXT CHECK (ended_as IN ('recorded', 'refused', 'released', 'unconfirmed', 'lost')),
    reason       TEXT,                              -- of a refusal
    CHECK ((ended_at IS NULL) = (ended_as IS NULL))
) WITHOUT ROWID;
-- The leases that live: by machine, and those that nobody confirmed.
CREATE INDEX IF NOT EXISTS gateway_leases_live ON gateway_leases (machine, request_id) WHERE ended_at IS NULL;
CREATE INDEX IF NOT EXISTS gateway_leases_ended ON gateway_leases (ended_at) WHERE ended_at IS NOT NULL;
-- Who gave a job up does not get it again soon.
CREATE INDEX IF NOT EXISTS gateway_leases_given_up ON gateway_leases (job_id)
    WHERE ended_as IN ('released', 'refused', 'unconfirmed', 'lost');

-- What each machine did on each day (UTC, days since 1970). Requests and bytes are its own word.
CREATE TABLE IF NOT EXISTS machine_days (
    machine     TEXT NOT NULL,
    day         INTEGER NOT NULL,
    tasks       INTEGER NOT NULL DEFAULT 0,
    recorded    INTEGER NOT NULL DEFAULT 0,         -- pages read
    failed      INTEGER NOT NULL DEFAULT 0,         -- pages not read
    refused     INTEGER NOT NULL DEFAULT 0,
    released    INTEGER NOT NULL DEFAULT 0,
    unconfirmed INTEGER NOT NULL DEFAULT 0,
    lost        INTEGER NOT NULL DEFAULT 0,
    requests    INTEGER NOT NULL DEFAULT 0,
    bytes       INTEGER NOT NULL DEFAULT 0,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (machine, day)
) WITHOUT ROWID;
