-- What the store runs for volunteers' results, as statements.sql does for jobs: the same rules hold for names, :now and `+`.
--
-- A report is one batch: what becomes of the job (guarded by its lease), then the report's own row, only when this very lease
-- ended that way, then whatever hangs on that row. So a batch that is sent twice, or comes too late, changes nothing.

-- name: second_look
-- second_look: a volunteer's result waits for somebody else's look. The attempt is not spent.
UPDATE crawl_jobs
SET status = 'NEW', attempt = attempt - 1, next_run_at = CASE WHEN :delay_ms > 0 THEN :now + :delay_ms END,
    updated_at = :now, lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id = :id AND lease_token = :token AND status = 'RUNNING' AND lock_expires_at > :now
RETURNING status

-- name: volunteer_result
-- A report's own row, only when its lease ended in one of :ends.
INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, repeats, outcome_json,
                               reported_at, settled_at)
SELECT :token, :id, :person, :machine,
       CASE WHEN j.platform = 'other' AND j.shop_id IS NOT NULL THEN 'other/' || j.shop_id ELSE j.platform END,
       :reader_version, :state, :repeats, :outcome_json, :now,
       CASE WHEN :state NOT IN ('unchecked', 'waiting') THEN :now END
FROM crawl_jobs j
WHERE j.id = :id AND EXISTS (
    SELECT 1 FROM job_events e
    WHERE e.job_id = :id AND e.lease_token = :token AND e.from_status = 'RUNNING'
      AND e.to_status IN (SELECT value FROM json_each(:ends))
      AND COALESCE(e.error_code, '') NOT IN ('LEASE_EXPIRED', 'CANCELLED')
      AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events last WHERE last.job_id = :id))
ON CONFLICT DO NOTHING

-- name: settle_results
-- How results stand now; :rows = [[lease_token, state], …]. Only while the report's own row is there, and never twice.
UPDATE volunteer_results
SET state = (SELECT json_extract(value, '$[1]') FROM json_each(:rows) WHERE json_extract(value, '$[0]') = lease_token),
    outcome_json = NULL, settled_at = :now
WHERE lease_token IN (SELECT json_extract(value, '$[0]') FROM json_each(:rows)) AND state IN ('waiting', 'unchecked')
  AND EXISTS (SELECT 1 FROM volunteer_results own WHERE own.lease_token = :token)

-- name: exclude
-- Do not give this job to a person ('*': to any volunteer) for :exclude_ms. With a :token only when its report was taken.
INSERT INTO job_exclusions (job_id, person, until_at)
SELECT :id, :person, :now + :exclude_ms
WHERE :token IS NULL OR EXISTS (SELECT 1 FROM volunteer_results own WHERE own.lease_token = :token)
ON CONFLICT (job_id, person) DO UPDATE SET until_at = MAX(until_at, excluded.until_at)

-- name: exclude_nobody
-- What a job's second looks needed is done with.
DELETE FROM job_exclusions
WHERE job_id = :id AND EXISTS (SELECT 1 FROM volunteer_results own WHERE own.lease_token = :token)

-- name: report_facts
-- What a report is decided by: the job with its lease, the person's trust with its shop, the person's standing, and how the
-- report stands when it came before.
SELECT j.attempt, j.max_attempts, j.platform, j.region, j.url_norm, j.result_json, :now AS now_ms,
       j.status = 'RUNNING' AND j.lease_token = :token AND j.lock_expires_at > :now AS held,
       t.cv, t.outdated_cv, t.reader_version, s.failed, s.failed_at, s.confirmed_since, s.set_aside_at,
       (SELECT own.state FROM volunteer_results own WHERE own.lease_token = :token AND own.person = :person) AS own_state
FROM crawl_jobs j
LEFT JOIN trust t ON t.person = :person
    AND t.shop = CASE WHEN j.platform = 'other' AND j.shop_id IS NOT NULL THEN 'other/' || j.shop_id ELSE j.platform END
LEFT JOIN standings s ON s.person = :person
WHERE j.id = :id

-- name: heard
-- Whether a report was taken.
SELECT state FROM volunteer_results WHERE lease_token = :token AND person = :person

-- name: known_product
-- What is trusted of a product now.
SELECT * FROM products WHERE product_key = :key

-- name: waiting_of_job
-- The results of a job that wait for a second look, oldest first, each with its person's trust.
SELECT v.lease_token, v.person, v.reader_version, v.reported_at, v.repeats, v.outcome_json, t.cv, t.outdated_cv,
       t.reader_version AS trusted_reader
