-- Version 13: shops of the open web that operators added by command, beside those that the settings name.

CREATE TABLE IF NOT EXISTS shop_domains (
    domain   TEXT PRIMARY KEY NOT NULL CHECK (length(domain) <= 253),
    added_at INTEGER NOT NULL,
    added_by TEXT NOT NULL
) WITHOUT ROWID;
