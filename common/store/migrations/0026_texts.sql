-- Version 26: what an index of links and titles is made of, for a search that need not look at every job.
-- Serves programs of schema version 19 or newer: they look at every job, as before.
--
-- Both begin empty. The dispatcher that leads makes the index and fills it, some hundred jobs at a time; until it is through,
-- searches look at the rest one by one.

CREATE TABLE IF NOT EXISTS job_texts (
    n      INTEGER PRIMARY KEY,
    job_id TEXT NOT NULL UNIQUE,
    text   TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS text_index (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    up_to INTEGER NOT NULL,
    id    TEXT NOT NULL
);
