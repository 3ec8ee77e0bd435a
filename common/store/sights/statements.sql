-- What the store runs for sights that are doubted, as statements.sql does for jobs: the same rules hold for names, :now and `+`.
--
-- Most results are recorded by `succeed` alone, which refuses what might be doubted. Then the facts are read, the sight is
-- weighed (common/outcome/second_sight.py), and one batch does what was decided, guarded by the lease and by what was read.
-- What follows `succeed` in it asks whether this very result was recorded, by its hash too: of two reports that a volunteer's
-- machine sends under one lease at once, one is.

-- name: sight_facts
-- What a sight is weighed by, beside the product: the job with its lease, and how its lease ended when an earlier send of the
-- result had committed.
SELECT j.platform, j.shop_id, j.url_norm, j.result_json, j.locked_by, :now AS now_ms,
       j.status = 'RUNNING' AND j.lease_token = :token AND j.lock_expires_at > :now AS held
FROM crawl_jobs j WHERE j.id = :id

-- name: sights_of_job
-- The sights of jobs that wait, oldest first. :rows = [[id], …]
SELECT w.* FROM json_each(:rows) AS asked CROSS JOIN pending_results w ON w.job_id = json_extract(asked.value, '$[0]')
ORDER BY w.job_id, w.seen_at, w.lease_token

-- name: price_of_job
-- The last price of this product that this job recorded, in the product's generation.
SELECT o.price_minor, o.currency, o.price_kind
FROM products p CROSS JOIN price_observations o ON o.product_key = p.product_key
WHERE p.product_key = :product_key AND o.job_id = :job_id AND o.generation = p.generation AND o.withdrawn_at IS NULL
ORDER BY o.observed_at DESC, o.id DESC LIMIT 1

-- name: begin_generation
-- Another product from now on, right behind `succeed`: nothing of the former one is left but its history, and none of it is
-- a change of price or stock. Once for each generation, however often it is sent.
UPDATE products
SET generation = :generation, anew_at = (SELECT finished_at FROM crawl_jobs WHERE id = :id), flickers = 0,
    sku = NULL, title = NULL, brand = NULL, seller = NULL, image_url = NULL, gtin = NULL, details_json = NULL,
    price_minor = NULL, currency = NULL, list_price_minor = NULL, price_kind = NULL, price_at = NULL,
    price_min_minor = NULL, price_max_minor = NULL, stock = NULL, availability = 'UNKNOWN', gone_at = NULL
WHERE product_key = :product_key AND generation < :generation
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.lease_token = :token AND j.status = 'SUCCEEDED'
              AND j.content_hash IS :content_hash)

-- name: count_flicker
-- What waited was not seen again: a count is all that stays of it. Before end_wait, so that it counts once.
UPDATE products SET flickers = flickers + 1
WHERE product_key IN (SELECT w.product_key FROM pending_results w WHERE w.job_id = :id)
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.lease_token = :token AND j.status = 'SUCCEEDED'
              AND j.content_hash IS :content_hash)

-- name: end_wait
-- Nothing of this job waits any more.
DELETE FROM pending_results
WHERE job_id = :id
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.lease_token = :token AND j.status = 'SUCCEEDED'
              AND j.content_hash IS :content_hash)

-- name: end_workers_exclusion
-- The job is any worker's again.
DELETE FROM job_exclusions
WHERE job_id = :id AND person LIKE 'worker %'
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.lease_token = :token AND j.status = 'SUCCEEDED'
              AND j.content_hash IS :content_hash)

-- name: keep_sight
-- Right behind second_look, for changes() says whether it took place now: a sight waits. Sent again later, it must not come
-- back.
INSERT INTO pending_results (lease_token, job_id, product_key, worker, person, doubt, title, brand, gtin, image_url,
                             price_minor, currency, price_kind, availability, result_json, seen_at)
SELECT :token, :id, :product_key, :worker, :person, :doubt, :title, :brand, :gtin, :image_url,
       :price_minor, :currency, :price_kind, :availability, :result_json, :now
WHERE changes() > 0
ON CONFLICT DO NOTHING
RETURNING lease_token

