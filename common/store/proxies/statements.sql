-- Statements of ProxyStore. As in ../statements.sql: each has a name, and `:now` is the database's clock.

-- name: proxies_shown
-- Every proxy with how it stands, for people: without its password.
SELECT name, scheme, host, port, user, password IS NOT NULL AS has_password, domains, switched_off_at, switched_off_reason,
       added_at, added_by, failures, times_off, MAX(0, COALESCE(off_until, 0) - :now) AS off_ms, answered, failed, mean_ms,
       last_used_at, last_failed_at, last_error
FROM proxies ORDER BY name

-- name: proxies_to_use
-- Every proxy as a worker needs it.
SELECT name, scheme, host, port, user, password, domains, switched_off_at IS NULL AS switched_on, failures,
       MAX(0, COALESCE(off_until, 0) - :now) AS off_ms
FROM proxies ORDER BY name

-- name: ties_of_another
-- Before a proxy joins the list under a new name: ties to that name are another's, which was removed. They keep to it, under
-- a name that none can have, and their jobs wait on: what one proxy was refused, no other asks for under its name.
UPDATE proxy_ties SET proxy = proxy || ' (removed)'
WHERE proxy = :proxy AND NOT EXISTS (SELECT 1 FROM proxies WHERE name = :proxy)

-- name: add_proxy
-- A proxy joins the list; a row back means its name is new.
INSERT INTO proxies (name, scheme, host, port, user, password, domains, added_at, added_by)
VALUES (:proxy, :scheme, :host, :port, :user, :password, :domains, :now, :by)
ON CONFLICT DO NOTHING RETURNING name

-- name: remove_proxy
-- A proxy leaves the list. Jobs that are tied to it wait until their tie ends.
DELETE FROM proxies WHERE name = :proxy RETURNING name

-- name: switch_proxy_off
-- An operator wants a proxy left alone until it is switched on.
UPDATE proxies SET switched_off_at = :now, switched_off_reason = :reason WHERE name = :proxy RETURNING name

-- name: switch_proxy_on
-- An operator wants a proxy used again, as if nothing had been seen of it.
UPDATE proxies
SET switched_off_at = NULL, switched_off_reason = NULL, failures = 0, times_off = 0, off_until = NULL
WHERE name = :proxy RETURNING name

-- name: proxy_seen
-- What a worker saw of a proxy since it told last: :answered and :failed requests, of the failed ones :in_a_row that count
-- after its last answer. :off_after in a row switch it off for :first_ms, twice as long each time up to :longest_ms; what
-- others saw before it was switched off does not add to that. An answer ends it.
UPDATE proxies
SET answered = answered + :answered,
    failed = failed + :failed,
    failures = CASE WHEN :answered > 0 THEN 0 ELSE failures END + :in_a_row,
    mean_ms = CASE WHEN :mean_ms IS NULL THEN mean_ms WHEN mean_ms IS NULL THEN :mean_ms
                   ELSE (3 * mean_ms + :mean_ms) / 4 END,
    last_used_at = :now,
    last_failed_at = CASE WHEN :failed > 0 THEN :now ELSE last_failed_at END,
    last_error = COALESCE(:error, last_error),
    times_off = CASE
        WHEN :in_a_row > 0 AND CASE WHEN :answered > 0 THEN 0 ELSE failures END + :in_a_row >= :off_after
        THEN times_off + (COALESCE(off_until, 0) <= :now)
        WHEN :answered > 0 THEN 0 ELSE times_off END,
    off_until = CASE
        WHEN :in_a_row > 0 AND CASE WHEN :answered > 0 THEN 0 ELSE failures END + :in_a_row >= :off_after
        THEN CASE WHEN COALESCE(off_until, 0) <= :now
                  THEN :now + MIN(:longest_ms, :first_ms << MIN(times_off, 20)) ELSE off_until END
        WHEN :answered > 0 THEN NULL ELSE off_until END
WHERE name = :proxy

-- name: tie_job
-- A shop refused a job: it goes to that domain no other way for a while.
INSERT INTO proxy_ties (job_id, domain, proxy, until) VALUES (:job_id, :domain, :proxy, :now + :for_ms)
ON CONFLICT (job_id, domain) DO UPDATE SET until = excluded.until

-- name: no_volunteers_job
-- A volunteer's home is another way: none is given a job that a shop refused through a proxy.
INSERT INTO job_exclusions (job_id, person, until_at) VALUES (:job_id, '*', :now + :for_ms)
ON CONFLICT (job_id, person) DO UPDATE SET until_at = MAX(until_at, excluded.until_at)

-- name: ties_of_job
-- The domains to which a job goes one way only. A job without such, whose pages were refused within :refused_ms to a worker
-- that writes no ties (one without proxies, a trusted machine), goes to every domain ('*') through none. One untrusted
-- person's word of a refusal ties nothing, as it does nothing else. Its last hundred events are looked through.
SELECT domain, proxy FROM proxy_ties WHERE job_id = :job_id AND until > :now
UNION ALL
SELECT '*', NULL
WHERE NOT EXISTS (SELECT 1 FROM proxy_ties t WHERE t.job_id = :job_id AND t.until > :now)
  AND EXISTS (
    SELECT 1 FROM job_events e
    WHERE e.job_id = :job_id AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events last WHERE last.job_id = :job_id)
      AND e.at > :now - :refused_ms AND e.from_status = 'RUNNING' AND e.via IS NOT 'official'
      AND e.error_code IN ('RATE_LIMITED', 'AUTH_FAILED', 'ACCESS_DENIED')
      AND NOT EXISTS (SELECT 1 FROM gateway_leases g JOIN persons p ON p.id = g.person AND NOT p.trusted
                      WHERE g.lease_token = e.lease_token))

-- name: forget_ties
-- Ties that are over. Before new ones are made: one that is over must not come back with the proxy that it named.
DELETE FROM proxy_ties WHERE until <= :now
