-- Version 3: a product of the open web is its shop's (the registrable domain is part of its key), links are limited for
-- each post and for each account and day, and due jobs are taken from all accounts in turn.
--
-- Before, <other:any:productID> was one product for every shop that used the number: the later page rewrote the earlier
-- one's product and went on with its history. What was written into one history cannot be told apart by its prices; each
-- observation names its job, though, and the job's link names the shop. So:
--   - an observation goes to the shop of its job's link; without such a job, to the shop of the product it stands under
--   - a product that one shop alone wrote gets its new key and stays as it is
--   - a product that several shops wrote is made anew for each of them: what its last page said from the job's result, its
--     price from its own last observation. Nothing says whose the rest was (ranges, a brand that only one page stated)
--   - two hosts of one registrable domain that had one SKU become one product; the row seen last stays
-- SQLite knows no public suffixes: :hosts is [[host with port, host, registrable domain], …] for every link that is
-- needed, made by hosts.py. A link that came meanwhile fails the batch (NOT NULL below), and the next run goes on.

ALTER TABLE feed_cursors ADD COLUMN links_day INTEGER;
ALTER TABLE feed_cursors ADD COLUMN links_in_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed_cursors ADD COLUMN day_spent_at INTEGER;
ALTER TABLE feed_skips ADD COLUMN links_left_out INTEGER NOT NULL DEFAULT 0;

DROP INDEX crawl_jobs_new;
CREATE INDEX crawl_jobs_new ON crawl_jobs (platform, priority DESC, source, source_account, updated_at, id)
    WHERE status = 'NEW';

CREATE TABLE moving_hosts (netloc TEXT PRIMARY KEY NOT NULL, host TEXT NOT NULL, domain TEXT NOT NULL);
INSERT INTO moving_hosts
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(:hosts);

-- What each job's last result is about: `named` is id:<item id> or sku:<SKU>, NULL when the page named neither.
CREATE TABLE moving_jobs (job_id TEXT PRIMARY KEY NOT NULL, domain TEXT NOT NULL, named TEXT);
INSERT INTO moving_jobs
SELECT j.id, h.domain, COALESCE('id:' || NULLIF(json_extract(j.told, '$.offer.item_id'), ''),
                                'sku:' || NULLIF(json_extract(j.told, '$.offer.sku'), ''))
FROM (SELECT id, CASE WHEN json_valid(result_json) THEN result_json END AS told,
             substr(url_norm, instr(url_norm, '://') + 3) || '/' AS address
      FROM crawl_jobs WHERE platform = 'other' AND result_json IS NOT NULL) AS j
LEFT JOIN moving_hosts h ON h.netloc = substr(j.address, 1, instr(j.address, '/') - 1);
CREATE INDEX moving_jobs_named ON moving_jobs (named);

CREATE TABLE moving_products (old_key TEXT PRIMARY KEY NOT NULL, domain TEXT NOT NULL, named TEXT NOT NULL);
INSERT INTO moving_products
SELECT p.product_key, h.domain,
       CASE WHEN substr(p.product_key, 1, 10) = 'other:any:' THEN 'id:' || substr(p.product_key, 11)
            WHEN substr(p.product_key, 11, length(h.host) + 1) = h.host || ':'
            THEN 'sku:' || substr(p.product_key, 11 + length(h.host) + 1)
            ELSE 'sku:' || substr(p.product_key, 11) END
FROM (SELECT product_key, substr(url_norm, instr(url_norm, '://') + 3) || '/' AS address
      FROM products WHERE substr(product_key, 1, 10) IN ('other:any:', 'other:sku:')) AS p
LEFT JOIN moving_hosts h ON h.netloc = substr(p.address, 1, instr(p.address, '/') - 1);

CREATE INDEX moving_products_named ON moving_products (named, domain);

CREATE TABLE moving_mixed (old_key TEXT PRIMARY KEY NOT NULL);
INSERT INTO moving_mixed
SELECT m.old_key FROM moving_products m
WHERE EXISTS (SELECT 1 FROM price_observations o JOIN moving_jobs j ON j.job_id = o.job_id
              WHERE o.product_key = m.old_key AND j.domain <> m.domain)
   OR (substr(m.named, 1, 3) = 'id:'
       AND EXISTS (SELECT 1 FROM moving_jobs j WHERE j.named = m.named AND j.domain <> m.domain));

