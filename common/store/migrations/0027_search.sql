-- Version 27: the index of links and titles goes by the jobs' own row numbers, and knows products' keys and GTINs.
-- Serves programs of schema version 19 or newer: what version 26 made of it begins anew, and they look at every job meanwhile.
--
-- Both new tables begin empty, and the dispatcher that leads fills them, as it did theirs.

DELETE FROM job_texts;
DELETE FROM text_index;
CREATE TABLE IF NOT EXISTS search_texts (
    n    INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS search_place (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    up_to INTEGER NOT NULL,
    id    TEXT NOT NULL
);
