-- What operators ask. `:matching`, `:among` and `:by` are not bound: statements.py puts the statement of that name, a condition,
-- in their place, or how a table is to be looked through.

-- name: matching
-- The jobs an operator means. NULL in a value leaves its condition out. Ages count from :as_of where it is given, so that
-- a count and what is done after it mean the same jobs. (:up_to, :after_id) is a cursor in the order "last changed first,
-- then by id": jobs after it only. The account (:named) is that of any post that named the link. Of the words in :patterns each
-- must stand in the link or in a title; :among only narrows.
(:statuses IS NULL OR status IN (SELECT value FROM json_each(:statuses)))
AND (:platform IS NULL OR :platform IN (platform, platform || '.' || region))
AND (:single IS NULL OR shop_id = :single)
AND (:error_code IS NULL OR error_code = :error_code)
AND (:older_than_ms IS NULL OR updated_at <= COALESCE(:as_of, :now) - :older_than_ms)
AND (:newer_than_ms IS NULL OR updated_at >= COALESCE(:as_of, :now) - :newer_than_ms)
AND updated_at <= :up_to AND (updated_at < :up_to OR id > :after_id)
AND (:broken IS NULL OR broken_at IS NOT NULL)
AND ((:source IS NULL AND :account IS NULL) OR :named)
AND :among
AND (:patterns IS NULL OR (id >= :id_prefix AND id < :id_prefix || '{') OR NOT EXISTS (
    SELECT 1 FROM json_each(:patterns) word WHERE url_norm NOT LIKE word.value ESCAPE '\' AND NOT EXISTS (
        SELECT 1 FROM products p WHERE p.job_id = crawl_jobs.id AND p.title LIKE word.value ESCAPE '\')))

-- name: named
-- In `matching`, of jobs that an account named: by the index of accounts. Only for a network without an account all entries
-- of both indexes are read.
id IN (
    SELECT first.id FROM crawl_jobs first
    WHERE first.source_account = :account AND (:source IS NULL OR first.source = :source)
    UNION ALL
    SELECT s.job_id FROM job_sightings s
    WHERE s.source_account = :account AND (:source IS NULL OR s.source = :source) AND (:as_of IS NULL OR s.seen_at <= :as_of)
    UNION ALL
    SELECT first.id FROM crawl_jobs first WHERE :account IS NULL AND first.source = :source
    UNION ALL
    SELECT s.job_id FROM job_sightings s
    WHERE :account IS NULL AND s.source = :source AND (:as_of IS NULL OR s.seen_at <= :as_of))

-- name: named_each
-- As named, where few jobs are looked at or many of them are found.
(:source IS NULL OR source = :source) AND (:account IS NULL OR source_account = :account)
OR EXISTS (
    SELECT 1 FROM job_sightings s WHERE s.job_id = crawl_jobs.id AND (:as_of IS NULL OR s.seen_at <= :as_of)
      AND (:source IS NULL OR s.source = :source) AND (:account IS NULL OR s.source_account = :account))

-- name: jobs_named
-- In `matching`, where the account named few jobs: these, found by the index of accounts.
crawl_jobs.rowid IN (
    SELECT first.rowid FROM crawl_jobs first
    WHERE first.source_account = :account AND (:source IS NULL OR first.source = :source)
    UNION ALL
    SELECT seen.rowid FROM job_sightings s CROSS JOIN crawl_jobs seen ON seen.id = s.job_id
    WHERE s.source_account = :account AND (:source IS NULL OR s.source = :source))

-- name: jobs_broken
-- In `matching`, where BROKEN links alone are meant: these, found by their index, whatever else they are to be.
crawl_jobs.rowid IN (SELECT b.rowid FROM crawl_jobs b WHERE b.broken_at IS NOT NULL)

-- name: jobs_gathered
-- In `matching`, of few jobs that have all the pieces in :match: these, those that changed at :indexed_to or later, and those
-- whose id begins so.
crawl_jobs.rowid IN (
    SELECT rowid FROM search_words WHERE search_words MATCH :match
    UNION ALL SELECT late.rowid FROM crawl_jobs late WHERE late.updated_at >= :indexed_to
    UNION ALL SELECT named.rowid FROM crawl_jobs named WHERE named.id >= :id_prefix AND named.id < :id_prefix || '{')

-- name: jobs_scanned
-- As jobs_gathered, of the jobs whose indexed text has what is in :widest and :others: all these texts are read, which are small.
crawl_jobs.rowid IN (
    SELECT n FROM search_texts WHERE text LIKE :widest ESCAPE '\' AND (:others IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:others) word WHERE text NOT LIKE word.value ESCAPE '\'))
    UNION ALL SELECT late.rowid FROM crawl_jobs late WHERE late.updated_at >= :indexed_to
    UNION ALL SELECT named.rowid FROM crawl_jobs named WHERE named.id >= :id_prefix AND named.id < :id_prefix || '{')

-- name: jobs_begun
-- In `matching`: the first :most behind the cursor.
crawl_jobs.rowid IN (
    SELECT first.rowid FROM crawl_jobs first
    WHERE first.updated_at <= :up_to AND (first.updated_at < :up_to OR first.id > :after_id)
    ORDER BY first.updated_at DESC, first.id LIMIT :most)

-- name: jobs_begun_oldest
-- The first :most of the other order.
crawl_jobs.rowid IN (
    SELECT first.rowid FROM crawl_jobs first
    WHERE first.updated_at >= :from_ms AND (first.updated_at > :from_ms OR first.id < :before_id)
    ORDER BY first.updated_at, first.id DESC LIMIT :most)

-- name: products_gathered
-- In products_page: products of the jobs that have all the pieces in :match, and those seen at :indexed_to or later.
products.rowid IN (
    SELECT of_job.rowid FROM search_words s CROSS JOIN crawl_jobs j ON j.rowid = s.rowid
    CROSS JOIN products of_job ON of_job.job_id = j.id WHERE s.search_words MATCH :match
    UNION ALL SELECT late.rowid FROM products late WHERE late.last_seen_at >= :indexed_to - 60000)

-- name: products_scanned
-- As products_gathered, of the jobs whose indexed text has what is in :widest and :others.
products.rowid IN (
    SELECT of_job.rowid FROM search_texts t CROSS JOIN crawl_jobs j ON j.rowid = t.n
    CROSS JOIN products of_job ON of_job.job_id = j.id
    WHERE t.text LIKE :widest ESCAPE '\' AND (:others IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:others) word WHERE t.text NOT LIKE word.value ESCAPE '\'))
    UNION ALL SELECT late.rowid FROM products late WHERE late.last_seen_at >= :indexed_to - 60000)

-- name: products_begun
-- In products_page: the first :most behind the cursor.
products.rowid IN (
    SELECT first.rowid FROM products first
    WHERE first.last_seen_at <= :up_to AND (first.last_seen_at < :up_to OR first.product_key > :after_id)
    ORDER BY first.last_seen_at DESC, first.product_key LIMIT :most)

-- name: jobs_page
-- One page of whole rows, cut before :most_characters of results: an answer of libsql-server holds 10 MB. `found` says how
-- many the page would have had without that.
SELECT * FROM (
    SELECT *, COUNT(*) OVER () AS found,
           SUM(LENGTH(COALESCE(result_json, '')) + 1000) OVER (ORDER BY updated_at DESC, id)
           - LENGTH(COALESCE(result_json, '')) - 1000 AS before_it
    FROM (SELECT * FROM crawl_jobs :by WHERE :matching ORDER BY updated_at DESC, id LIMIT :limit)
) WHERE before_it < :most_characters ORDER BY updated_at DESC, id

-- name: jobs_page_oldest
-- As jobs_page, the longest unchanged first: behind (:from, :before_id) in that order.
SELECT * FROM (
    SELECT *, COUNT(*) OVER () AS found,
           SUM(LENGTH(COALESCE(result_json, '')) + 1000) OVER (ORDER BY updated_at, id DESC)
           - LENGTH(COALESCE(result_json, '')) - 1000 AS before_it
    FROM (SELECT * FROM crawl_jobs :by
          WHERE updated_at >= :from_ms AND (updated_at > :from_ms OR id < :before_id) AND :matching
          ORDER BY updated_at, id DESC LIMIT :limit)
) WHERE before_it < :most_characters ORDER BY updated_at, id DESC

-- name: job_names_page
-- As jobs_page, only what names a job and how it stands.
SELECT id, url_norm, status, updated_at FROM crawl_jobs :by WHERE :matching ORDER BY updated_at DESC, id LIMIT :limit

-- name: jobs_count
-- How many jobs match, counted no further than :most.
SELECT COUNT(*) AS count FROM (SELECT 1 FROM crawl_jobs :by WHERE :matching LIMIT :most)

-- name: jobs_count_of_account
-- jobs_count where an account alone is meant: its indexes say it, and no job is looked at.
SELECT COUNT(*) AS count FROM (
    SELECT id FROM crawl_jobs WHERE source_account = :account AND (:source IS NULL OR source = :source)
    UNION
    SELECT job_id FROM job_sightings WHERE source_account = :account AND (:source IS NULL OR source = :source)
    LIMIT :most)

-- name: named_about
-- How many jobs this account brought first and how many sightings are of it, or of this network where no account is named;
-- counted no further than :most.
SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM job_sightings WHERE source_account = :account AND (:source IS NULL OR source = :source)
    UNION ALL
    SELECT 1 FROM crawl_jobs WHERE source_account = :account AND (:source IS NULL OR source = :source)
    UNION ALL
    SELECT 1 FROM job_sightings WHERE :account IS NULL AND source = :source
    LIMIT :most)

-- name: jobs_of_ids
-- Those of the jobs named that match, found by their ids; without their results, of which an answer has no room for many.
SELECT id, source, source_account, source_post_id, url, url_norm, platform, region, shop_id, item_id, status,
       priority, attempt, max_attempts, locked_by, locked_at, lock_expires_at, lease_token, next_run_at,
       next_crawl_at, last_error, error_code, created_at, updated_at, started_at, finished_at,
       NULL AS result_json, content_hash, crawl_interval_ms, failures, gone, broken_at, via
FROM (SELECT j.* FROM json_each(:ids) AS named CROSS JOIN crawl_jobs j ON j.id = named.value) AS crawl_jobs
WHERE :matching ORDER BY updated_at DESC, id LIMIT :limit

-- name: recheck
-- recheck: an operator has ended jobs crawled again now, with all attempts and not BROKEN.
UPDATE crawl_jobs
SET status = 'NEW', attempt = 0, failures = 0, broken_at = NULL, next_crawl_at = NULL, next_run_at = NULL,
    finished_at = NULL, letter_owed_at = NULL, updated_at = :now, lease_token = NULL, via = NULL
WHERE id IN (SELECT value FROM json_each(:ids)) AND status IN ('SUCCEEDED', 'DEAD', 'FAILED_PERMANENT')
RETURNING id

-- name: operator_began
-- An operator begins something: who, what, with which filter, and to how many it is meant. A second send changes nothing.
INSERT INTO operator_events (id, at, operator, through, action, target, meant)
VALUES (:id, :now, :operator, :through, :action, :target, :meant)
ON CONFLICT (id) DO NOTHING

-- name: operator_did
-- Right behind a change in the same batch: it counts what that changed.
UPDATE operator_events SET done = done + changes() WHERE id = :id

-- name: operator_ended
-- It is over. :done is given where the changes were no rows of this database; :needed_none, where some that were meant
-- needed nothing, stands beside what it was done to.
UPDATE operator_events
SET ended_at = :now, done = COALESCE(:done, done),
    target = CASE WHEN :needed_none > 0 THEN json_set(target, '$.needed_none', :needed_none) ELSE target END
WHERE id = :id AND ended_at IS NULL

-- name: operator_events_page
-- What operators did, the last first, after the cursor (:up_to, :after_id).
SELECT * FROM operator_events
WHERE at <= :up_to AND (at < :up_to OR id > :after_id)
  AND (:action IS NULL OR action = :action) AND (:operator IS NULL OR operator = :operator)
  AND (:newer_than_ms IS NULL OR at >= :now - :newer_than_ms)
ORDER BY at DESC, id LIMIT :limit

-- name: operator_events_about
-- The last about these persons and machines, the last first. :ids = [id, …]
SELECT * FROM operator_events
WHERE action LIKE 'volunteers %' AND json_extract(target, '$.who') IN (SELECT value FROM json_each(:ids))
ORDER BY at DESC, id LIMIT :limit

-- name: products_page
-- Products, the last seen first, behind the cursor (:up_to, :after_id); :pattern and each of :patterns are LIKE patterns over
-- title, link, key and GTIN.
SELECT * FROM products :by
WHERE last_seen_at <= :up_to AND (last_seen_at < :up_to OR product_key > :after_id)
  AND (:platform IS NULL OR :platform IN (platform, platform || '.' || region))
  AND (:single IS NULL OR shop_id = :single OR product_key LIKE 'other:' || :single || ':%')
  AND (:older_than_ms IS NULL OR last_seen_at <= :now - :older_than_ms)
  AND (:newer_than_ms IS NULL OR last_seen_at >= :now - :newer_than_ms)
  AND (:pattern IS NULL OR title LIKE :pattern ESCAPE '\' OR url_norm LIKE :pattern ESCAPE '\'
       OR product_key LIKE :pattern ESCAPE '\' OR gtin LIKE :pattern ESCAPE '\')
  AND :among
  AND (:patterns IS NULL OR NOT EXISTS (
      SELECT 1 FROM json_each(:patterns) word
      WHERE url_norm NOT LIKE word.value ESCAPE '\' AND COALESCE(title, '') NOT LIKE word.value ESCAPE '\'
        AND product_key NOT LIKE word.value ESCAPE '\' AND COALESCE(gtin, '') NOT LIKE word.value ESCAPE '\'))
  AND (:verdict IS NULL OR verdict = :verdict)
  AND (:reason IS NULL OR verdict_reason = :reason)
  AND (:gone IS NULL OR gone_at IS NOT NULL)
  AND (:pending IS NULL OR product_key IN (SELECT product_key FROM pending_results))
ORDER BY last_seen_at DESC, product_key LIMIT :limit

-- name: added_domains
-- Shops of the open web that operators added.
SELECT domain, added_at, added_by FROM shop_domains ORDER BY domain

-- name: add_domain
-- A shop of the open web is added; a row back means it is new.
INSERT INTO shop_domains (domain, added_at, added_by) VALUES (:domain, :now, :by) ON CONFLICT DO NOTHING RETURNING domain

-- name: remove_domain
-- A shop of the open web is no shop any more.
DELETE FROM shop_domains WHERE domain = :domain RETURNING domain

-- name: told_currencies
-- What operators say that shops' prices are in.
SELECT domain, currency, told_at, told_by FROM shop_currencies ORDER BY domain

-- name: tell_currency
-- An operator says it of one shop; a row back means that it changes something.
INSERT INTO shop_currencies (domain, currency, told_at, told_by) VALUES (:domain, :currency, :now, :by)
ON CONFLICT (domain) DO UPDATE SET currency = excluded.currency, told_at = excluded.told_at, told_by = excluded.told_by
WHERE currency <> excluded.currency
RETURNING domain

-- name: forget_currency
-- Nobody says it of this shop any more.
DELETE FROM shop_currencies WHERE domain = :domain RETURNING domain

-- name: without_currency
-- Shops of the open web whose pages do not say what their prices are in, the most products first; but for those of which
-- an operator told it.
SELECT shop_id AS domain, COUNT(*) AS products FROM products
WHERE platform = 'other' AND verdict_reason IN ('AMBIGUOUS_CURRENCY', 'NO_CURRENCY') AND gone_at IS NULL
  AND shop_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shop_currencies WHERE domain = shop_id)
GROUP BY shop_id ORDER BY products DESC, domain LIMIT :limit

-- name: errors_by_shop
-- Of the jobs that match: how many ended with which error at which shop, the most first; on the open web by domain.
SELECT CASE platform WHEN 'other' THEN platform || '/' || COALESCE(shop_id, '') ELSE platform END AS shop, status,
       COALESCE(error_code, '') AS error_code, COUNT(*) AS count
FROM crawl_jobs :by WHERE status IN ('FAILED_PERMANENT', 'DEAD', 'FAILED_RETRYABLE') AND :matching
GROUP BY 1, 2, 3 ORDER BY count DESC, 1, 2, 3 LIMIT :limit

-- name: jobs_count_standing
-- jobs_count where states alone are meant, or those of one platform: the index of each state that is named says it.
SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM json_each(:statuses) named CROSS JOIN crawl_jobs j
    WHERE named.value = 'NEW' AND j.status = 'NEW' AND j.platform > '' AND (:platform IS NULL OR j.platform = :platform)
    UNION ALL
    SELECT 1 FROM json_each(:statuses) named CROSS JOIN crawl_jobs j
    WHERE named.value = 'QUEUED' AND j.status = 'QUEUED' AND j.platform > ''
      AND (:platform IS NULL OR j.platform = :platform)
    UNION ALL
    SELECT 1 FROM json_each(:statuses) named CROSS JOIN crawl_jobs j
    WHERE named.value = 'RUNNING' AND j.status = 'RUNNING' AND (:platform IS NULL OR j.platform = :platform)
    UNION ALL
    SELECT 1 FROM json_each(:statuses) named CROSS JOIN crawl_jobs j
    WHERE named.value = 'FAILED_RETRYABLE' AND j.status = 'FAILED_RETRYABLE' AND j.platform > ''
      AND (:platform IS NULL OR j.platform = :platform)
    UNION ALL
    SELECT 1 FROM json_each(:statuses) named CROSS JOIN crawl_jobs j ON j.status = named.value
    WHERE j.finished_at IS NOT NULL AND (:platform IS NULL OR j.platform = :platform)
    LIMIT :most)

-- name: product_changes_page
-- What changed, the last first, behind the cursor (:up_to, :before_id), with the product as it is now.
SELECT c.id, c.product_key, c.at, c.kind, c.price_before_minor, c.price_minor, c.currency, p.title, p.url_norm, p.job_id
FROM :changes JOIN products p ON p.product_key = c.product_key
WHERE c.at <= :up_to AND (c.at < :up_to OR c.id < :before_id)
  AND (:since_ms IS NULL OR c.at >= :now - :since_ms) AND (:not_before IS NULL OR c.at >= :not_before)
  AND (:kinds IS NULL OR c.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:platform IS NULL OR :platform IN (p.platform, p.platform || '.' || p.region))
  AND (:single IS NULL OR p.shop_id = :single OR p.product_key LIKE 'other:' || :single || ':%')
ORDER BY c.at DESC, c.id DESC LIMIT :limit

-- name: changes_all
-- In product_changes_page: every change, along their times.
product_changes c

-- name: changes_begun
-- In product_changes_page: the first :most behind the cursor.
(SELECT * FROM product_changes first WHERE first.at <= :up_to AND (first.at < :up_to OR first.id < :before_id)
 ORDER BY first.at DESC, first.id DESC LIMIT :most) c

-- name: changes_of_shop
-- In product_changes_page: those of one single shop's products, which the index of the products' list tells.
(SELECT listed.product_key FROM products listed INDEXED BY products_listed
 WHERE listed.shop_id = :single OR listed.product_key LIKE 'other:' || :single || ':%') own
CROSS JOIN product_changes c ON c.product_key = own.product_key

-- name: last_price_changes
-- Of each of these products the last time that its price fell or rose.
SELECT c.id, c.product_key, c.at, c.kind, c.price_before_minor, c.price_minor, c.currency, p.title, p.url_norm, p.job_id
FROM json_each(:keys) k
JOIN product_changes c ON c.id = (
    SELECT x.id FROM product_changes x WHERE x.product_key = k.value AND x.kind IN ('drop', 'rise')
    ORDER BY x.at DESC, x.id DESC LIMIT 1)
JOIN products p ON p.product_key = c.product_key

-- name: product_changes_by_day
-- How many changes of each kind there were on each day (UTC, days since 1970), looked at no further than :most changes back.
SELECT c.at / 86400000 AS day, c.kind, COUNT(*) AS count
FROM (SELECT * FROM product_changes WHERE at >= :now - :since_ms ORDER BY at DESC, id DESC LIMIT :most) c
WHERE (:platform IS NULL AND :single IS NULL) OR EXISTS (
    SELECT 1 FROM products p WHERE p.product_key = c.product_key
    AND (:platform IS NULL OR :platform IN (p.platform, p.platform || '.' || p.region))
    AND (:single IS NULL OR p.shop_id = :single OR p.product_key LIKE 'other:' || :single || ':%'))
GROUP BY 1, 2 ORDER BY 1 DESC, 2

-- name: attempts_looked_at
-- The newest attempts that ended, no more than :most: how many, and when the oldest of them.
SELECT COUNT(*) AS count, MIN(at) AS oldest
FROM (SELECT at FROM job_events WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED' AND at > :now - :within_ms
      ORDER BY at DESC LIMIT :most)

-- name: failures_by_day
-- Those of them that did not work, by shop (on the open web by domain), error and day (UTC, days since 1970).
SELECT CASE j.platform WHEN 'other' THEN 'other/' || COALESCE(j.shop_id, '') ELSE j.platform END AS shop,
       ended.error_code, ended.at / 86400000 AS day, COUNT(*) AS count
FROM (SELECT job_id, error_code, at FROM job_events
      WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED' AND at > :now - :within_ms ORDER BY at DESC LIMIT :most) ended
JOIN crawl_jobs j ON j.id = ended.job_id
WHERE ended.error_code IS NOT NULL AND (:platform IS NULL OR :platform IN (j.platform, j.platform || '.' || j.region))
  AND (:single IS NULL OR j.shop_id = :single) AND (:error_code IS NULL OR ended.error_code = :error_code)
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3

-- name: pause_feed
-- An account is not polled until it is resumed. A NULL :reason resumes it and asks for a poll: an ingestor that looked
-- neither before nor during the pause is woken as well.
INSERT INTO feed_cursors (source, account, paused_at, paused_reason, poll_asked_at)
VALUES (:source, :account, CASE WHEN :reason IS NOT NULL THEN :now END, :reason,
        CASE WHEN :reason IS NULL THEN :now END)
ON CONFLICT (source, account) DO UPDATE SET
    paused_at = excluded.paused_at,
    paused_reason = excluded.paused_reason,
    poll_asked_at = COALESCE(excluded.poll_asked_at, poll_asked_at)

-- name: ask_poll
-- An account is to be polled as soon as an ingestor sees this.
INSERT INTO feed_cursors (source, account, poll_asked_at) VALUES (:source, :account, :now)
ON CONFLICT (source, account) DO UPDATE SET poll_asked_at = excluded.poll_asked_at

-- name: feed_wishes
-- What operators wish of accounts: paused ones, and those asked for.
SELECT source, account, paused_at, poll_asked_at FROM feed_cursors
WHERE paused_at IS NOT NULL OR poll_asked_at IS NOT NULL

-- name: range_of_jobs
-- The last of the next :limit jobs by id; NULL: there are no more.
SELECT MAX(id) AS high FROM (SELECT id FROM crawl_jobs WHERE id > :low ORDER BY id LIMIT :limit)

-- name: range_of_products
-- The last of the next :limit products by key; NULL: there are no more.
SELECT MAX(product_key) AS high
FROM (SELECT product_key FROM products WHERE product_key > :low ORDER BY product_key LIMIT :limit)

-- name: range_of_short_links
-- The last of the next :limit short links by their address; NULL: there are no more.
SELECT MAX(url) AS high FROM (SELECT url FROM short_links WHERE url > :low ORDER BY url LIMIT :limit)

-- name: range_of_events
-- The job of the last of the next :limit events; NULL: there are no more. Here and in the next two all rows of that job or
-- product belong to the range, so that it ends between two of them.
SELECT MAX(job_id) AS high FROM (SELECT job_id FROM job_events WHERE job_id > :low ORDER BY job_id LIMIT :limit)

-- name: range_of_sightings
-- The job of the last of the next :limit sightings.
SELECT MAX(job_id) AS high FROM (SELECT job_id FROM job_sightings WHERE job_id > :low ORDER BY job_id LIMIT :limit)

-- name: range_of_observations
-- The product of the last of the next :limit prices.
SELECT MAX(product_key) AS high
FROM (SELECT product_key FROM price_observations WHERE product_key > :low ORDER BY product_key LIMIT :limit)

-- name: range_of_unbegun
-- The job of the last of the next :limit leases under which no crawl began.
SELECT MAX(job_id) AS high FROM (SELECT job_id FROM unbegun_leases WHERE job_id > :low ORDER BY job_id LIMIT :limit)

-- name: old_events
-- Events of these jobs that are old, but for the last :keep of each.
DELETE FROM job_events
WHERE job_id > :low AND job_id <= :high AND at < :before
  AND seq <= (SELECT MAX(last.seq) FROM job_events last WHERE last.job_id = job_events.job_id) - :keep

-- name: count_old_events
-- How many old_events would delete.
SELECT COUNT(*) AS count FROM job_events
WHERE job_id > :low AND job_id <= :high AND at < :before
  AND seq <= (SELECT MAX(last.seq) FROM job_events last WHERE last.job_id = job_events.job_id) - :keep

-- name: old_attempts
-- Counts of attempts by hour that are old: those of the first :hours hours, from the oldest on.
DELETE FROM attempts_by_hour
WHERE hour < MIN(:before / 3600000, (SELECT MIN(hour) FROM attempts_by_hour) + :hours)

-- name: count_old_attempts
-- How many old_attempts would delete.
SELECT COUNT(*) AS count FROM attempts_by_hour
WHERE hour < :before / 3600000

-- name: old_sightings
-- Old sightings of these jobs, but for the first of each.
DELETE FROM job_sightings
WHERE job_id > :low AND job_id <= :high AND seen_at < :before
  AND EXISTS (SELECT 1 FROM job_sightings first WHERE first.job_id = job_sightings.job_id AND first.seen_at < job_sightings.seen_at)

-- name: count_old_sightings
-- How many old_sightings would delete.
SELECT COUNT(*) AS count FROM job_sightings
WHERE job_id > :low AND job_id <= :high AND seen_at < :before
  AND EXISTS (SELECT 1 FROM job_sightings first WHERE first.job_id = job_sightings.job_id AND first.seen_at < job_sightings.seen_at)

-- name: old_observations
-- Old prices of these products that are not the last of their day (UTC) and generation. The later one is old as well: a
-- younger one may be withdrawn yet, and then this one stands again.
DELETE FROM price_observations
WHERE product_key > :low AND product_key <= :high AND observed_at < :before
  AND EXISTS (SELECT 1 FROM price_observations later
              WHERE later.product_key = price_observations.product_key AND later.withdrawn_at IS NULL
                AND later.generation = price_observations.generation
                AND later.observed_at >= price_observations.observed_at AND later.observed_at < :before
                AND later.observed_at < (price_observations.observed_at / 86400000 + 1) * 86400000
                AND (later.observed_at > price_observations.observed_at OR later.id > price_observations.id))

-- name: count_old_observations
-- How many old_observations would delete.
SELECT COUNT(*) AS count FROM price_observations
WHERE product_key > :low AND product_key <= :high AND observed_at < :before
  AND EXISTS (SELECT 1 FROM price_observations later
              WHERE later.product_key = price_observations.product_key AND later.withdrawn_at IS NULL
                AND later.generation = price_observations.generation
                AND later.observed_at >= price_observations.observed_at AND later.observed_at < :before
                AND later.observed_at < (price_observations.observed_at / 86400000 + 1) * 86400000
                AND (later.observed_at > price_observations.observed_at OR later.id > price_observations.id))

-- name: old_workers
-- Processes that were last heard of long ago.
DELETE FROM workers
WHERE last_seen_at < :before

-- name: count_old_workers
-- How many old_workers would delete.
SELECT COUNT(*) AS count FROM workers
WHERE last_seen_at < :before

-- name: old_unbegun
-- What workers said long ago of leases under which no crawl began: their events are gone as well.
DELETE FROM unbegun_leases
WHERE job_id > :low AND job_id <= :high AND at < :before

-- name: count_old_unbegun
-- How many old_unbegun would delete.
SELECT COUNT(*) AS count FROM unbegun_leases
WHERE job_id > :low AND job_id <= :high AND at < :before

-- name: accounts_with_skips
-- Every account of which a post was not read, or not all of it.
SELECT DISTINCT source, account FROM feed_skips

-- name: old_skips
-- Posts of one account that were not read long ago.
DELETE FROM feed_skips
WHERE source = :source AND account = :account AND at < :before

-- name: count_old_skips
-- How many old_skips would delete.
SELECT COUNT(*) AS count FROM feed_skips
WHERE source = :source AND account = :account AND at < :before

-- name: old_short_links
-- What these short links led to long ago.
DELETE FROM short_links
WHERE url > :low AND url <= :high AND expanded_at < :before

-- name: count_old_short_links
-- How many old_short_links would delete.
SELECT COUNT(*) AS count FROM short_links
WHERE url > :low AND url <= :high AND expanded_at < :before

-- name: account_sightings
-- Sightings of these jobs by one account.
DELETE FROM job_sightings
WHERE job_id > :low AND job_id <= :high AND source = :source AND source_account = :account

-- name: count_account_sightings
-- How many account_sightings would delete.
SELECT COUNT(*) AS count FROM job_sightings
WHERE job_id > :low AND job_id <= :high AND source = :source AND source_account = :account

-- name: account_skips
-- Posts of one account that could not be read.
DELETE FROM feed_skips
WHERE source = :source AND account = :account

-- name: count_account_skips
-- How many account_skips would delete.
SELECT COUNT(*) AS count FROM feed_skips
WHERE source = :source AND account = :account

-- name: account_cursor
-- How far one account was read.
DELETE FROM feed_cursors
WHERE source = :source AND account = :account

-- name: count_account_cursor
-- How many account_cursor would delete.
SELECT COUNT(*) AS count FROM feed_cursors
WHERE source = :source AND account = :account

-- name: account_jobs
-- Jobs that an account's post brought first stay, without the account, the post and the link as it was posted.
UPDATE crawl_jobs SET source_account = 'erased', source_post_id = '', url = url_norm
WHERE id > :low AND id <= :high AND source = :source AND source_account = :account

-- name: count_account_jobs
-- How many account_jobs would change.
SELECT COUNT(*) AS count FROM crawl_jobs
WHERE id > :low AND id <= :high AND source = :source AND source_account = :account

-- name: erase_from_events
-- What operators did with an account stays on record, without its name. :names as it was shown or typed.
UPDATE operator_events SET target = json_set(target, '$.account', 'erased')
WHERE json_valid(target) AND json_extract(target, '$.account') IN (SELECT value FROM json_each(:names))
