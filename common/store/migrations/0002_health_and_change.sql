-- Version 2: recrawls that follow change, BROKEN links, products that are gone, and the health of shops.
--
-- What ended before this migration is not judged: each shop's health is read from its newest end onwards. Jobs of other
-- shops from before carry no registrable domain, so they follow `crawlfleet jobs pause other` and no single shop's switch.

ALTER TABLE crawl_jobs ADD COLUMN crawl_interval_ms INTEGER;
ALTER TABLE crawl_jobs ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE crawl_jobs ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE crawl_jobs ADD COLUMN broken_at INTEGER;

ALTER TABLE shops ADD COLUMN judged_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE shops ADD COLUMN read_to INTEGER NOT NULL DEFAULT 0;
UPDATE shops SET read_to = COALESCE((SELECT MAX(finished_at) FROM crawl_jobs j WHERE j.platform = shops.platform), 0);

ALTER TABLE products ADD COLUMN price_min_minor INTEGER;
ALTER TABLE products ADD COLUMN price_max_minor INTEGER;
ALTER TABLE products ADD COLUMN stock INTEGER;
ALTER TABLE products ADD COLUMN gone_at INTEGER;

CREATE TABLE IF NOT EXISTS shop_windows (
    shop        TEXT NOT NULL,
    number      INTEGER NOT NULL,
    begins_at   INTEGER NOT NULL,
    ends_at     INTEGER NOT NULL,
    pages       INTEGER NOT NULL,
    failed      INTEGER NOT NULL,
    zero_prices INTEGER NOT NULL,
    yielded     INTEGER NOT NULL,
    PRIMARY KEY (shop, number)
) WITHOUT ROWID;
