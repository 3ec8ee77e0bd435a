-- Version 23: tokens by which programs use the console's JSON API.
-- Serves programs of schema version 19 or newer: it only adds a table, which they do not know.

CREATE TABLE IF NOT EXISTS console_tokens (
    name       TEXT PRIMARY KEY NOT NULL,
    role       TEXT NOT NULL CHECK (role IN ('viewer', 'operator')),
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_at    INTEGER
) WITHOUT ROWID;
