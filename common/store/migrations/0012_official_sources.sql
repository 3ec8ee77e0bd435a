-- Version 12: shops' official interfaces: the calls of the whole fleet by the minute, and which of them want a pause.

CREATE TABLE official_calls (
    source TEXT NOT NULL,
    minute INTEGER NOT NULL,
    calls  INTEGER NOT NULL,
    PRIMARY KEY (source, minute)
) WITHOUT ROWID;
CREATE TABLE official_sources (
    source       TEXT PRIMARY KEY NOT NULL,
    paused_until INTEGER NOT NULL,
    pause_kind   TEXT CHECK (pause_kind IN ('RATE', 'PERSON')),
    pause_reason TEXT,
    pauses       INTEGER NOT NULL
) WITHOUT ROWID;
