-- What the store runs for volunteers' results, as statements.sql does for jobs: the same rules hold for names, :now and `+`.
--
-- A report is one batch: what becomes of the job (guarded by its lease), then the report's own row, only when this very lease
-- ended that way, then whatever hangs on that row, on the same condition: another report under this lease may have been
-- decided at the same moment and taken first. `hash` is that of a page that was read: where the lease ended in SUCCEEDED, it
-- was this result that was recorded. So a batch that is sent twice, or comes too late, changes nothing.

-- name: second_look
-- second_look: results wait for a second sight, or volunteers' for somebody else's look. The attempt is not spent.
-- :rows = [[id, lease_token, delay_ms], …]
WITH told AS MATERIALIZED (
    SELECT json_extract(value, '$[0]') AS job_id, json_extract(value, '$[1]') AS token,
           json_extract(value, '$[2]') AS delay_ms, :now AS at
    FROM json_each(:rows)
)
UPDATE crawl_jobs
SET status = 'NEW', attempt = attempt - 1, next_run_at = CASE WHEN told.delay_ms > 0 THEN told.at + told.delay_ms END,
    updated_at = told.at, lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
FROM told
WHERE crawl_jobs.id = told.job_id AND crawl_jobs.lease_token = told.token
  AND +crawl_jobs.status = 'RUNNING' AND +crawl_jobs.lock_expires_at > told.at

-- name: volunteer_result
-- Reports' own rows, each only when its lease ended in one of its `ends`. :rows = [[id, lease_token, person, machine,
-- reader_version, state, repeats, outcome_json, ends, doubted], …]; `ends` is a JSON array in a text.
INSERT INTO volunteer_results (lease_token, job_id, person, machine, shop, reader_version, state, repeats, outcome_json,
                               reported_at, settled_at, doubted)
SELECT told.token, j.id, told.person, told.machine,
       CASE WHEN j.platform = 'other' AND j.shop_id IS NOT NULL THEN 'other/' || j.shop_id ELSE j.platform END,
       told.reader_version, told.state, told.repeats, told.outcome_json, :now,
       CASE WHEN told.state NOT IN ('unchecked', 'waiting') THEN :now END, told.doubted
FROM (SELECT json_extract(value, '$[0]') AS job_id, json_extract(value, '$[1]') AS token,
             json_extract(value, '$[2]') AS person, json_extract(value, '$[3]') AS machine,
             json_extract(value, '$[4]') AS reader_version, json_extract(value, '$[5]') AS state,
             json_extract(value, '$[6]') AS repeats, json_extract(value, '$[7]') AS outcome_json,
             json_extract(value, '$[8]') AS ends, json_extract(value, '$[9]') AS doubted FROM json_each(:rows)) AS told
CROSS JOIN crawl_jobs j ON j.id = told.job_id
WHERE EXISTS (
    SELECT 1 FROM job_events e
    WHERE e.job_id = told.job_id AND e.lease_token = told.token AND e.from_status = 'RUNNING'
      AND e.to_status IN (SELECT value FROM json_each(told.ends))
      AND COALESCE(e.error_code, '') NOT IN ('LEASE_EXPIRED', 'CANCELLED')
      AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events last WHERE last.job_id = told.job_id))
ON CONFLICT DO NOTHING

-- name: taken
-- A condition (`:taken`, see statements.py) of what hangs on a report's own row: the report of the lease `told.own` was taken,
-- and the lease ended in one of `told.ends`; a result that was recorded has the hash `told.hash`.
EXISTS (
    SELECT 1 FROM volunteer_results own CROSS JOIN job_events e ON e.job_id = own.job_id
    CROSS JOIN crawl_jobs j ON j.id = own.job_id
    WHERE own.lease_token = told.own AND e.lease_token = own.lease_token
      AND e.from_status = 'RUNNING' AND e.to_status IN (SELECT value FROM json_each(told.ends))
      AND (e.to_status <> 'SUCCEEDED' OR (j.lease_token = own.lease_token AND j.content_hash IS told.hash))
      AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events last WHERE last.job_id = own.job_id))