FROM volunteer_results v LEFT JOIN trust t ON t.person = v.person AND t.shop = v.shop
WHERE v.job_id = :id AND v.state = 'waiting' ORDER BY v.reported_at, v.lease_token

-- name: waiting_at_ended_jobs
-- Results that still wait although their job has ended: by an operator's worker, which knows nothing of them, or by a word
-- of the operator's.
SELECT v.lease_token, v.job_id, v.person, v.reader_version, v.reported_at, v.repeats, v.outcome_json, t.cv, t.outdated_cv,
       t.reader_version AS trusted_reader, j.status, j.finished_at, j.platform, j.region, j.url_norm, j.result_json
FROM volunteer_results v CROSS JOIN crawl_jobs j ON j.id = v.job_id
LEFT JOIN trust t ON t.person = v.person AND t.shop = v.shop
WHERE v.state = 'waiting' AND +j.status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD')
ORDER BY v.job_id, v.reported_at, v.lease_token LIMIT :limit

-- name: settle_at_end
-- How they stand, while the job has not been opened again. :rows = [[lease_token, state], …]
UPDATE volunteer_results
SET state = (SELECT json_extract(value, '$[1]') FROM json_each(:rows) WHERE json_extract(value, '$[0]') = lease_token),
    outcome_json = NULL, settled_at = :now
WHERE lease_token IN (SELECT json_extract(value, '$[0]') FROM json_each(:rows)) AND state = 'waiting' AND job_id = :id
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.finished_at = :finished_at)

-- name: exclude_nobody_at_end
-- A job without waiting results is anybody's.
DELETE FROM job_exclusions
WHERE job_id = :id AND NOT EXISTS (SELECT 1 FROM volunteer_results v WHERE v.job_id = :id AND v.state = 'waiting')

-- name: unconfirm
-- unconfirm: nobody came for the second look within :patience_ms, or within :patience_with_operators_ms while a worker of
-- the operator's is alive. Jobs of a paused shop wait. The link is crawled again after :again_ms; no failure is counted.
UPDATE crawl_jobs
SET status = 'FAILED_PERMANENT', error_code = 'UNCONFIRMED', finished_at = :now, updated_at = :now,
    last_error = 'a volunteer''s result waited for a second look, and nobody came', next_crawl_at = :now + :again_ms,
    next_run_at = NULL
WHERE id IN (
    SELECT v.job_id FROM volunteer_results v CROSS JOIN crawl_jobs j ON j.id = v.job_id
    WHERE v.state = 'waiting' AND v.reported_at <= :now - CASE
        WHEN EXISTS (SELECT 1 FROM workers w WHERE w.role = 'worker' AND w.last_seen_at > :now - 120000)
        THEN :patience_with_operators_ms ELSE :patience_ms END
      AND +j.status IN ('NEW', 'QUEUED', 'FAILED_RETRYABLE')
      AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id))
    LIMIT :limit)
RETURNING id

-- name: unconfirmed_results
-- Right behind unconfirm: what waited at those jobs is kept as it was told, and counts for nothing.
UPDATE volunteer_results SET state = 'unconfirmed', settled_at = :now
WHERE state = 'waiting' AND EXISTS (
    SELECT 1 FROM crawl_jobs j
    WHERE j.id = volunteer_results.job_id AND +j.status = 'FAILED_PERMANENT' AND j.error_code = 'UNCONFIRMED')

-- name: exclude_nobody_any_more
-- Exclusions that were to last while a result waits (years, not hours), where none waits any more.
DELETE FROM job_exclusions
WHERE until_at > :now + 31536000000
  AND NOT EXISTS (SELECT 1 FROM volunteer_results v WHERE v.job_id = job_exclusions.job_id AND v.state = 'waiting')

-- name: doubted
-- Unchecked results of the last 30 days of persons who were set aside, newest first.
SELECT v.lease_token, v.job_id, v.person
FROM standings s CROSS JOIN volunteer_results v ON v.person = s.person
WHERE s.set_aside_at IS NOT NULL AND v.state = 'unchecked' AND v.reported_at > s.set_aside_at - 2592000000
ORDER BY v.reported_at DESC LIMIT :limit

-- name: doubted_jobs
-- Crawl again, now, what still rests on one of these results. :rows = [[lease_token, job_id], …]
UPDATE crawl_jobs SET next_crawl_at = :now
FROM json_each(:rows) AS doubt
WHERE crawl_jobs.id = json_extract(doubt.value, '$[1]') AND crawl_jobs.lease_token = json_extract(doubt.value, '$[0]')
  AND +crawl_jobs.status = 'SUCCEEDED'
  AND EXISTS (SELECT 1 FROM volunteer_results v
              WHERE v.lease_token = json_extract(doubt.value, '$[0]') AND v.state = 'unchecked')

