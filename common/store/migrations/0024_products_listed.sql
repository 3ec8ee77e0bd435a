-- Version 24: what operators filter products by is looked up in the list's index alone.
-- Serves programs of schema version 19 or newer: they ask the same questions.

DROP INDEX IF EXISTS products_listed;
CREATE INDEX products_listed
    ON products (last_seen_at DESC, product_key, platform, shop_id, verdict, verdict_reason, gone_at);