-- name: settle_results
-- How results stand now; :rows = [[lease_token, state, own, ends, hash], …]. Only where the report that settles them was taken
-- (own is its lease token), and never twice.
WITH settled AS MATERIALIZED (
    SELECT told.token, told.state
    FROM (SELECT json_extract(value, '$[0]') AS token, json_extract(value, '$[1]') AS state,
                 json_extract(value, '$[2]') AS own, json_extract(value, '$[3]') AS ends,
                 json_extract(value, '$[4]') AS hash FROM json_each(:rows)) AS told
    WHERE :taken
)
UPDATE volunteer_results SET state = settled.state, outcome_json = NULL, settled_at = :now
FROM settled
WHERE volunteer_results.lease_token = settled.token AND +volunteer_results.state IN ('waiting', 'unchecked')

-- name: exclude
-- Do not give jobs to a person ('*': to any volunteer) for so long, where the report of `own` was taken.
-- :rows = [[id, person, exclude_ms, own, ends, hash], …]
INSERT INTO job_exclusions (job_id, person, until_at)
SELECT told.job_id, told.person, :now + told.exclude_ms
FROM (SELECT json_extract(value, '$[0]') AS job_id, json_extract(value, '$[1]') AS person,
             json_extract(value, '$[2]') AS exclude_ms, json_extract(value, '$[3]') AS own,
             json_extract(value, '$[4]') AS ends, json_extract(value, '$[5]') AS hash FROM json_each(:rows)) AS told
WHERE :taken
ON CONFLICT (job_id, person) DO UPDATE SET until_at = MAX(until_at, excluded.until_at)

-- name: exclude_nobody
-- What jobs' second looks needed is done with, where the report that settled them was taken.
-- :rows = [[id, own, ends, hash], …]
DELETE FROM job_exclusions
WHERE job_id IN (
    SELECT told.job_id
    FROM (SELECT json_extract(value, '$[0]') AS job_id, json_extract(value, '$[1]') AS own,
                 json_extract(value, '$[2]') AS ends, json_extract(value, '$[3]') AS hash FROM json_each(:rows)) AS told
    WHERE :taken)

-- name: report_facts
-- What reports are decided by: the job with its lease, the person's trust with its shop, the person's standing, how the
-- report stands when it came before, and who reported the result that stands on the job's row (NULL: an operator's worker,
-- or somebody more than 30 days ago). :rows = [[id, lease_token, person], …]
SELECT j.id, told.token AS asked, j.attempt, j.max_attempts, j.platform, j.region, j.shop_id, j.url_norm,
       j.result_json, :now AS now_ms,
       j.status = 'RUNNING' AND j.lease_token = told.token AND j.lock_expires_at > :now AS held,
       t.cv, t.outdated_cv, t.reader_version, s.failed, s.failed_at, s.confirmed_since, s.set_aside_at,
       (SELECT own.state FROM volunteer_results own
        WHERE own.lease_token = told.token AND own.person = told.person) AS own_state,
       (SELECT v.person FROM volunteer_results v WHERE v.lease_token = (
            SELECT e.lease_token FROM job_events e
            WHERE e.job_id = told.job_id AND e.to_status = 'SUCCEEDED'
              AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events last WHERE last.job_id = told.job_id)
            ORDER BY e.seq DESC LIMIT 1)) AS said_by
FROM (SELECT json_extract(value, '$[0]') AS job_id, json_extract(value, '$[1]') AS token,
             json_extract(value, '$[2]') AS person FROM json_each(:rows)) AS told
CROSS JOIN crawl_jobs j ON j.id = told.job_id
LEFT JOIN trust t ON t.person = told.person
    AND t.shop = CASE WHEN j.platform = 'other' AND j.shop_id IS NOT NULL THEN 'other/' || j.shop_id ELSE j.platform END
LEFT JOIN standings s ON s.person = told.person

-- name: heard
-- Whether reports were taken. :rows = [[lease_token, person], …]
SELECT v.lease_token, v.person, v.state FROM json_each(:rows) AS told
CROSS JOIN volunteer_results v ON v.lease_token = json_extract(told.value, '$[0]')
WHERE v.person = json_extract(told.value, '$[1]')

-- name: known_product
-- What is trusted of products now. `version` changes with whatever a sight is weighed by (see succeed).
-- :rows = [[product_key], …]
SELECT p.*, p.last_seen_at || ' ' || p.job_id || ' ' || COALESCE(p.price_minor, '') AS version
FROM json_each(:rows) AS asked CROSS JOIN products p ON p.product_key = json_extract(asked.value, '$[0]')

