-- Version 9: a product's GTIN, and what its page said beside the price (rating, category, condition …), as JSON in one column.
--
-- Products that were recorded before have neither until they are crawled again.

ALTER TABLE products ADD COLUMN gtin TEXT;
ALTER TABLE products ADD COLUMN details_json TEXT;
