-- Version 15: accounts are paused and polled on request, and what changed about products is on record.

ALTER TABLE feed_cursors ADD COLUMN paused_at INTEGER;
ALTER TABLE feed_cursors ADD COLUMN paused_reason TEXT;
ALTER TABLE feed_cursors ADD COLUMN poll_asked_at INTEGER;

-- What changed about products, newest last; the triggers below alone write it. A price is compared with one of its own kind
-- and currency only. `back`: out of stock before, in stock now.
CREATE TABLE IF NOT EXISTS product_changes (
    id                 INTEGER PRIMARY KEY,
    product_key        TEXT NOT NULL,
    at                 INTEGER NOT NULL,
    kind               TEXT NOT NULL CHECK (kind IN ('drop', 'rise', 'back', 'sold_out', 'gone', 'found_again')),
    price_before_minor INTEGER,
    price_minor        INTEGER,
    currency           TEXT
);
CREATE INDEX IF NOT EXISTS product_changes_by_time ON product_changes (at DESC, id DESC);
CREATE INDEX IF NOT EXISTS product_changes_of_product ON product_changes (product_key, at);

CREATE TRIGGER IF NOT EXISTS products_price_changed AFTER UPDATE OF price_minor ON products
WHEN NEW.price_minor <> OLD.price_minor AND NEW.currency = OLD.currency AND NEW.price_kind IS OLD.price_kind
     AND NEW.verdict_reason IS NOT 'UNCONFIRMED'
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_before_minor, price_minor, currency)
    VALUES (NEW.product_key, NEW.price_at, CASE WHEN NEW.price_minor < OLD.price_minor THEN 'drop' ELSE 'rise' END,
            OLD.price_minor, NEW.price_minor, NEW.currency);
END;

CREATE TRIGGER IF NOT EXISTS products_stock_changed AFTER UPDATE OF availability ON products
WHEN NEW.verdict_reason IS NOT 'UNCONFIRMED' AND (
    (OLD.availability = 'OUT_OF_STOCK' AND NEW.availability = 'IN_STOCK')
    OR (OLD.availability IN ('IN_STOCK', 'BACKORDER') AND NEW.availability = 'OUT_OF_STOCK'))
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_minor, currency)
    VALUES (NEW.product_key, NEW.last_seen_at, CASE NEW.availability WHEN 'IN_STOCK' THEN 'back' ELSE 'sold_out' END,
            NEW.price_minor, NEW.currency);
END;

CREATE TRIGGER IF NOT EXISTS products_gone_changed AFTER UPDATE OF gone_at ON products
WHEN (OLD.gone_at IS NULL) <> (NEW.gone_at IS NULL)
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_minor, currency)
    VALUES (NEW.product_key, COALESCE(NEW.gone_at, NEW.last_seen_at),
            CASE WHEN NEW.gone_at IS NULL THEN 'found_again' ELSE 'gone' END, NEW.price_minor, NEW.currency);
END;

-- The last result turned out to be of somebody who was set aside: what it changed did not happen.
CREATE TRIGGER IF NOT EXISTS products_change_doubted AFTER UPDATE OF verdict_reason ON products
WHEN NEW.verdict_reason = 'UNCONFIRMED' AND OLD.verdict_reason IS NOT 'UNCONFIRMED'
BEGIN
    DELETE FROM product_changes
    WHERE product_key = NEW.product_key AND at >= MIN(COALESCE(OLD.price_at, OLD.last_seen_at), OLD.last_seen_at);
END;