-- name: waiting_of_job
-- The results of jobs that wait for a second look, oldest first, each with its person's trust. :rows = [[job_id], …]
SELECT v.job_id, v.lease_token, v.person, v.reader_version, v.reported_at, v.repeats, v.outcome_json, v.doubted, t.cv,
       t.outdated_cv, t.reader_version AS trusted_reader
FROM json_each(:rows) AS asked CROSS JOIN volunteer_results v ON v.job_id = json_extract(asked.value, '$[0]')
LEFT JOIN trust t ON t.person = v.person AND t.shop = v.shop
WHERE v.state = 'waiting' ORDER BY v.reported_at, v.lease_token

-- name: waiting_at_ended_jobs
-- Results that still wait although their job has ended: by an operator's worker, which knows nothing of them, or by a word
-- of the operator's. `forgiven`: how often the person was forgiven within :forgiven_ms what nobody else saw. Of the first
-- :limit as many as have :most_bytes together, at least one: a server's answer has its bounds. Without those of :but, a list
-- of lease tokens.
SELECT v.lease_token, v.job_id, v.person, v.reader_version, v.reported_at, v.repeats, v.outcome_json, v.doubted,
       (SELECT COUNT(*) FROM volunteer_results f
        WHERE f.person = v.person AND f.doubted = 'forgiven' AND f.settled_at > :now - :forgiven_ms) AS forgiven,
       t.cv, t.outdated_cv, t.reader_version AS trusted_reader, j.status, j.finished_at, j.platform, j.region, j.url_norm, j.result_json
FROM (SELECT lease_token, bytes, SUM(bytes) OVER (ORDER BY job_id, reported_at, lease_token) AS so_far
      FROM (SELECT v.job_id, v.reported_at, v.lease_token,
                   LENGTH(CAST(v.outcome_json AS BLOB)) + LENGTH(CAST(COALESCE(j.result_json, '') AS BLOB)) AS bytes
            FROM volunteer_results v CROSS JOIN crawl_jobs j ON j.id = v.job_id
            WHERE v.state = 'waiting' AND +j.status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD')
              AND +v.lease_token NOT IN (SELECT value FROM json_each(:but))
            ORDER BY v.job_id, v.reported_at, v.lease_token LIMIT :limit)) AS first
CROSS JOIN volunteer_results v ON v.lease_token = first.lease_token
CROSS JOIN crawl_jobs j ON j.id = v.job_id
LEFT JOIN trust t ON t.person = v.person AND t.shop = v.shop
WHERE first.so_far <= :most_bytes OR first.so_far = first.bytes
ORDER BY v.job_id, v.reported_at, v.lease_token

-- name: checked_at_shop
-- Who was checked at the shop of this result within :within_ms (here), who failed there, and who failed elsewhere.
SELECT v.person, MAX(v.shop = own.shop) AS here, MAX(v.shop = own.shop AND v.state = 'refused') AS failed,
       MAX(v.shop <> own.shop) AS elsewhere
FROM volunteer_results own CROSS JOIN volunteer_results v
WHERE own.lease_token = :lease_token AND v.settled_at > :now - :within_ms
  AND (v.state = 'refused' OR (v.state = 'confirmed' AND v.shop = own.shop))
GROUP BY v.person

-- name: stays
-- Persons whom a failed check has just set aside stay, for the shop is in doubt. :rows = [[lease_token], …] Right behind
-- settle_at_end, in one batch with it; each statement has its own :now, so what tells is that both times are one.
UPDATE standings SET set_aside_at = NULL, set_aside_reason = NULL
WHERE (person, set_aside_at) IN (
    SELECT v.person, v.settled_at FROM json_each(:rows) AS asked
    CROSS JOIN volunteer_results v ON v.lease_token = json_extract(asked.value, '$[0]')
    WHERE v.state = 'refused')

