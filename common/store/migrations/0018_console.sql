-- Version 18: who may sign in at the operators' pages, and who is signed in.

CREATE TABLE IF NOT EXISTS console_people (
    name              TEXT PRIMARY KEY NOT NULL,
    role              TEXT NOT NULL CHECK (role IN ('viewer', 'operator')),
    invite_hash       TEXT,
    invite_expires_at INTEGER,
    password          TEXT,
    created_at        INTEGER NOT NULL,
    last_at           INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS console_people_invited ON console_people (invite_hash) WHERE invite_hash IS NOT NULL;
CREATE TABLE IF NOT EXISTS console_sessions (
    token_hash TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
