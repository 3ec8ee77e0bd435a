-- Version 37: products whose price waits for a currency have an index of their own, so that nobody reads the others.
-- Serves programs of schema version 19 or newer: they ask the same questions.

CREATE INDEX IF NOT EXISTS products_without_currency ON products (platform, shop_id, verdict_reason, gone_at)
    WHERE verdict_reason IN ('AMBIGUOUS_CURRENCY', 'NO_CURRENCY') AND gone_at IS NULL;