-- name: exclude_earlier_workers_no_more
-- Right before exclude_worker: the next look is held against this sight, so whoever saw something else before may give it.
DELETE FROM job_exclusions
WHERE job_id = :id AND person LIKE 'worker %' AND EXISTS (
    SELECT 1 FROM pending_results w
    WHERE w.lease_token = :token AND w.job_id = :id AND job_exclusions.person <> 'worker ' || w.worker
      AND NOT EXISTS (SELECT 1 FROM pending_results n WHERE n.job_id = :id AND n.seen_at > w.seen_at))

-- name: exclude_worker
-- The second look is another worker's for :another_ms, where one lives that goes the job's way: a worker that reported within
-- two minutes and takes the shop's jobs, or a machine that holds a lease now (who named no ways goes http).
INSERT INTO job_exclusions (job_id, person, until_at)
SELECT w.job_id, 'worker ' || w.worker, :now + :another_ms
FROM pending_results w CROSS JOIN crawl_jobs j ON j.id = w.job_id
WHERE w.lease_token = :token AND (
    EXISTS (SELECT 1 FROM workers o WHERE o.role = 'worker' AND o.worker_id <> w.worker AND o.last_seen_at > :now - :alive_ms
              AND o.state <> :stopped
              AND (o.platforms IS NULL OR instr(',' || o.platforms || ',', ',' || j.platform || ','))
              AND instr(',' || COALESCE(o.ways, 'http') || ',', ',' || COALESCE(j.via, 'http') || ','))
    OR EXISTS (SELECT 1 FROM gateway_leases g JOIN machines m ON m.id = g.machine
               WHERE g.ended_at IS NULL AND g.machine <> w.worker
                 AND instr(',' || COALESCE(m.ways, 'http') || ',', ',' || COALESCE(j.via, 'http') || ',')))
ON CONFLICT (job_id, person) DO UPDATE SET until_at = MAX(until_at, excluded.until_at)

-- name: pending_sights
-- Sights that wait, oldest first, each beside what is recorded (where nothing is, of what the job led to before), and when and for whom the next look is due: of these products
-- and jobs; NULL for all.
SELECT w.lease_token, w.job_id, w.product_key, w.worker, w.person, w.doubt, w.title, w.price_minor, w.currency,
       w.price_kind, w.availability, w.seen_at, p.title AS was_title, p.price_minor AS was_price_minor,
       p.currency AS was_currency, p.price_kind AS was_price_kind,
       CASE WHEN j.status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD') THEN j.next_crawl_at
            ELSE MAX(w.seen_at, COALESCE(j.next_run_at, 0)) END AS again_at,
       x.until_at AS another_until,
       CASE WHEN EXISTS (SELECT 1 FROM job_exclusions e WHERE e.job_id = w.job_id AND e.person = '*' AND e.until_at > :now)
            THEN 'operator'
            WHEN EXISTS (SELECT 1 FROM job_exclusions e
                         WHERE e.job_id = w.job_id AND e.person = w.person AND e.until_at > :now) THEN 'another_person'
            WHEN x.until_at IS NOT NULL THEN 'another_worker' ELSE 'anybody' END AS look_by
FROM pending_results w
LEFT JOIN products p ON p.product_key = COALESCE(
    (SELECT own.product_key FROM products own WHERE own.product_key = w.product_key),
    (SELECT f.product_key FROM products f WHERE f.job_id = w.job_id ORDER BY f.last_seen_at DESC LIMIT 1))
LEFT JOIN crawl_jobs j ON j.id = w.job_id
LEFT JOIN job_exclusions x ON x.job_id = w.job_id AND x.person = 'worker ' || w.worker AND x.until_at > :now
WHERE (:keys IS NULL OR w.product_key IN (SELECT value FROM json_each(:keys)))
  AND (:job_id IS NULL OR w.job_id = :job_id)
ORDER BY w.seen_at, w.lease_token LIMIT :limit

-- name: end_lost_waits
-- Sights of jobs that ended for good (cancelled, dead, failed, no recrawl): nobody will look again.
DELETE FROM pending_results
WHERE lease_token IN (
    SELECT w.lease_token FROM pending_results w CROSS JOIN crawl_jobs j ON j.id = w.job_id
    WHERE +j.status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD') AND j.next_crawl_at IS NULL LIMIT :limit)

-- name: forget_sights
-- Sights whose second look never came: their jobs failed ever since.
DELETE FROM pending_results
WHERE lease_token IN (SELECT lease_token FROM pending_results WHERE seen_at < :now - 2592000000 LIMIT :limit)