-- name: settle_at_end
-- How they stand, while the job has not been opened again. :rows = [[lease_token, state, forgiven: 1 or 0], …]
UPDATE volunteer_results
SET doubted = (SELECT CASE WHEN json_extract(value, '$[2]') THEN 'forgiven' ELSE doubted END
               FROM json_each(:rows) WHERE json_extract(value, '$[0]') = lease_token),
    state = (SELECT json_extract(value, '$[1]') FROM json_each(:rows) WHERE json_extract(value, '$[0]') = lease_token),
    outcome_json = NULL, settled_at = :now
WHERE lease_token IN (SELECT json_extract(value, '$[0]') FROM json_each(:rows)) AND state = 'waiting' AND job_id = :id
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.finished_at = :finished_at)

-- name: exclude_nobody_at_end
-- A job without waiting results is anybody's.
DELETE FROM job_exclusions
WHERE job_id = :id AND NOT EXISTS (SELECT 1 FROM volunteer_results v WHERE v.job_id = :id AND v.state = 'waiting')

-- name: unconfirm
-- unconfirm: nobody came for the second look within :patience_ms, or within :patience_with_operators_ms while a worker of
-- the operator's is alive that takes the shop's jobs and goes the job's way: a direct one (without named ways it goes http), or a
-- trusted machine at a gateway. Jobs of a paused shop wait. The link is crawled again after :again_ms; no failure is counted.
-- Whether such a worker lives is asked once for each shop and way, not once for each result that waits.
WITH overdue AS MATERIALIZED (
    SELECT v.job_id, v.reported_at, j.platform, COALESCE(j.via, 'http') AS way
    FROM volunteer_results v CROSS JOIN crawl_jobs j ON j.id = v.job_id
    WHERE v.state = 'waiting' AND v.reported_at <= :now - MIN(:patience_ms, :patience_with_operators_ms)
      AND +j.status IN ('NEW', 'QUEUED', 'FAILED_RETRYABLE')
      AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id))
),
lanes AS MATERIALIZED (
    SELECT o.platform, o.way, CASE
        WHEN EXISTS (SELECT 1 FROM workers w WHERE w.role = 'worker' AND w.last_seen_at > :now - :alive_ms
                       AND w.state <> :stopped
                       AND (w.platforms IS NULL OR instr(',' || w.platforms || ',', ',' || o.platform || ','))
                       AND instr(',' || COALESCE(w.ways, 'http') || ',', ',' || o.way || ','))
          OR EXISTS (SELECT 1 FROM persons p JOIN machines m ON m.person = p.id
                     WHERE instr(',' || COALESCE(m.ways, 'http') || ',', ',' || o.way || ',') AND p.trusted
                       AND p.revoked_at IS NULL AND p.paused_at IS NULL AND m.revoked_at IS NULL
                       AND m.left_at IS NULL AND m.paused_at IS NULL AND m.last_seen_at > :now - :alive_ms)
        THEN :patience_with_operators_ms ELSE :patience_ms END AS patience_ms
    FROM (SELECT DISTINCT platform, way FROM overdue) AS o
)
UPDATE crawl_jobs
SET status = 'FAILED_PERMANENT', error_code = 'UNCONFIRMED', finished_at = :now, updated_at = :now,
    last_error = 'a volunteer''s result waited for a second look, and nobody came', next_crawl_at = :now + :again_ms,
    next_run_at = NULL
