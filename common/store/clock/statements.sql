-- Statements for a clock that went back. As in ../statements.sql: each has a name, and `:now` is the database's clock.
--
-- A clock that stood hours or years ahead and was put right leaves times behind that are as far away: a lease that ends then,
-- a lead that runs out then, a budget that is paid off then. Each of them is moved back by as much, and none into the past.
-- They are one batch, and change something only while the latest time that was seen still lies ahead (`ahead`): two
-- processes that notice at once move them once.

-- name: clock_seen
-- The latest time that the database's clock was seen to show stands in leadership, as a role that nobody leads: to about
-- :written_every_ms, for every round of a dispatcher asks, and a hosted database bills each row written. What a worker or
-- another process left counts too, in case no dispatcher was there meanwhile.
INSERT INTO leadership (role, holder, expires_at)
VALUES ('clock', 'the latest time seen', MAX(:now, COALESCE((SELECT MAX(last_seen_at) FROM workers), 0)))
ON CONFLICT (role) DO UPDATE SET expires_at = excluded.expires_at
WHERE excluded.expires_at >= leadership.expires_at + :written_every_ms

-- name: clock_ahead
-- How far that time lies ahead of now.
SELECT expires_at - :now AS ahead_ms FROM leadership WHERE role = 'clock'

-- name: clock_recorded
-- Of the crawls that ended later than now, by the times that the clock showed: how long before the latest time seen the first
-- one ended, and how far ahead of now (NULL: there is none); and whether any ended before now.
SELECT latest - first_at AS spread_ms, first_at - :now AS gap_ms, EXISTS (
    SELECT 1 FROM job_events WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED' AND at <= :now) AS any_before
FROM (
    SELECT l.expires_at AS latest, (
        SELECT MIN(at) FROM job_events
        WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED' AND at > :now AND at <= l.expires_at) AS first_at
    FROM leadership l WHERE l.role = 'clock')

-- name: clock_passed
-- How far ahead of the clock the product lies that was seen last; NULL: there is none.
SELECT MAX(last_seen_at) - :now AS ahead_ms FROM products

-- name: clock_back_leases
-- Whoever holds a lease that began before the clock stood ahead has :renew_ms to renew it.
UPDATE crawl_jobs SET lock_expires_at = MAX(:now + :renew_ms, lock_expires_at - :back_ms)
WHERE status = 'RUNNING' AND lock_expires_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_due
UPDATE crawl_jobs SET next_run_at = MAX(:now, next_run_at - :back_ms)
WHERE status IN ('NEW', 'QUEUED', 'FAILED_RETRYABLE') AND next_run_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_recrawls
-- Of what ended while the clock stood ahead; the others' time was right.
UPDATE crawl_jobs SET next_crawl_at = MAX(:now, next_crawl_at - :back_ms)
WHERE status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD') AND next_crawl_at > :now AND finished_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_shops
-- A budget, how far a shop's health is counted, and from when on it counts.
UPDATE shops SET budget_at = CASE WHEN budget_at > :now THEN MAX(:now, budget_at - :back_ms) ELSE budget_at END,
                 read_to = MIN(read_to, :now), judged_from = MIN(judged_from, :now)
WHERE (budget_at > :now OR read_to > :now OR judged_from > :now)
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_walls
UPDATE way_walls SET tried_at = :now
WHERE tried_at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_official_pauses
UPDATE official_sources SET paused_until = MAX(:now, paused_until - :back_ms)
WHERE paused_until > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_official_calls
-- Calls of minutes that are still to come were made by now: they count as this minute's, and so for an hour.
INSERT INTO official_calls (source, minute, calls)
SELECT source, :now / 60000, SUM(calls) FROM official_calls
WHERE minute > :now / 60000
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)
GROUP BY source
ON CONFLICT (source, minute) DO UPDATE SET calls = calls + excluded.calls

-- name: clock_back_official_minutes
DELETE FROM official_calls
WHERE minute > :now / 60000
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_exclusions
UPDATE job_exclusions SET until_at = MAX(:now, until_at - :back_ms)
WHERE until_at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_ties
UPDATE proxy_ties SET until = MAX(:now, until - :back_ms)
WHERE until > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_proxies
UPDATE proxies SET off_until = MAX(:now, off_until - :back_ms)
WHERE off_until > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_looks
-- Results that wait for a second look wait from now on.
UPDATE volunteer_results SET reported_at = :now
WHERE state = 'waiting' AND reported_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_sights
-- Of sights that wait, the latest is what the next look is held against.
UPDATE pending_results SET seen_at = MIN(:now, seen_at - :back_ms)
WHERE seen_at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_prices
-- A product's prices stand in the order of their times: one that lies ahead would be the last until then, and what is seen
-- meanwhile be held against it. Before clock_back_products, whose index tells which products have any.
UPDATE price_observations
SET observed_at = MIN(:now, observed_at - :back_ms),
    first_seen_at = CASE WHEN first_seen_at > :now THEN MIN(:now, first_seen_at - :back_ms) ELSE first_seen_at END
WHERE product_key IN (SELECT product_key FROM products WHERE last_seen_at > :now) AND observed_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_products
-- What another link's crawl saw earlier than a product was last seen is not taken for it.
UPDATE products
SET last_seen_at = MIN(:now, last_seen_at - :back_ms),
    first_seen_at = CASE WHEN first_seen_at > :now THEN MIN(:now, first_seen_at - :back_ms) ELSE first_seen_at END,
    price_at = CASE WHEN price_at > :now THEN MIN(:now, price_at - :back_ms) ELSE price_at END,
    gone_at = CASE WHEN gone_at > :now THEN MIN(:now, gone_at - :back_ms) ELSE gone_at END,
    anew_at = CASE WHEN anew_at > :now THEN MIN(:now, anew_at - :back_ms) ELSE anew_at END
WHERE last_seen_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_changes
UPDATE product_changes SET at = MIN(:now, at - :back_ms)
WHERE at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_sessions
-- Those that began while the clock stood ahead: an earlier one ends sooner than that.
UPDATE console_sessions SET expires_at = expires_at - :back_ms
WHERE expires_at > :now + :back_ms
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_gateway_leases
UPDATE gateway_leases SET claimed_at = :now
WHERE ended_at IS NULL AND claimed_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_given_up
-- Who gave a job up, or lost it, while the clock stood ahead is given it again as soon as anybody who did so now.
UPDATE gateway_leases SET ended_at = :now
WHERE ended_at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_notices
UPDATE notices SET due_at = MAX(:now, due_at - :back_ms), tried_at = MIN(tried_at, :now)
WHERE state IN ('waiting', 'sending') AND (due_at > :now OR tried_at > :now)
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_targets
UPDATE notice_targets SET not_before = MAX(:now, not_before - :back_ms)
WHERE not_before > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_machines
UPDATE machines SET last_seen_at = :now
WHERE last_seen_at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_workers
UPDATE workers SET last_seen_at = :now
WHERE last_seen_at > :now AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)

-- name: clock_back_leaders
-- The last of the batch: no time seen lies ahead any more, and every lead runs out when it should.
UPDATE leadership
SET expires_at = CASE role WHEN 'clock' THEN :now ELSE MAX(:now, expires_at - :back_ms) END
WHERE expires_at > :now
  AND EXISTS (SELECT 1 FROM leadership WHERE role = 'clock' AND expires_at > :now + :tolerated_ms)