-- name: doubted_prices
-- The observations that these results made do not count any more.
UPDATE price_observations SET withdrawn_at = :now
WHERE withdrawn_at IS NULL AND lease_token IN (
    SELECT v.lease_token FROM json_each(:rows) AS doubt
    CROSS JOIN volunteer_results v ON v.lease_token = json_extract(doubt.value, '$[0]') WHERE v.state = 'unchecked')

-- name: doubted_products
-- A product whose last result is doubted has the price of its last observation that stands, or none, until the next crawl.
UPDATE products
SET verdict = 'quarantine', verdict_reason = 'UNCONFIRMED',
    (price_minor, currency, list_price_minor, price_kind, availability, price_at) = (
        SELECT o.price_minor, o.currency, o.list_price_minor, o.price_kind, COALESCE(o.availability, 'UNKNOWN'), o.observed_at
        FROM (SELECT 1) LEFT JOIN price_observations o ON o.id = (
            SELECT last.id FROM price_observations last
            WHERE last.product_key = products.product_key AND last.withdrawn_at IS NULL
            ORDER BY last.observed_at DESC, last.id DESC LIMIT 1)),
    price_min_minor = NULL, price_max_minor = NULL
WHERE job_id IN (
    SELECT v.job_id FROM json_each(:rows) AS doubt
    CROSS JOIN volunteer_results v ON v.lease_token = json_extract(doubt.value, '$[0]')
    WHERE v.state = 'unchecked' AND v.lease_token = (
        SELECT e.lease_token FROM job_events e
        WHERE e.job_id = v.job_id AND e.to_status = 'SUCCEEDED' ORDER BY e.seq DESC LIMIT 1))

-- name: doubted_results
-- Last of the batch: these results are taken back.
UPDATE volunteer_results SET state = 'quarantined', settled_at = :now
WHERE state = 'unchecked' AND lease_token IN (SELECT json_extract(value, '$[0]') FROM json_each(:rows))

-- name: forget_unchecked
-- Unchecked results have stood for 30 days (a trigger gives credit).
DELETE FROM volunteer_results
WHERE lease_token IN (
    SELECT v.lease_token FROM (SELECT DISTINCT person FROM trust) AS p
    CROSS JOIN volunteer_results v ON v.person = p.person
    WHERE v.state = 'unchecked' AND v.reported_at < :now - 2592000000 LIMIT :limit)

-- name: forget_settled
-- What was settled more than 30 days ago.
DELETE FROM volunteer_results
WHERE lease_token IN (SELECT lease_token FROM volunteer_results
                      WHERE settled_at IS NOT NULL AND settled_at < :now - 2592000000 LIMIT :limit)

-- name: forget_exclusions
-- Exclusions that are over.
DELETE FROM job_exclusions WHERE until_at <= :now

-- name: reports_of_job
-- What volunteers said of a job in the last 30 days, oldest first.
SELECT v.lease_token, v.person, v.machine, v.reader_version, v.state, v.reported_at, v.settled_at
FROM job_events e CROSS JOIN volunteer_results v ON v.lease_token = e.lease_token
WHERE e.job_id = :id AND e.from_status = 'RUNNING' ORDER BY e.seq

-- name: trust_records
-- How far persons are trusted with each shop; NULL for :person means everybody.
SELECT person, shop, reader_version, cv, outdated_cv, confirmed, failed, credit
FROM trust WHERE :person IS NULL OR person = :person ORDER BY person, shop

-- name: standings
-- Who failed checks, and who is set aside; NULL for :person means everybody.
SELECT person, failed, failed_at, confirmed_since, set_aside_at, set_aside_reason, forgiven_at
FROM standings WHERE :person IS NULL OR person = :person ORDER BY person

-- name: waiting_results
-- How many results wait for a second look, and since when the oldest.
SELECT COUNT(*) AS waiting, MIN(reported_at) AS oldest_at FROM volunteer_results WHERE state = 'waiting'

-- name: forgive
-- An operator takes a person in again: checks failed before do not count. Trust begins anew.
UPDATE standings SET failed = 0, failed_at = NULL, confirmed_since = 0, set_aside_at = NULL, set_aside_reason = NULL,
                     forgiven_at = :now
WHERE person = :person
RETURNING person

-- name: set_aside
-- An operator sets a person aside.
INSERT INTO standings (person, set_aside_at, set_aside_reason) VALUES (:person, :now, :reason)
ON CONFLICT (person) DO UPDATE SET set_aside_at = excluded.set_aside_at, set_aside_reason = excluded.set_aside_reason
WHERE set_aside_at IS NULL