WHERE id IN (
    SELECT o.job_id FROM overdue o CROSS JOIN lanes l ON l.platform = o.platform AND l.way = o.way
    WHERE o.reported_at <= :now - l.patience_ms
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
              AND last.generation = products.generation
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
-- Unchecked results have stood for 30 days (a trigger gives credit). It jumps through the index from person to person, and
-- reads of each only what is that old.
DELETE FROM volunteer_results
WHERE lease_token IN (
    WITH RECURSIVE persons_of (person) AS (
        SELECT MIN(person) FROM volunteer_results WHERE state = 'unchecked'
        UNION ALL
        SELECT (SELECT MIN(v.person) FROM volunteer_results v WHERE v.state = 'unchecked' AND v.person > p.person)
        FROM persons_of p WHERE p.person IS NOT NULL
    )
    SELECT v.lease_token FROM persons_of p CROSS JOIN volunteer_results v ON v.person = p.person
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
-- What volunteers said of a job in the last 30 days, oldest first, and what the attempt ended as. `outcome_json` while it
-- waits.
SELECT v.lease_token, v.person, v.machine, v.reader_version, v.state, v.reported_at, v.settled_at, v.outcome_json,
       e.to_status AS ended_as, e.error_code, COALESCE(p.name, v.person) AS person_name,
       COALESCE(m.name, v.machine) AS machine_name
FROM job_events e CROSS JOIN volunteer_results v ON v.lease_token = e.lease_token
LEFT JOIN persons p ON p.id = v.person LEFT JOIN machines m ON m.id = v.machine
WHERE e.job_id = :id AND e.from_status = 'RUNNING' ORDER BY e.seq

-- name: trust_records
-- How far persons are trusted with each shop; NULL for :person means everybody.
SELECT person, shop, reader_version, cv, outdated_cv, confirmed, failed, credit
FROM trust WHERE :person IS NULL OR person = :person ORDER BY person, shop

-- name: standings
-- Who failed checks, and who is set aside; NULL for :person means everybody.
SELECT person, failed, failed_at, confirmed_since, set_aside_at, set_aside_reason, forgiven_at
FROM standings WHERE :person IS NULL OR person = :person ORDER BY person

-- name: failed_checks
-- Reports of a person that another look contradicted, the last first.
SELECT job_id, shop, machine, reported_at, settled_at FROM volunteer_results
WHERE settled_at IS NOT NULL AND person = :person AND state = 'refused' ORDER BY settled_at DESC LIMIT :limit

-- name: waiting_by_person
-- Of every person, or one, whose results wait for a second look: how many, and since when the oldest.
SELECT person, COUNT(*) AS results, MIN(reported_at) AS oldest_at FROM volunteer_results
WHERE state = 'waiting' AND (:person IS NULL OR person = :person) GROUP BY person

-- name: waiting_results
-- How many results wait for a second look, and since when the oldest.
SELECT COUNT(*) AS waiting, MIN(reported_at) AS oldest_at FROM volunteer_results WHERE state = 'waiting'

-- name: looks_wanted
-- By shop (platform): results that wait, since when the oldest; jobs whose looks differ, which an operator's worker alone is
-- given; and how many operators' workers that take the shop's jobs and go the way of some of these, direct or trusted machines
-- at a gateway, were seen within :seen_ms.
WITH wanted (shop, job_id, via, reported_at) AS MATERIALIZED (
    SELECT j.platform, j.id, COALESCE(j.via, 'http'), v.reported_at
    FROM volunteer_results v CROSS JOIN crawl_jobs j ON j.id = v.job_id WHERE v.state = 'waiting'
)
SELECT a.shop, COUNT(*) AS waiting, MIN(a.reported_at) AS oldest_at,
       (SELECT COUNT(*) FROM (SELECT b.job_id FROM wanted b WHERE b.shop = a.shop
                              GROUP BY b.job_id HAVING COUNT(*) > 1)) AS third_looks,
       (SELECT COUNT(*) FROM workers w WHERE w.role = 'worker' AND w.last_seen_at > :now - :seen_ms AND w.state <> :stopped
          AND (w.platforms IS NULL OR instr(',' || w.platforms || ',', ',' || a.shop || ','))
          AND EXISTS (SELECT 1 FROM wanted b WHERE b.shop = a.shop
                      AND instr(',' || COALESCE(w.ways, 'http') || ',', ',' || b.via || ',')))
       + (SELECT COUNT(*) FROM persons p JOIN machines m ON m.person = p.id
          WHERE p.trusted AND p.revoked_at IS NULL AND p.paused_at IS NULL AND m.revoked_at IS NULL
            AND m.left_at IS NULL AND m.paused_at IS NULL AND m.last_seen_at > :now - :seen_ms
            AND EXISTS (SELECT 1 FROM wanted b WHERE b.shop = a.shop
                        AND instr(',' || COALESCE(m.ways, 'http') || ',', ',' || b.via || ','))) AS operators_seen
FROM wanted a GROUP BY a.shop ORDER BY a.shop

-- name: forgive
-- An operator takes a person in again: checks failed before do not count. Trust begins anew.
UPDATE standings SET failed = 0, failed_at = NULL, confirmed_since = 0, set_aside_at = NULL, set_aside_reason = NULL,
                     forgiven_at = :now
WHERE person = :person
RETURNING person
