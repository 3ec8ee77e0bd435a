-- Version 17: what is doubted waits for a second sight, and a product's history may begin anew.
--
-- Everything recorded before is of the first generation and was recorded at first sight. No arrow is new: what waits takes
-- second_look, as volunteers' results do.

ALTER TABLE products ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
ALTER TABLE products ADD COLUMN anew_at INTEGER;
ALTER TABLE products ADD COLUMN flickers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE price_observations ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
ALTER TABLE price_observations ADD COLUMN first_seen_at INTEGER;

CREATE TABLE IF NOT EXISTS pending_results (
    lease_token  TEXT PRIMARY KEY NOT NULL,
    job_id       TEXT NOT NULL,
    product_key  TEXT NOT NULL,
    worker       TEXT NOT NULL,
    person       TEXT,
    doubt        TEXT NOT NULL CHECK (doubt IN ('PRICE_JUMPED', 'CURRENCY_CHANGED', 'PRICE_KIND_CHANGED', 'ANOTHER_PRODUCT')),
    title        TEXT,
    brand        TEXT,
    gtin         TEXT,
    image_url    TEXT,
    price_minor  INTEGER CHECK (price_minor > 0),
    currency     TEXT CHECK (length(currency) = 3),
    price_kind   TEXT,
    availability TEXT NOT NULL,
    result_json  TEXT NOT NULL,
    seen_at      INTEGER NOT NULL,
    CHECK ((price_minor IS NULL) = (currency IS NULL))
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS pending_results_by_job ON pending_results (job_id, seen_at);
CREATE INDEX IF NOT EXISTS pending_results_by_product ON pending_results (product_key);

-- Another product that an address shows now is no product found again.
DROP TRIGGER products_gone_changed;
CREATE TRIGGER IF NOT EXISTS products_gone_changed AFTER UPDATE OF gone_at ON products
WHEN (OLD.gone_at IS NULL) <> (NEW.gone_at IS NULL) AND NEW.generation = OLD.generation
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_minor, currency)
    VALUES (NEW.product_key, COALESCE(NEW.gone_at, NEW.last_seen_at),
            CASE WHEN NEW.gone_at IS NULL THEN 'found_again' ELSE 'gone' END, NEW.price_minor, NEW.currency);
END;