UPDATE price_observations
SET product_key = (
    SELECT 'other:' || COALESCE((SELECT j.domain FROM moving_jobs j WHERE j.job_id = price_observations.job_id), m.domain)
           || ':' || m.named
    FROM moving_products m WHERE m.old_key = price_observations.product_key)
WHERE product_key IN (SELECT old_key FROM moving_products);

DELETE FROM products WHERE product_key IN (SELECT old_key FROM moving_mixed);
UPDATE products
SET first_seen_at = (
    SELECT MIN(q.first_seen_at) FROM moving_products a
    JOIN moving_products b ON b.domain = a.domain AND b.named = a.named
    JOIN products q ON q.product_key = b.old_key
    WHERE a.old_key = products.product_key)
WHERE product_key IN (SELECT old_key FROM moving_products);
DELETE FROM products
WHERE product_key IN (
    SELECT old_key FROM (
        SELECT m.old_key, ROW_NUMBER() OVER (PARTITION BY m.domain, m.named ORDER BY p.last_seen_at DESC, m.old_key) AS place
        FROM moving_products m JOIN products p ON p.product_key = m.old_key)
    WHERE place > 1);
UPDATE products
SET product_key = (SELECT 'other:' || m.domain || ':' || m.named FROM moving_products m WHERE m.old_key = products.product_key)
WHERE product_key IN (SELECT old_key FROM moving_products);

-- A row for each shop whose product is gone with a mixed one: from the job that saw it last (`own` = 1: the job's present
-- result is about it) and from its last observation.
INSERT INTO products (product_key, platform, region, item_id, shop_id, sku, url, url_norm, title, brand, seller, image_url,
                      price_minor, currency, list_price_minor, price_kind, availability, verdict, verdict_reason, job_id,
                      content_hash, first_seen_at, last_seen_at, price_at, gone_at)
SELECT w.product_key, 'other', 'any', json_extract(w.told, '$.offer.item_id'), json_extract(w.told, '$.offer.shop_id'),
       json_extract(w.told, '$.offer.sku'), COALESCE(json_extract(w.told, '$.offer.url'), j.url_norm), j.url_norm,
       json_extract(w.told, '$.offer.title'), json_extract(w.told, '$.offer.brand'), json_extract(w.told, '$.offer.seller'),
       json_extract(w.told, '$.offer.image_url'), o.price_minor, o.currency, o.list_price_minor, o.price_kind,
       COALESCE(json_extract(w.told, '$.offer.availability'), o.availability, 'UNKNOWN'),
       COALESCE(json_extract(w.told, '$.verdict.status'), 'ok'), json_extract(w.told, '$.verdict.reason'), j.id,
       CASE WHEN w.told IS NOT NULL THEN j.content_hash END,
       COALESCE((SELECT MIN(f.observed_at) FROM price_observations f WHERE f.product_key = w.product_key),
                j.finished_at, j.updated_at),
       COALESCE(j.finished_at, o.observed_at, j.updated_at), o.observed_at, CASE WHEN j.gone >= 3 THEN j.finished_at END
FROM (
    SELECT product_key, job_id, told, ROW_NUMBER() OVER (PARTITION BY product_key ORDER BY own DESC, at DESC, job_id) AS place
    FROM (
        SELECT 'other:' || m.domain || ':' || m.named AS product_key, m.job_id, 1 AS own, j.result_json AS told,
               COALESCE(j.finished_at, j.updated_at) AS at
        FROM moving_jobs m JOIN crawl_jobs j ON j.id = m.job_id WHERE m.named IS NOT NULL
        UNION ALL
        SELECT product_key, job_id, 0, NULL, observed_at FROM price_observations WHERE substr(product_key, 1, 6) = 'other:'
    )
    WHERE product_key NOT IN (SELECT product_key FROM products)
) AS w
JOIN crawl_jobs j ON j.id = w.job_id
LEFT JOIN price_observations o ON o.id = (
    SELECT id FROM price_observations l WHERE l.product_key = w.product_key ORDER BY observed_at DESC, id DESC LIMIT 1)
WHERE w.place = 1;

DROP TABLE moving_mixed;
DROP TABLE moving_products;
DROP TABLE moving_jobs;
DROP TABLE moving_hosts;
