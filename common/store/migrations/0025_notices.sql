-- Version 25: notifications: targets, rules, what was met and sent.
-- Serves programs of schema version 19 or newer: they ask for none of these tables.

-- Where notifications go. `url` is an address of Apprise's, which holds a secret: nothing shows it again.
CREATE TABLE IF NOT EXISTS notice_targets (
    name          TEXT PRIMARY KEY NOT NULL,
    url           TEXT NOT NULL,
    added_at      INTEGER NOT NULL,
    failures      INTEGER NOT NULL DEFAULT 0,       -- tries in a row that failed
    failing_since INTEGER,
    last_error    TEXT,
    last_sent_at  INTEGER,
    not_before    INTEGER NOT NULL DEFAULT 0        -- after a try that failed: none before this
) WITHOUT ROWID;

-- What is told, of which products or shops, to whom and when. Minutes of a day are wall time in `zone`.
CREATE TABLE IF NOT EXISTS notice_rules (
    id             INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: notices keep it
    asked          TEXT NOT NULL UNIQUE,            -- of the command that added it, so that a second send adds nothing
    kind           TEXT NOT NULL CHECK (kind IN ('price-below', 'price-drop', 'back-in-stock', 'gone', 'shop-off',
                                                 'feed-failing', 'dead-letters', 'nothing-recorded')),
    target         TEXT NOT NULL,
    product_key    TEXT,                            -- NULL, and shop NULL: all
    shop           TEXT,                            -- a platform, or <platform>/<shop id>
    below_minor    INTEGER,
    currency       TEXT,
    by_percent     INTEGER,
    least          INTEGER,
    zone           TEXT NOT NULL DEFAULT 'UTC',
    quiet_from     INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to       INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
    digest_minutes INTEGER CHECK (digest_minutes > 0),
    digest_at      INTEGER CHECK (digest_at BETWEEN 0 AND 1439),
    off_at         INTEGER,                         -- an operator switched it off
    added_at       INTEGER NOT NULL,
    added_by       TEXT NOT NULL,
    read_to        INTEGER NOT NULL                 -- product_changes up to this one were looked at
);

-- A row of product_changes that is taken back may leave its number to the next.
CREATE TRIGGER IF NOT EXISTS product_changes_taken_back AFTER DELETE ON product_changes
BEGIN
    UPDATE notice_rules SET read_to = (SELECT COALESCE(MAX(id), 0) FROM product_changes)
    WHERE read_to > (SELECT COALESCE(MAX(id), 0) FROM product_changes);
END;

-- What rules met, each event once for a rule, and what became of its message. The row stands before a message is tried.
CREATE TABLE IF NOT EXISTS notices (
    rule     INTEGER NOT NULL,
    event    TEXT NOT NULL,                         -- names the event for ever
    kind     TEXT NOT NULL,
    target   TEXT NOT NULL,
    at       INTEGER NOT NULL,                      -- of the event
    noted_at INTEGER NOT NULL,
    line     TEXT NOT NULL,
    state    TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unsure')),
    due_at   INTEGER NOT NULL,
    message  TEXT,                                  -- of the last try; the rows of one message share it
    tries    INTEGER NOT NULL DEFAULT 0,
    tried_at INTEGER,
    error    TEXT,
    PRIMARY KEY (rule, event)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS notices_open ON notices (state, rule, due_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX IF NOT EXISTS notices_of_message ON notices (message) WHERE message IS NOT NULL;
CREATE INDEX IF NOT EXISTS notices_by_time ON notices (noted_at DESC, rule, event);

-- States of the fleet that a rule looks for and that hold now, since when.
CREATE TABLE IF NOT EXISTS notice_conditions (
    rule     INTEGER NOT NULL,
    subject  TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    held_at  INTEGER NOT NULL,
    PRIMARY KEY (rule, subject)
) WITHOUT ROWID;
