-- Version 36: what operators say that shops' prices are in where the pages do not say it.
-- Serves programs of schema version 19 or newer: an older one leaves such prices in quarantine, as it always did.

CREATE TABLE IF NOT EXISTS shop_currencies (
    domain   TEXT PRIMARY KEY NOT NULL CHECK (length(domain) <= 253), -- registrable
    currency TEXT NOT NULL CHECK (length(currency) = 3),              -- ISO 4217
    told_at  INTEGER NOT NULL,
    told_by  TEXT NOT NULL
) WITHOUT ROWID;
