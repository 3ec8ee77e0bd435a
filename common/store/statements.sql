-- Every statement the store runs, in the order of a job's life. `-- name:` begins a statement; the comment lines after
-- it describe it. Values are bound as :name. `:now` is not bound: statements.py replaces it by the caller's clock
-- (:now_ms) or, when that is NULL, by the database's own clock, in milliseconds.
--
-- A `+` before a column keeps the planner from using that column's index: these statements must find rows by id,
-- whatever the table's statistics say.
--
-- Every statement that ends a lease has in its WHERE the lease_token, status RUNNING and a lease that has not run out.
-- Zero rows back means that the lease was lost and nothing was written.

-- name: now
-- The clock all leases run on.
SELECT :now AS now_ms

-- name: add_jobs
-- Accept links as jobs. A link whose url_norm is known adds nothing. :sighted = 1: only links whose sighting by the same
-- account is recorded.
INSERT INTO crawl_jobs (id, source, source_account, source_post_id, url, url_norm, platform, region, shop_id, item_id,
                        priority, max_attempts, created_at, updated_at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
       json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]'),
       json_extract(value, '$[9]'), json_extract(value, '$[10]'), json_extract(value, '$[11]'), :now, :now
FROM json_each(:rows)
WHERE NOT :sighted OR EXISTS (
    SELECT 1 FROM job_sightings s
    WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
      AND s.source_account = json_extract(value, '$[2]'))
ON CONFLICT DO NOTHING
RETURNING id

-- name: open_day
-- The account's row, with the day's count of links begun anew on a new day (UTC).
INSERT INTO feed_cursors (source, account, links_day) VALUES (:source, :account, :now / 86400000)
ON CONFLICT (source, account) DO UPDATE SET links_day = excluded.links_day, links_in_day = 0
WHERE links_day IS NOT excluded.links_day

-- name: add_sightings
-- Which post named which link, of links that the account never named before: the first ones, as many as its day has room for
-- (:links_per_day; NULL: all), and of each the first post.
INSERT INTO job_sightings (job_id, source, source_account, source_post_id, post_url, posted_at, url, seen_at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
       json_extract(value, '$[6]'), :now
FROM (
    SELECT value, found.key AS place, ROW_NUMBER() OVER (PARTITION BY json_extract(value, '$[0]') ORDER BY found.key) AS number
    FROM json_each(:rows) AS found
)
WHERE number = 1 AND NOT EXISTS (
    SELECT 1 FROM job_sightings s
    WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
      AND s.source_account = json_extract(value, '$[2]'))
ORDER BY place
LIMIT CASE WHEN :links_per_day IS NULL THEN -1 ELSE MAX(0, :links_per_day - (
    SELECT links_in_day FROM feed_cursors WHERE source = :source AND account = :account)) END
ON CONFLICT DO NOTHING

-- name: add_sightings_again
-- Further posts of links that the account has named; of each link :keep posts at the most. A feed may give its entries
-- other ids whenever it is made.
INSERT INTO job_sightings (job_id, source, source_account, source_post_id, post_url, posted_at, url, seen_at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
       json_extract(value, '$[6]'), :now
FROM (
    SELECT value, ROW_NUMBER() OVER (PARTITION BY json_extract(value, '$[0]') ORDER BY found.key) AS number
    FROM json_each(:rows) AS found
    WHERE NOT EXISTS (
        SELECT 1 FROM job_sightings s
        WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
          AND s.source_account = json_extract(value, '$[2]') AND s.source_post_id = json_extract(value, '$[3]'))
)
WHERE number <= :keep - (
    SELECT COUNT(*) FROM (
        SELECT 1 FROM job_sightings s
        WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
          AND s.source_account = json_extract(value, '$[2]') LIMIT :keep))
  AND EXISTS (
    SELECT 1 FROM job_sightings s
    WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
      AND s.source_account = json_extract(value, '$[2]'))
ON CONFLICT DO NOTHING

-- name: polled
-- A poll that worked; right behind add_sightings, for changes() counts what that accepted. The cursor is stored in the same
-- batch as the links it led to, the last of them where they come in parts (:is_last = 1). A NULL cursor keeps the old one, and so
-- does a link that was not accepted; what the new one says of an answer that was read in part is kept all the same.
UPDATE feed_cursors
SET (cursor, day_spent_at) = (
        SELECT CASE WHEN :is_last AND NOT waiting THEN COALESCE(:cursor, cursor)
            WHEN json_valid(:cursor) AND json_extract(:cursor, '$.read_in_part') IS NOT NULL
            THEN json_set(COALESCE(cursor, '{}'), '$.read_in_part', json_extract(:cursor, '$.read_in_part'))
            ELSE cursor END, CASE WHEN waiting THEN :now END
        FROM (SELECT EXISTS (
            SELECT 1 FROM json_each(:rows)
            WHERE NOT EXISTS (
                SELECT 1 FROM job_sightings s
                WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
                  AND s.source_account = json_extract(value, '$[2]'))
        ) AS waiting)),
    links_in_day = links_in_day + changes(), last_polled_at = :now, last_error = NULL, failures = 0, next_poll_at = NULL
WHERE source = :source AND account = :account

-- name: links_waiting
-- How many links of a poll were not accepted, and when their account's day ends.
SELECT COUNT(DISTINCT json_extract(value, '$[0]')) AS waiting, 86400000 - :now % 86400000 AS day_ends_in_ms
FROM json_each(:rows)
WHERE NOT EXISTS (
    SELECT 1 FROM job_sightings s
    WHERE s.job_id = json_extract(value, '$[0]') AND s.source = json_extract(value, '$[1]')
      AND s.source_account = json_extract(value, '$[2]'))

-- name: add_skips
-- Posts that could not be read, or whose links were not all taken. The first reason stays.
INSERT INTO feed_skips (source, account, source_post_id, reason, at, links_left_out)
SELECT :source, :account, json_extract(value, '$[0]'), json_extract(value, '$[1]'), :now, json_extract(value, '$[2]')
FROM json_each(:rows) WHERE true
ON CONFLICT DO NOTHING

-- name: forget_skips
-- Only the :keep posts of an account that were set aside last stay.
DELETE FROM feed_skips
WHERE source = :source AND account = :account AND source_post_id IN (
    SELECT source_post_id FROM feed_skips WHERE source = :source AND account = :account
    ORDER BY at DESC, source_post_id LIMIT -1 OFFSET :keep)

-- name: add_unregistered
-- How many posts linked to domains that are no shop here. :rows = [[domain, posts], …]
INSERT INTO unregistered_links (domain, posts, first_seen_at, last_seen_at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), :now, :now FROM json_each(:rows) WHERE true
ON CONFLICT (domain) DO UPDATE SET posts = posts + excluded.posts, last_seen_at = excluded.last_seen_at

-- name: forget_unregistered
-- Only the :keep domains seen last stay.
DELETE FROM unregistered_links
WHERE domain IN (SELECT domain FROM unregistered_links ORDER BY last_seen_at DESC, posts DESC, domain LIMIT -1 OFFSET :keep)

-- name: unregistered
-- Domains that are no shop here, the most linked first.
SELECT domain, posts, first_seen_at, last_seen_at FROM unregistered_links ORDER BY posts DESC, domain

-- name: poll_failed
-- A poll that failed: the cursor stays, failures in a row are counted. A poll that works leaves failing_since, so of the first
-- failure after it that begins anew.
INSERT INTO feed_cursors (source, account, last_error, failures, next_poll_at, failing_since, last_failed_at)
VALUES (:source, :account, :error, 1, :now + :next_poll_in_ms, :now, :now)
ON CONFLICT (source, account) DO UPDATE
SET last_error = excluded.last_error, failures = failures + 1, next_poll_at = excluded.next_poll_at,
    failing_since = CASE WHEN failures > 0 THEN failing_since ELSE excluded.failing_since END,
    last_failed_at = excluded.last_failed_at

-- name: cursor
-- Where the next poll of an account begins.
SELECT cursor FROM feed_cursors WHERE source = :source AND account = :account

-- name: feed_states
-- Every account that was ever polled, with its last error, and what of it was not taken; without cursors, of which one may have
-- a hundred kilobytes. Programs from before schema version 33 count failures and tell no time: one that is older than the last
-- poll that worked is of failures before it.
SELECT f.source, f.account, f.last_polled_at, f.last_error, f.failures, f.next_poll_at, f.links_in_day,
       CASE WHEN f.failures > 0 AND f.failing_since >= COALESCE(f.last_polled_at, 0) THEN f.failing_since END AS failing_since,
       f.last_failed_at,
       f.day_spent_at, f.paused_at, f.paused_reason, f.poll_asked_at,
       CASE WHEN json_valid(f.cursor) THEN json_extract(f.cursor, '$.read_in_part') END AS read_in_part,
       CASE WHEN json_valid(f.cursor) THEN json_extract(f.cursor, '$.moved_to') END AS moved_to,
       COUNT(s.at) FILTER (WHERE s.links_left_out = 0) AS posts_skipped,
       COUNT(s.at) FILTER (WHERE s.links_left_out > 0) AS posts_cut, COALESCE(SUM(s.links_left_out), 0) AS links_left_out
FROM feed_cursors f LEFT JOIN feed_skips s ON s.source = f.source AND s.account = f.account
GROUP BY f.source, f.account ORDER BY f.source, f.account

-- name: short_link
-- The link that a short link was expanded to before.
SELECT target FROM short_links WHERE url = :url

-- name: remember_short_link
-- Store what a short link leads to; a newer answer replaces an older one.
INSERT INTO short_links (url, target, expanded_at) VALUES (:url, :target, :now)
ON CONFLICT (url) DO UPDATE SET target = excluded.target, expanded_at = excluded.expanded_at
WHERE target <> excluded.target

-- name: due
-- Jobs of a platform to publish now, highest priority first; within a priority all accounts in turn, each its oldest first:
-- NEW ones that go the way :via (NULL: that no way was chosen for yet), and others that go the way :again. An account
-- that has messages under way begins with the turn behind them, so one that brings thousands of links does not hold up
-- another's single one. :window limits only NEW jobs, by how many jobs of the platform are QUEUED for the way :counted, overdue or not; those of
-- a single shop that is paused are not in any queue, nor are those that wait for somebody who may take them (nobody_may). Jobs that were published before come before NEW ones of their
-- priority; whether their messages still wait in the queue is the caller's to find out. So do jobs that wait for a second
-- look: the sooner it comes, the less it is a change of the page that it finds. But they have at most three quarters of the
-- window in front of others (`in_front`), for all prices of a shop may leap at once; the rest of them comes behind.
-- `accounts` jumps through the index of NEW jobs from account to account, `turns` takes one job at a time from whoever's
-- turn it is: what this costs goes with accounts that wait and jobs that there is room for, not with jobs that wait.
WITH RECURSIVE
under_way AS MATERIALIZED (
    SELECT source, source_account, COUNT(*) AS jobs FROM crawl_jobs
    WHERE status = 'QUEUED' AND platform = :platform AND via IS :counted
      AND NOT EXISTS (SELECT 1 FROM job_exclusions x WHERE x.job_id = crawl_jobs.id AND x.person = '-' AND x.until_at > :now)
      AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || crawl_jobs.shop_id AND s.paused)
    GROUP BY source, source_account
),
room AS MATERIALIZED (SELECT MIN(:limit, MAX(0, :window - COALESCE(SUM(jobs), 0))) AS jobs FROM under_way),
doubted (job_id) AS MATERIALIZED (
    SELECT job_id FROM volunteer_results WHERE state = 'waiting' AND (SELECT jobs FROM room) > 0
    UNION
    SELECT job_id FROM pending_results WHERE (SELECT jobs FROM room) > 0
),
looks (id, region, shop_id, via, priority, updated_at, nth) AS MATERIALIZED (
    SELECT j.id, j.region, j.shop_id, j.via, j.priority, j.updated_at,
           ROW_NUMBER() OVER (ORDER BY j.priority DESC, j.updated_at, j.id)
    FROM doubted d CROSS JOIN crawl_jobs j ON j.id = d.job_id
    WHERE +j.status = 'NEW' AND j.platform = :platform AND j.via = :again
      AND (j.next_run_at IS NULL OR j.next_run_at <= :now)
      AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || j.shop_id AND s.paused)
),
in_front AS MATERIALIZED (
    SELECT (3 * :window + 3) / 4 - COUNT(*) AS looks FROM doubted d CROSS JOIN crawl_jobs j ON j.id = d.job_id
    WHERE +j.status = 'QUEUED' AND j.platform = :platform AND j.via IS :counted
      AND NOT EXISTS (SELECT 1 FROM job_exclusions x WHERE x.job_id = j.id AND x.person = '-' AND x.until_at > :now)
),
accounts (priority, source, source_account) AS (
    SELECT * FROM (
        SELECT priority, source, source_account FROM crawl_jobs
        WHERE status = 'NEW' AND platform = :platform AND via IS :via AND (SELECT jobs FROM room) > 0
        ORDER BY priority DESC, source, source_account LIMIT 1)
    UNION ALL
    SELECT next.priority, next.source, next.source_account
    FROM accounts a JOIN crawl_jobs next ON next.id = COALESCE(
        (SELECT id FROM crawl_jobs
         WHERE status = 'NEW' AND platform = :platform AND via IS :via AND priority = a.priority AND source = a.source
           AND source_account > a.source_account ORDER BY source_account LIMIT 1),
        (SELECT id FROM crawl_jobs
         WHERE status = 'NEW' AND platform = :platform AND via IS :via AND priority = a.priority AND source > a.source
         ORDER BY source, source_account LIMIT 1),
        (SELECT id FROM crawl_jobs WHERE status = 'NEW' AND platform = :platform AND via IS :via AND priority < a.priority
         ORDER BY priority DESC, source, source_account LIMIT 1))
),
turns (priority, turn, updated_at, id, region, shop_id, source, source_account) AS (
    SELECT first.priority, 1 + COALESCE((SELECT jobs FROM under_way u
                                         WHERE u.source = a.source AND u.source_account = a.source_account), 0),
           first.updated_at, first.id, first.region, first.shop_id, a.source, a.source_account
    FROM accounts a JOIN crawl_jobs first ON first.id = (
        SELECT id FROM crawl_jobs
        WHERE status = 'NEW' AND platform = :platform AND via IS :via AND priority = a.priority AND source = a.source
          AND source_account = a.source_account AND (next_run_at IS NULL OR next_run_at <= :now)
          AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || crawl_jobs.shop_id AND s.paused)
        ORDER BY updated_at, id LIMIT 1)
    UNION ALL
    SELECT next.priority, t.turn + 1, next.updated_at, next.id, next.region, next.shop_id, t.source, t.source_account
    FROM turns t JOIN crawl_jobs next ON next.id = COALESCE(
        (SELECT id FROM crawl_jobs
         WHERE status = 'NEW' AND platform = :platform AND via IS :via AND priority = t.priority AND source = t.source
           AND source_account = t.source_account AND updated_at = t.updated_at AND id > t.id
           AND (next_run_at IS NULL OR next_run_at <= :now)
           AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || crawl_jobs.shop_id AND s.paused)
         ORDER BY id LIMIT 1),
        (SELECT id FROM crawl_jobs
         WHERE status = 'NEW' AND platform = :platform AND via IS :via AND priority = t.priority AND source = t.source
           AND source_account = t.source_account AND updated_at > t.updated_at
           AND (next_run_at IS NULL OR next_run_at <= :now)
           AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || crawl_jobs.shop_id AND s.paused)
         ORDER BY updated_at, id LIMIT 1))
    ORDER BY 1 DESC, 2, 3, 4
    LIMIT (SELECT jobs FROM room)
)
SELECT id, platform, region, shop_id, via, status FROM (
    SELECT * FROM (
        SELECT id, :platform AS platform, region, shop_id, via, 'NEW' AS status, priority, MIN(turn) AS turn, updated_at
        FROM (
            SELECT id, region, shop_id, :via AS via, priority, turn, updated_at FROM turns
            UNION ALL
            SELECT id, region, shop_id, via, priority,
                   CASE WHEN nth <= (SELECT looks FROM in_front) THEN 0 ELSE 1000000000 END, updated_at FROM looks)
        GROUP BY id ORDER BY priority DESC, MIN(turn), updated_at LIMIT (SELECT jobs FROM room))
    UNION ALL
    SELECT * FROM (
        SELECT id, platform, region, shop_id, via, status, priority, 0, updated_at FROM crawl_jobs
        WHERE status = 'QUEUED' AND platform = :platform AND via = :again AND (next_run_at IS NULL OR next_run_at <= :now)
          AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || crawl_jobs.shop_id AND s.paused)
        ORDER BY next_run_at LIMIT :limit)
    UNION ALL
    SELECT * FROM (
        SELECT id, platform, region, shop_id, via, status, priority, 0, updated_at FROM crawl_jobs
        WHERE status = 'FAILED_RETRYABLE' AND platform = :platform AND via = :again
          AND (next_run_at IS NULL OR next_run_at <= :now - :retry_overdue_ms)
          AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = :platform || '/' || crawl_jobs.shop_id AND s.paused)
        ORDER BY next_run_at LIMIT :limit)
)
WHERE NOT EXISTS (SELECT 1 FROM shops WHERE platform = :platform AND paused)
GROUP BY id
ORDER BY priority DESC, MIN(turn), updated_at LIMIT :limit

-- name: choose_way
-- These NEW jobs, for which no way was chosen yet, begin at the way :via; nothing else of them changes.
UPDATE crawl_jobs SET via = :via WHERE id IN (SELECT value FROM json_each(:ids)) AND status = 'NEW' AND via IS NULL RETURNING id

-- name: publish
-- publish, retry: the broker has confirmed these, as messages for the way :via. A QUEUED job is due again only after
-- :republish_after_ms, in case its message is lost. A time or another way that was set since they were found due stays:
-- their messages may have outrun this note, and have been put off, or met a wall.
UPDATE crawl_jobs
SET status = 'QUEUED', via = COALESCE(via, :via), next_run_at = :now + :republish_after_ms,
    updated_at = CASE status WHEN 'QUEUED' THEN updated_at ELSE :now END
WHERE id IN (SELECT value FROM json_each(:ids)) AND (via IS NULL OR via = :via)
  AND status IN ('NEW', 'QUEUED', 'FAILED_RETRYABLE') AND (next_run_at IS NULL OR next_run_at <= :now)

-- name: messages_lost
-- No message of a QUEUED job is left: all of them are due now.
UPDATE crawl_jobs SET next_run_at = :now WHERE status = 'QUEUED' AND next_run_at > :now

-- name: claim
-- claim: begin leases, where the shop is not paused and its budget has room (a trigger takes from the budget). The budget is of
-- the shop's pages: its official interface has one of its own (take_official_call).
-- :rows = [[id, lease_token, worker, lease_ms, shop or NULL for any, person or NULL for an operator's, way or NULL for any, 1
-- when the asker goes by the job's ties], …]. Who does not is given no job whose pages were refused through a proxy. A way that was switched off begins no lease, and no volunteer ever gets an official job. `turn` numbers the claims of one shop in this
-- statement, because the trigger moves budget_at only after the WHERE of all of them was evaluated. Two rows for one
-- job: one gets it. A token that began a lease of the job before begins no second one; its last hundred events (fifty
-- leases) are looked through, so that a claim costs the same however old the job is.
WITH asked AS MATERIALIZED (
    SELECT j.id AS job_id, json_extract(a.value, '$[1]') AS token, json_extract(a.value, '$[2]') AS worker,
           json_extract(a.value, '$[3]') AS lease_ms, json_extract(a.value, '$[5]') AS person, j.platform AS shop,
           j.platform || '/' || j.shop_id AS single_shop,
           COALESCE(j.via, 'http') <> 'official' AS of_pages, json_extract(a.value, '$[7]') AS keeps_ties,
           ROW_NUMBER() OVER (PARTITION BY j.platform, COALESCE(j.via, 'http') <> 'official' ORDER BY a.key) AS turn,
           :now AS at
    FROM json_each(:rows) AS a CROSS JOIN crawl_jobs AS j ON j.id = json_extract(a.value, '$[0]')
    WHERE +j.status = 'QUEUED' AND COALESCE(json_extract(a.value, '$[4]'), j.platform) = j.platform
      AND COALESCE(json_extract(a.value, '$[6]'), j.via, 'http') = COALESCE(j.via, 'http')
      AND (json_extract(a.value, '$[5]') IS NULL OR COALESCE(j.via, 'http') <> 'official')
      AND NOT EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = j.platform AND w.way = j.via AND w.off_at IS NOT NULL)
)
UPDATE crawl_jobs
SET status = 'RUNNING', attempt = attempt + 1, lease_token = asked.token, locked_by = asked.worker,
    locked_at = asked.at, lock_expires_at = asked.at + asked.lease_ms, started_at = asked.at, updated_at = asked.at,
    next_run_at = NULL, error_code = NULL
FROM asked
WHERE crawl_jobs.id = asked.job_id AND +crawl_jobs.status = 'QUEUED'
  AND NOT EXISTS (
    SELECT 1 FROM shops AS s WHERE s.platform = asked.shop AND (
        s.paused OR (asked.of_pages
                     AND MAX(s.budget_at, asked.at) + (asked.turn - s.budget_burst) * s.budget_interval_ms > asked.at)))
  AND NOT EXISTS (SELECT 1 FROM shops AS s WHERE s.platform = asked.single_shop AND s.paused)
  AND NOT EXISTS (
    SELECT 1 FROM job_exclusions AS x
    WHERE x.job_id = asked.job_id AND x.until_at > asked.at
      AND x.person IN (asked.person, CASE WHEN asked.person IS NOT NULL THEN '*' END, 'worker ' || asked.worker))
  AND (asked.keeps_ties OR NOT asked.of_pages OR NOT EXISTS (
    SELECT 1 FROM proxy_ties AS t WHERE t.job_id = asked.job_id AND t.proxy IS NOT NULL AND t.until > asked.at))
  AND (asked.person IS NULL OR NOT EXISTS (
    SELECT 1 FROM standings AS st WHERE st.person = asked.person AND st.set_aside_at IS NOT NULL))
  AND NOT EXISTS (
    SELECT 1 FROM job_events AS e WHERE e.job_id = asked.job_id AND e.lease_token = asked.token
    AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events AS last WHERE last.job_id = asked.job_id))
RETURNING id, source, source_account, source_post_id, url, url_norm, platform, region, shop_id, item_id, status,
          priority, attempt, max_attempts, locked_by, locked_at, lock_expires_at, lease_token, next_run_at,
          next_crawl_at, last_error, error_code, created_at, updated_at, started_at, finished_at,
          NULL AS result_json, content_hash, crawl_interval_ms, failures, gone, broken_at, via

-- name: arrived
-- publish, retry, done for a claim: the message arrived before the dispatcher's own write, or out of a TTL queue. The
-- same conditions as in claim, so that a claim that is refused changes nothing.
UPDATE crawl_jobs SET status = 'QUEUED', via = COALESCE(via, :way, 'http'), next_run_at = :now, updated_at = :now
WHERE id = :id AND status IN ('NEW', 'FAILED_RETRYABLE') AND (next_run_at IS NULL OR next_run_at <= :now)
  AND COALESCE(:platform, platform) = platform AND COALESCE(:way, via, 'http') = COALESCE(via, :way, 'http')
  AND (:person IS NULL OR COALESCE(via, :way, 'http') <> 'official')
  AND NOT EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = crawl_jobs.platform
                  AND w.way = COALESCE(crawl_jobs.via, :way, 'http') AND w.off_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = crawl_jobs.platform
                  AND (s.paused OR (COALESCE(crawl_jobs.via, :way, 'http') <> 'official'
                                    AND s.budget_at - (s.budget_burst - 1) * s.budget_interval_ms > :now)))
  AND NOT EXISTS (SELECT 1 FROM shops s WHERE s.platform = crawl_jobs.platform || '/' || crawl_jobs.shop_id AND s.paused)
  AND NOT EXISTS (SELECT 1 FROM job_events e WHERE e.job_id = crawl_jobs.id AND e.lease_token = :token)
  AND NOT EXISTS (SELECT 1 FROM job_exclusions x WHERE x.job_id = crawl_jobs.id AND x.until_at > :now
                  AND x.person IN (:person, CASE WHEN :person IS NOT NULL THEN '*' END, 'worker ' || :worker))
  AND (:keeps_ties OR COALESCE(crawl_jobs.via, :way, 'http') = 'official' OR NOT EXISTS (
       SELECT 1 FROM proxy_ties t WHERE t.job_id = crawl_jobs.id AND t.proxy IS NOT NULL AND t.until > :now))
  AND (:person IS NULL OR NOT EXISTS (SELECT 1 FROM standings st WHERE st.person = :person AND st.set_aside_at IS NOT NULL))

-- name: look
-- A job that was not claimed, with what a claim depends on: whether its token began a lease before, whether its shop is
-- paused, when its budget has room, and until when this asker is not given it (a person set aside: for ever, -1).
SELECT j.*, :now AS now_ms,
       EXISTS (SELECT 1 FROM job_events e WHERE e.job_id = j.id AND e.lease_token = :token) AS token_used,
       MAX(COALESCE(s.paused, 0), COALESCE((SELECT one.paused FROM shops one
                                            WHERE one.platform = j.platform || '/' || j.shop_id), 0)) AS shop_paused,
       CASE COALESCE(j.via, :way) WHEN 'official' THEN 0
            ELSE MAX(0, COALESCE(s.budget_at - (s.budget_burst - 1) * s.budget_interval_ms - :now, 0)) END AS budget_wait_ms,
       s.budget_interval_ms,
       EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = j.platform AND w.way = COALESCE(j.via, :way)
               AND w.off_at IS NOT NULL) AS way_off,
       CASE WHEN EXISTS (SELECT 1 FROM standings st WHERE st.person = :person AND st.set_aside_at IS NOT NULL) THEN -1
            ELSE (SELECT MAX(until) - :now FROM (
                  SELECT x.until_at AS until FROM job_exclusions x
                  WHERE x.job_id = j.id AND x.until_at > :now
                    AND x.person IN (:person, CASE WHEN :person IS NOT NULL THEN '*' END, 'worker ' || :worker)
                  UNION ALL
                  SELECT t.until FROM proxy_ties t
                  WHERE t.job_id = j.id AND t.until > :now AND t.proxy IS NOT NULL AND NOT :keeps_ties
                    AND COALESCE(j.via, :way, 'http') <> 'official'))
       END AS excluded_ms
FROM crawl_jobs j LEFT JOIN shops s ON s.platform = j.platform WHERE j.id = :id

-- name: renew
-- Extend leases: one statement for all that a worker holds. :leases = [[id, lease_token], …]
UPDATE crawl_jobs SET lock_expires_at = :now + :lease_ms
FROM json_each(:leases) AS held
WHERE crawl_jobs.id = json_extract(held.value, '$[0]') AND crawl_jobs.lease_token = json_extract(held.value, '$[1]')
  AND +crawl_jobs.status = 'RUNNING' AND +crawl_jobs.lock_expires_at > :now
RETURNING id

-- name: succeed
-- succeed: record results and end their leases; but none that might be doubted and was not weighed yet
-- (common/outcome/second_sight.py). So a row may be refused although its lease is held.
-- :rows = [[id, lease_token, result_json, content_hash, next_crawl_in_ms, product or NULL: recorded whatever is known,
-- weighed, price, currency, price kind, title, GTIN, named], …]. `weighed` NULL: only where nothing waits, and where the product
-- is new or says the same; else only while the product is what it was when the sight was weighed (known_product). `named`, on
-- the open web: what names the product; only where the job's last result named the same (common/outcome/same_link.py). Two
-- rows for one product: only the first is recorded now.
WITH done AS MATERIALIZED (
    SELECT json_extract(value, '$[0]') AS job_id, json_extract(value, '$[1]') AS token,
           json_extract(value, '$[2]') AS outcome, json_extract(value, '$[3]') AS hash,
           json_extract(value, '$[4]') AS again_in_ms, json_extract(value, '$[5]') AS product,
           json_extract(value, '$[6]') AS weighed, json_extract(value, '$[7]') AS price_minor,
           json_extract(value, '$[8]') AS currency, json_extract(value, '$[9]') AS price_kind,
           json_extract(value, '$[10]') AS title, json_extract(value, '$[11]') AS gtin,
           json_extract(value, '$[12]') AS named,
           ROW_NUMBER() OVER (PARTITION BY json_extract(value, '$[5]') ORDER BY key) AS turn, :now AS at
    FROM json_each(:rows)
)
UPDATE crawl_jobs
SET status = 'SUCCEEDED', finished_at = done.at, updated_at = done.at, result_json = done.outcome,
    content_hash = done.hash, next_crawl_at = done.at + done.again_in_ms, crawl_interval_ms = done.again_in_ms,
    failures = 0, gone = 0, broken_at = NULL, last_error = NULL, error_code = NULL,
    locked_by = NULL, locked_at = NULL, lock_expires_at = NULL, next_run_at = NULL
FROM done
WHERE crawl_jobs.id = done.job_id AND crawl_jobs.lease_token = done.token
  AND +crawl_jobs.status = 'RUNNING' AND +crawl_jobs.lock_expires_at > done.at
  AND (done.weighed IS NOT NULL OR done.named IS NULL OR crawl_jobs.result_json IS NULL OR (
    json_extract(crawl_jobs.result_json, '$.product_key') IS NULL AND done.named = CASE
        WHEN json_extract(crawl_jobs.result_json, '$.offer.item_id') <> ''
        THEN 'id:' || json_extract(crawl_jobs.result_json, '$.offer.item_id')
        WHEN json_extract(crawl_jobs.result_json, '$.offer.sku') <> ''
        THEN 'sku:' || json_extract(crawl_jobs.result_json, '$.offer.sku')
        ELSE '' END))
  AND (done.product IS NULL OR (
    done.turn = 1
    AND (done.weighed IS NOT NULL OR NOT EXISTS (SELECT 1 FROM pending_results AS w WHERE w.job_id = done.job_id))
    AND NOT EXISTS (
        SELECT 1 FROM products AS p
        WHERE p.product_key = done.product AND CASE
            WHEN done.weighed IS NOT NULL
            THEN done.weighed <> p.last_seen_at || ' ' || p.job_id || ' ' || COALESCE(p.price_minor, '')
            ELSE p.title IS NOT done.title OR p.gtin <> done.gtin
                 OR (done.price_minor IS NOT NULL AND p.price_minor IS NOT NULL AND (
                     p.price_minor <> done.price_minor OR p.currency IS NOT done.currency
                     OR p.price_kind IS NOT done.price_kind)) END)))
RETURNING id, lease_token

-- name: record_product
-- Write the products of results, each only when its lease's result was accepted as it is (one found unstable stands on the
-- job's row without its hash; one may have been recorded as another product than its page names, which the job's row names
-- then: common/outcome/same_link.py). Without a price whose verdict is ok the old price stays; a quarantined page changes only when it was last seen and its verdict. Times are those of the result,
-- and what another job saw later stays, so sending it twice changes nothing.
-- :rows = [[id, lease_token, product_key, …, details_json], …], between those two as read below.
INSERT INTO products (product_key, platform, region, item_id, shop_id, sku, url, url_norm, title, brand, seller,
                      image_url, price_minor, currency, list_price_minor, price_kind, availability, verdict,
                      verdict_reason, job_id, content_hash, first_seen_at, last_seen_at, price_at, price_min_minor,
                      price_max_minor, stock, gtin, details_json)
SELECT json_extract(r.value, '$[2]'), json_extract(r.value, '$[3]'), json_extract(r.value, '$[4]'),
       json_extract(r.value, '$[5]'), json_extract(r.value, '$[6]'), json_extract(r.value, '$[7]'),
       json_extract(r.value, '$[8]'), json_extract(r.value, '$[9]'), json_extract(r.value, '$[10]'),
       json_extract(r.value, '$[11]'), json_extract(r.value, '$[12]'), json_extract(r.value, '$[13]'),
       json_extract(r.value, '$[14]'), json_extract(r.value, '$[15]'), json_extract(r.value, '$[16]'),
       json_extract(r.value, '$[17]'), json_extract(r.value, '$[18]'), json_extract(r.value, '$[19]'),
       json_extract(r.value, '$[20]'), j.id, json_extract(r.value, '$[21]'), j.finished_at, j.finished_at,
       CASE WHEN json_extract(r.value, '$[14]') IS NOT NULL THEN j.finished_at END, json_extract(r.value, '$[22]'),
       json_extract(r.value, '$[23]'), json_extract(r.value, '$[24]'), json_extract(r.value, '$[25]'),
       json_extract(r.value, '$[26]')
FROM json_each(:rows) AS r CROSS JOIN crawl_jobs AS j ON j.id = json_extract(r.value, '$[0]')
WHERE j.lease_token = json_extract(r.value, '$[1]') AND +j.status = 'SUCCEEDED'
  AND j.content_hash IS json_extract(r.value, '$[21]')
  AND json_extract(r.value, '$[2]') = COALESCE(json_extract(j.result_json, '$.product_key'), json_extract(r.value, '$[2]'))
ON CONFLICT (product_key) DO UPDATE
SET item_id = COALESCE(excluded.item_id, item_id), shop_id = COALESCE(excluded.shop_id, shop_id),
    sku = COALESCE(excluded.sku, sku), url = excluded.url, url_norm = excluded.url_norm,
    title = CASE WHEN excluded.verdict <> 'quarantine' THEN COALESCE(excluded.title, title) ELSE title END,
    brand = CASE WHEN excluded.verdict <> 'quarantine' THEN COALESCE(excluded.brand, brand) ELSE brand END,
    seller = CASE WHEN excluded.verdict <> 'quarantine' THEN COALESCE(excluded.seller, seller) ELSE seller END,
    image_url = CASE WHEN excluded.verdict <> 'quarantine' THEN COALESCE(excluded.image_url, image_url)
                     ELSE image_url END,
    availability = CASE WHEN excluded.verdict <> 'quarantine' THEN excluded.availability ELSE availability END,
    price_minor = CASE WHEN excluded.price_minor IS NULL THEN price_minor ELSE excluded.price_minor END,
    currency = CASE WHEN excluded.price_minor IS NULL THEN currency ELSE excluded.currency END,
    list_price_minor = CASE WHEN excluded.price_minor IS NULL THEN list_price_minor ELSE excluded.list_price_minor END,
    price_kind = CASE WHEN excluded.price_minor IS NULL THEN price_kind ELSE excluded.price_kind END,
    price_at = CASE WHEN excluded.price_minor IS NULL THEN price_at ELSE excluded.price_at END,
    price_min_minor = CASE WHEN excluded.price_minor IS NULL THEN price_min_minor ELSE excluded.price_min_minor END,
    price_max_minor = CASE WHEN excluded.price_minor IS NULL THEN price_max_minor ELSE excluded.price_max_minor END,
    stock = CASE WHEN excluded.verdict <> 'quarantine' THEN excluded.stock ELSE stock END, gone_at = NULL,
    gtin = CASE WHEN excluded.verdict <> 'quarantine' THEN COALESCE(excluded.gtin, gtin) ELSE gtin END,
    details_json = CASE WHEN excluded.verdict <> 'quarantine' THEN COALESCE(excluded.details_json, details_json)
                        ELSE details_json END,
    verdict = excluded.verdict, verdict_reason = excluded.verdict_reason, job_id = excluded.job_id,
    content_hash = excluded.content_hash, last_seen_at = excluded.last_seen_at
WHERE excluded.last_seen_at > last_seen_at OR excluded.job_id = job_id

-- name: observe_price
-- Append prices, each only when its lease's result was accepted, and only when price, its kind, currency or availability
-- changed or :repeat_ms have passed since the last observation of this generation. Nothing when another job has observed a
-- price since: then this is the second send of an old batch. Two results of one product in one statement: one of them is
-- observed. :rows = [[id, lease_token, product_key, price_minor, currency, list_price_minor, price_kind, availability,
-- content_hash, when the sight was that it confirms or NULL, via], …]
INSERT INTO price_observations (product_key, job_id, lease_token, price_minor, currency, list_price_minor, price_kind,
                                availability, observed_at, first_seen_at, generation, via)
SELECT product_key, job_id, lease_token, price_minor, currency, list_price_minor, price_kind, availability, observed_at,
       first_seen_at, generation, via
FROM (
    SELECT seen.*, ROW_NUMBER() OVER (PARTITION BY seen.product_key ORDER BY seen.nth) AS turn
    FROM (
        SELECT json_extract(r.value, '$[2]') AS product_key, j.id AS job_id, j.lease_token,
               json_extract(r.value, '$[3]') AS price_minor, json_extract(r.value, '$[4]') AS currency,
               json_extract(r.value, '$[5]') AS list_price_minor, json_extract(r.value, '$[6]') AS price_kind,
               json_extract(r.value, '$[7]') AS availability, j.finished_at AS observed_at, r.key AS nth,
               json_extract(r.value, '$[9]') AS first_seen_at, json_extract(r.value, '$[10]') AS via, p.generation
        FROM json_each(:rows) AS r CROSS JOIN crawl_jobs AS j ON j.id = json_extract(r.value, '$[0]')
        CROSS JOIN products AS p ON p.product_key = json_extract(r.value, '$[2]')
        WHERE j.lease_token = json_extract(r.value, '$[1]') AND +j.status = 'SUCCEEDED'
          AND j.content_hash IS json_extract(r.value, '$[8]')
          AND json_extract(r.value, '$[2]')
              = COALESCE(json_extract(j.result_json, '$.product_key'), json_extract(r.value, '$[2]'))
    ) AS seen
    WHERE NOT EXISTS (
        SELECT 1 FROM (SELECT * FROM price_observations AS o WHERE o.product_key = seen.product_key
                       AND o.withdrawn_at IS NULL ORDER BY o.observed_at DESC, o.id DESC LIMIT 1) AS last
        WHERE (last.generation = seen.generation AND last.price_minor = seen.price_minor AND last.currency = seen.currency
               AND last.price_kind IS seen.price_kind
               AND last.availability = seen.availability AND last.observed_at > seen.observed_at - :repeat_ms)
           OR (last.observed_at >= seen.observed_at AND last.job_id <> seen.job_id))
)
WHERE turn = 1
ON CONFLICT (lease_token) DO NOTHING

-- name: retry_later
-- retry_later, or bury when the attempts are spent. :broken_after failures in a row make the link BROKEN; a BROKEN link
-- that is buried is crawled again after :broken_again_ms. :counted = 0: one volunteer's word, which is no failure of the link.
UPDATE crawl_jobs
SET status = CASE WHEN attempt >= max_attempts THEN 'DEAD' ELSE 'FAILED_RETRYABLE' END,
    next_run_at = CASE WHEN attempt >= max_attempts THEN NULL ELSE :now + :delay_ms END,
    finished_at = CASE WHEN attempt >= max_attempts THEN :now END,
    next_crawl_at = CASE WHEN attempt >= max_attempts AND failures + :counted >= :broken_after
                         THEN :now + :broken_again_ms END,
    failures = failures + :counted,
    broken_at = CASE WHEN failures + :counted >= :broken_after THEN COALESCE(broken_at, :now) END,
    -- A link that was BROKEN before owes no letter: there would be one every week.
    letter_owed_at = CASE WHEN attempt >= max_attempts AND broken_at IS NULL THEN :now END,
    updated_at = :now, error_code = :error_code, last_error = :detail,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id = :id AND lease_token = :token AND status = 'RUNNING' AND lock_expires_at > :now
RETURNING status

-- name: next_way
-- next_way: the way that this lease went met a wall, or does not know the product, and the shop's ladder has another below
-- it. The attempt is not spent.
UPDATE crawl_jobs
SET status = 'NEW', attempt = attempt - 1, updated_at = :now, error_code = :error_code, last_error = :detail,
    next_run_at = NULL, lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL,
    via = (SELECT w.way FROM shop_ways own JOIN shop_ways w ON w.platform = own.platform AND w.step > own.step
           WHERE own.platform = crawl_jobs.platform AND own.way = crawl_jobs.via AND w.in_use AND w.off_at IS NULL
           ORDER BY w.step LIMIT 1)
WHERE id = :id AND lease_token = :token AND status = 'RUNNING' AND lock_expires_at > :now
  AND EXISTS (SELECT 1 FROM shop_ways own JOIN shop_ways w ON w.platform = own.platform AND w.step > own.step
              WHERE own.platform = crawl_jobs.platform AND own.way = crawl_jobs.via AND w.in_use AND w.off_at IS NULL)
RETURNING status

-- name: reroute
-- Jobs that wait for a way which was switched off, or is not in use any more. After a wall they go down to the next way
-- there is; without one, to the first there is. A message that still names the old way is turned away at its claim.
-- Those that there is no other way for wait here, and take nobody's place within :limit. The plus keeps SQLite 3.53 from
-- going through all jobs for those few.
WITH left_off AS MATERIALIZED (
    SELECT platform, way, step FROM shop_ways rung
    WHERE (off_at IS NOT NULL OR NOT in_use)
      AND EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = rung.platform AND w.in_use AND w.off_at IS NULL)
)
UPDATE crawl_jobs
SET via = stranded.instead, next_run_at = CASE crawl_jobs.status WHEN 'QUEUED' THEN :now ELSE next_run_at END
FROM (
    SELECT id, instead FROM (
        SELECT id, (SELECT w.way FROM shop_ways w
                    WHERE w.platform = waiting.platform AND w.in_use AND w.off_at IS NULL
                      AND (w.step > waiting.step
                           OR COALESCE(error_code, '') NOT IN ('ACCESS_DENIED', 'AUTH_FAILED', 'NOT_LISTED'))
                    ORDER BY w.step LIMIT 1) AS instead
        FROM (
            SELECT j.id, j.error_code, rung.platform, rung.step FROM left_off rung
            CROSS JOIN crawl_jobs j ON j.platform = rung.platform AND j.via = rung.way
            WHERE j.status = 'NEW'
            UNION ALL
            SELECT j.id, j.error_code, rung.platform, rung.step FROM left_off rung
            CROSS JOIN crawl_jobs j ON j.platform = rung.platform AND j.via = rung.way
            WHERE j.status = 'QUEUED'
            UNION ALL
            SELECT j.id, j.error_code, rung.platform, rung.step FROM left_off rung
            CROSS JOIN crawl_jobs j ON j.platform = rung.platform AND j.via = rung.way
            WHERE j.status = 'FAILED_RETRYABLE'
        ) AS waiting
    )
    WHERE instead IS NOT NULL
    LIMIT :limit
) AS stranded
WHERE crawl_jobs.id = +stranded.id
RETURNING crawl_jobs.id

-- name: no_way
-- no_way: jobs that wait for a way which was switched off or is not in use, after a wall, and have no way below it. They end
-- with the wall's reason, and are crawled again after :again_ms.
UPDATE crawl_jobs
SET status = 'FAILED_PERMANENT', finished_at = :now, updated_at = :now, next_run_at = NULL, next_crawl_at = :now + :again_ms
WHERE id IN (
    SELECT id FROM (
        SELECT j.id, j.error_code, rung.platform, rung.step FROM shop_ways rung
        CROSS JOIN crawl_jobs j ON j.platform = rung.platform AND j.via = rung.way
        WHERE (rung.off_at IS NOT NULL OR NOT rung.in_use) AND j.status = 'NEW'
        UNION ALL
        SELECT j.id, j.error_code, rung.platform, rung.step FROM shop_ways rung
        CROSS JOIN crawl_jobs j ON j.platform = rung.platform AND j.via = rung.way
        WHERE (rung.off_at IS NOT NULL OR NOT rung.in_use) AND j.status = 'QUEUED'
        UNION ALL
        SELECT j.id, j.error_code, rung.platform, rung.step FROM shop_ways rung
        CROSS JOIN crawl_jobs j ON j.platform = rung.platform AND j.via = rung.way
        WHERE (rung.off_at IS NOT NULL OR NOT rung.in_use) AND j.status = 'FAILED_RETRYABLE'
    ) AS waiting
    WHERE error_code IN ('ACCESS_DENIED', 'AUTH_FAILED', 'NOT_LISTED')
      AND NOT EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = waiting.platform AND w.step > waiting.step
                      AND w.in_use AND w.off_at IS NULL)
    LIMIT :limit)
RETURNING id

-- name: fail
-- fail: trying again now would not help. The link is crawled again after :next_crawl_in_ms (NULL means never), or after
-- :broken_again_ms once it is BROKEN or its page was found gone :gone_after times in a row.
UPDATE crawl_jobs
SET status = 'FAILED_PERMANENT', finished_at = :now, updated_at = :now, error_code = :error_code, last_error = :detail,
    next_crawl_at = :now + CASE WHEN :next_crawl_in_ms IS NULL THEN NULL
                                WHEN failures + 1 >= :broken_after OR (:is_gone AND gone + 1 >= :gone_after)
                                THEN :broken_again_ms ELSE :next_crawl_in_ms END,
    failures = failures + 1, gone = CASE WHEN :is_gone THEN gone + 1 ELSE 0 END,
    broken_at = CASE WHEN failures + 1 >= :broken_after THEN COALESCE(broken_at, :now) END,
    next_run_at = NULL, lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id = :id AND lease_token = :token AND status = 'RUNNING' AND lock_expires_at > :now
RETURNING status

-- name: mark_gone
-- Mark the product a job saw last as gone, once its page was found gone :gone_after times in a row. Its price stays.
UPDATE products SET gone_at = (SELECT finished_at FROM crawl_jobs WHERE id = :id)
WHERE job_id = :id AND gone_at IS NULL
  AND EXISTS (SELECT 1 FROM crawl_jobs j WHERE j.id = :id AND j.status = 'FAILED_PERMANENT' AND j.gone >= :gone_after)

-- name: release
-- release: the worker gives the job back unfinished. The attempt is not spent, and the job is due for publishing now.
UPDATE crawl_jobs
SET status = 'QUEUED', attempt = attempt - 1, next_run_at = :now, updated_at = :now,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id = :id AND lease_token = :token AND status = 'RUNNING' AND lock_expires_at > :now
RETURNING status

-- name: give_back
-- retry_later for a job that its worker cannot do: the attempt is not spent, and no failure is counted. :delay_ms 0: release,
-- with the reason.
UPDATE crawl_jobs
SET status = CASE WHEN :delay_ms > 0 THEN 'FAILED_RETRYABLE' ELSE 'QUEUED' END, attempt = attempt - 1, next_run_at = :now + :delay_ms, updated_at = :now,
    error_code = :error_code, last_error = :detail,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id = :id AND lease_token = :token AND status = 'RUNNING' AND lock_expires_at > :now
RETURNING status

-- name: unbegun_held
-- release, for a lease under which no crawl began, whether or not it has run out: nobody else holds it.
UPDATE crawl_jobs
SET status = 'QUEUED', attempt = attempt - 1, next_run_at = :now, updated_at = :now,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id = :id AND lease_token = :token AND status = 'RUNNING'

-- name: unbegun_reaped
-- Give back the attempt of a lease that was reaped before its crawl began, once, while the job still has that life. NEW: it
-- goes its next way meanwhile, or waits for a second look.
UPDATE crawl_jobs SET attempt = attempt - 1
WHERE id = :id AND attempt > 0 AND status IN ('NEW', 'QUEUED', 'RUNNING', 'FAILED_RETRYABLE')
  AND NOT EXISTS (SELECT 1 FROM unbegun_leases u WHERE u.job_id = :id AND u.lease_token = :token)
  AND EXISTS (SELECT 1 FROM job_events e
              WHERE e.job_id = :id AND e.lease_token = :token AND e.to_status = 'QUEUED'
                AND e.error_code = 'LEASE_EXPIRED'
                AND e.seq > (SELECT MAX(n.seq) FROM job_events n WHERE n.job_id = :id AND n.to_status = 'NEW'
                             AND n.from_status IS NOT 'RUNNING'))

-- name: unbegun_buried
-- requeue, for a job that was buried because this lease ran out, although no crawl began under it.
UPDATE crawl_jobs
SET status = 'NEW', attempt = attempt - 1, next_crawl_at = NULL, next_run_at = NULL, finished_at = NULL,
    letter_owed_at = NULL, updated_at = :now, via = NULL
WHERE id = :id AND status = 'DEAD'
  AND EXISTS (SELECT 1 FROM job_events e
              WHERE e.job_id = :id AND e.lease_token = :token AND e.to_status = 'DEAD' AND e.error_code = 'LEASE_EXPIRED'
                AND e.seq = (SELECT MAX(n.seq) FROM job_events n WHERE n.job_id = :id))

-- name: unbegun
-- Remember that the worker said so, for a lease that was reaped: its attempt is given back once.
INSERT INTO unbegun_leases (job_id, lease_token, at)
SELECT :id, :token, :now
WHERE EXISTS (SELECT 1 FROM job_events e
              WHERE e.job_id = :id AND e.lease_token = :token AND e.error_code = 'LEASE_EXPIRED')
ON CONFLICT DO NOTHING

-- name: applied
-- How a lease ended, when its worker ended it: tells whether an earlier send of a transition had committed. A reap
-- (LEASE_EXPIRED) or an operator's cancel (CANCELLED) ended the lease too, but is not the worker's transition. A job that
-- went on to its next way is NEW with a reason; one that waits for another look has none.
SELECT to_status, error_code FROM job_events
WHERE job_id = :id AND lease_token = :token AND from_status = 'RUNNING'
  AND COALESCE(error_code, '') NOT IN ('LEASE_EXPIRED', 'CANCELLED')

-- name: reap
-- reap: jobs whose lease ran out are QUEUED again and due now; bury when the attempts are spent. A worker that vanished
-- is no failure of the link, so none is counted. A link that was BROKEN before is crawled again after :broken_again_ms. A
-- volunteer's attempt is given back: five of one person's must not bury a job.
WITH over AS MATERIALIZED (
    SELECT j.id, j.attempt - lent.is_volunteers AS attempt, j.attempt - lent.is_volunteers >= j.max_attempts AS spent
    FROM (SELECT id, EXISTS (SELECT 1 FROM gateway_leases g JOIN persons p ON p.id = g.person AND NOT p.trusted
                             WHERE g.lease_token = r.lease_token) AS is_volunteers
          FROM crawl_jobs r WHERE status = 'RUNNING' AND lock_expires_at <= :now ORDER BY lock_expires_at LIMIT :limit
    ) AS lent JOIN crawl_jobs j ON j.id = lent.id
)
UPDATE crawl_jobs
SET status = CASE WHEN spent THEN 'DEAD' ELSE 'QUEUED' END, attempt = over.attempt,
    next_run_at = CASE WHEN spent THEN NULL ELSE :now END,
    finished_at = CASE WHEN spent THEN :now END,
    next_crawl_at = CASE WHEN spent AND broken_at IS NOT NULL THEN :now + :broken_again_ms END,
    letter_owed_at = CASE WHEN spent AND broken_at IS NULL THEN :now END,
    updated_at = :now, error_code = 'LEASE_EXPIRED',
    last_error = 'the lease of worker ' || locked_by || ' ran out; it vanished or the crawl took too long',
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
FROM over WHERE crawl_jobs.id = over.id
RETURNING id, platform, region, status

-- name: letters_owed
-- Jobs that ended DEAD and whose dead letter the broker has not confirmed yet, the longest first.
SELECT id, platform, region, error_code FROM crawl_jobs
WHERE letter_owed_at IS NOT NULL ORDER BY letter_owed_at LIMIT :limit

-- name: letters_published
-- The broker has confirmed the dead letters of these jobs.
UPDATE crawl_jobs SET letter_owed_at = NULL
WHERE id IN (SELECT value FROM json_each(:ids)) AND letter_owed_at IS NOT NULL

-- name: recrawl
-- recrawl: ended jobs whose next_crawl_at has come. A BROKEN link gets a single attempt.
UPDATE crawl_jobs
SET status = 'NEW', attempt = CASE WHEN broken_at IS NULL THEN 0 ELSE MAX(0, max_attempts - 1) END,
    next_crawl_at = NULL, next_run_at = NULL, finished_at = NULL, letter_owed_at = NULL, updated_at = :now,
    lease_token = NULL, via = NULL
WHERE id IN (SELECT id FROM crawl_jobs
             WHERE next_crawl_at <= :now AND status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD')
             ORDER BY next_crawl_at LIMIT :limit)
RETURNING id

-- name: requeue
-- requeue: an operator starts jobs that failed again, with all attempts and not BROKEN.
UPDATE crawl_jobs
SET status = 'NEW', attempt = 0, failures = 0, broken_at = NULL, next_crawl_at = NULL, next_run_at = NULL,
    finished_at = NULL, letter_owed_at = NULL, updated_at = :now, via = NULL
WHERE id IN (SELECT value FROM json_each(:ids)) AND status IN ('DEAD', 'FAILED_PERMANENT')
RETURNING id

-- name: cancel
-- cancel: an operator ends open jobs. A worker that still runs one has lost its lease.
UPDATE crawl_jobs
SET status = 'FAILED_PERMANENT', error_code = 'CANCELLED', last_error = :reason, finished_at = :now, updated_at = :now,
    next_crawl_at = NULL, next_run_at = NULL,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
WHERE id IN (SELECT value FROM json_each(:ids)) AND status IN ('NEW', 'QUEUED', 'RUNNING', 'FAILED_RETRYABLE')
RETURNING id

-- name: get
-- One job.
SELECT * FROM crawl_jobs WHERE id = :id

-- name: events
-- A job's audit trail, oldest first. Why a volunteer gave the job back, or why its report was refused, is known for as long as
-- its lease is (days).
SELECT job_id, seq, from_status, to_status, attempt, lease_token, worker, error_code, at, via,
       COALESCE(detail, CASE WHEN from_status = 'RUNNING' AND to_status = 'QUEUED' THEN (
           SELECT substr(g.reason, 1, 300) FROM gateway_leases g WHERE g.lease_token = job_events.lease_token) END) AS detail
FROM job_events WHERE job_id = :id ORDER BY seq

-- name: open_count
-- Jobs in an open state (NEW, QUEUED, RUNNING, FAILED_RETRYABLE); each is counted on its own small index. Without the
-- condition on platform, which every job meets, SQLite takes the index of all jobs.
SELECT (SELECT COUNT(*) FROM crawl_jobs WHERE status = 'NEW' AND platform > '')
     + (SELECT COUNT(*) FROM crawl_jobs WHERE status = 'QUEUED' AND platform > '')
     + (SELECT COUNT(*) FROM crawl_jobs WHERE status = 'RUNNING')
     + (SELECT COUNT(*) FROM crawl_jobs WHERE status = 'FAILED_RETRYABLE' AND platform > '') AS open

-- name: next_try
-- How many jobs wait for their next try or a second look, and in how long the first of them is due: without those that are
-- counted in waiting_count, which are not crawled then. A NEW job waits while its time lies ahead.
SELECT COUNT(*) AS waiting, MIN(next_run_at) - :now AS in_ms FROM (
  SELECT platform, shop_id, via, error_code, next_run_at FROM crawl_jobs
  WHERE status = 'FAILED_RETRYABLE' AND platform > ''
  UNION ALL
  SELECT platform, shop_id, via, error_code, next_run_at FROM crawl_jobs
  WHERE status = 'NEW' AND platform > '' AND next_run_at > :now
    AND (via IS NOT NULL OR NOT EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = crawl_jobs.platform)
         OR EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = crawl_jobs.platform AND w.in_use AND w.off_at IS NULL))
) j
WHERE (j.via IS NULL OR j.via IN (SELECT value FROM json_each(:ways)))
  AND (j.error_code IS NULL OR j.error_code NOT IN ('SHOP_UNKNOWN', 'WAY_PAUSED'))
  AND NOT (EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id)))

-- name: waiting_count
-- Of the jobs in an open state: those that wait because their shop is paused (counted as paused, too), for a worker that
-- knows it, for a way that is none of :ways, or until their way may be used again. Each part reads its own small index, as
-- in open_count, and asks of the few that wait alone whether a pause is why.
SELECT COUNT(*) AS waiting, COALESCE(SUM(paused), 0) AS paused FROM (
  SELECT EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id)) AS paused
  FROM crawl_jobs j WHERE j.status = 'NEW' AND j.platform > ''
    AND (j.via NOT IN (SELECT value FROM json_each(:ways))
         OR (j.via IS NULL AND EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = j.platform)
             AND NOT EXISTS (SELECT 1 FROM shop_ways w WHERE w.platform = j.platform AND w.in_use AND w.off_at IS NULL))
         OR (EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id))))
  UNION ALL
  SELECT EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id))
  FROM crawl_jobs j WHERE j.status = 'QUEUED' AND j.platform > ''
    AND (j.via NOT IN (SELECT value FROM json_each(:ways))
         OR (EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id))))
  UNION ALL
  SELECT EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id))
  FROM crawl_jobs j WHERE j.status = 'FAILED_RETRYABLE' AND j.platform > ''
    AND (j.via NOT IN (SELECT value FROM json_each(:ways))
         OR j.error_code IN ('SHOP_UNKNOWN', 'WAY_PAUSED')
         OR (EXISTS (SELECT 1 FROM shops WHERE paused) AND EXISTS (
           SELECT 1 FROM shops s WHERE s.paused AND s.platform IN (j.platform, j.platform || '/' || j.shop_id)))))

-- name: counts
-- Jobs by shop and status; each part reads its own index.
SELECT platform, 'NEW' AS status, COUNT(*) AS count, MIN(updated_at) AS oldest_updated_at
FROM crawl_jobs WHERE status = 'NEW' GROUP BY platform
UNION ALL
SELECT platform, 'QUEUED', COUNT(*), MIN(updated_at) FROM crawl_jobs WHERE status = 'QUEUED' GROUP BY platform
UNION ALL
SELECT platform, 'RUNNING', COUNT(*), MIN(updated_at) FROM crawl_jobs WHERE status = 'RUNNING' GROUP BY platform
UNION ALL
SELECT platform, 'FAILED_RETRYABLE', COUNT(*), MIN(updated_at)
FROM crawl_jobs WHERE status = 'FAILED_RETRYABLE' GROUP BY platform
UNION ALL
SELECT platform, status, COUNT(*), MIN(finished_at)
FROM crawl_jobs WHERE finished_at IS NOT NULL GROUP BY status, platform
ORDER BY 1, 2

-- name: without_message
-- QUEUED jobs by shop that have no message and need none: put off until somebody may take them, or due within :soon_ms, or
-- within the time that their shop's budget of pages has for one: until then a gateway puts them off.
SELECT platform, COUNT(*) AS count FROM crawl_jobs j
WHERE status = 'QUEUED'
  AND (next_run_at IS NULL
       OR next_run_at <= :now + MAX(:soon_ms, COALESCE(
            (SELECT budget_interval_ms FROM shops s WHERE s.platform = j.platform), 0))
       OR EXISTS (SELECT 1 FROM job_exclusions x WHERE x.job_id = j.id AND x.person = '-' AND x.until_at > :now))
GROUP BY platform

-- name: ids_starting_with
-- Job ids that begin with :prefix. Ids hold lower-case letters and digits only, so '{' sorts after all of them.
SELECT id FROM crawl_jobs WHERE id >= :prefix AND id < :prefix || '{' ORDER BY id LIMIT :limit

-- name: keys_starting_with
-- Products' keys that begin with :prefix.
SELECT product_key FROM products
WHERE product_key >= :prefix AND substr(product_key, 1, length(:prefix)) = :prefix
  AND product_key < :prefix || CAST(x'F48FBFBF' AS TEXT) ORDER BY product_key LIMIT :limit

-- name: sightings
-- The posts that named a job's link, oldest first.
SELECT job_id, source, source_account, source_post_id, post_url, posted_at, url
FROM job_sightings WHERE job_id = :id ORDER BY seen_at, source_post_id

-- name: product
-- One product by its key, or the last one a job saw.
SELECT * FROM products WHERE product_key = :key OR job_id = :key ORDER BY product_key <> :key, last_seen_at DESC LIMIT 1

-- name: history
-- A product's prices, the newest first; without those of volunteers who were set aside.
SELECT * FROM price_observations WHERE product_key = :product_key AND withdrawn_at IS NULL
ORDER BY observed_at DESC, id DESC LIMIT :limit

-- name: worker_seen
-- A process reports that it is alive, and what it is doing.
INSERT INTO workers (worker_id, role, version, state, running, done, failed, first_seen_at, last_seen_at, ways,
                     schema_version, platforms)
VALUES (:worker_id, :role, :version, :state, :running, :done, :failed, :now, :now, :ways, :schema_version, :platforms)
ON CONFLICT (worker_id) DO UPDATE
SET role = excluded.role, version = excluded.version, state = excluded.state, running = excluded.running,
    done = excluded.done, failed = excluded.failed, last_seen_at = excluded.last_seen_at, ways = excluded.ways,
    schema_version = excluded.schema_version, platforms = excluded.platforms

-- name: workers
-- Every process that reported, the latest first.
SELECT * FROM workers ORDER BY last_seen_at DESC, worker_id

-- name: recrawls_due
-- Ended jobs whose next crawl is due, by shop.
SELECT platform, COUNT(*) AS count FROM crawl_jobs
WHERE next_crawl_at <= :now AND status IN ('SUCCEEDED', 'FAILED_PERMANENT', 'DEAD') GROUP BY platform

-- name: alive
-- Processes by role, and volunteers' machines and persons, that were seen within :alive_ms. Who ended in order is not alive.
SELECT role, COUNT(*) AS count FROM workers WHERE last_seen_at > :now - :alive_ms AND state <> :stopped GROUP BY role
UNION ALL
SELECT 'machines', COUNT(*) FROM machines
WHERE last_seen_at > :now - :alive_ms AND left_at IS NULL AND revoked_at IS NULL
UNION ALL
SELECT 'persons', COUNT(DISTINCT person) FROM machines
WHERE last_seen_at > :now - :alive_ms AND left_at IS NULL AND revoked_at IS NULL

-- name: ended_by_hour
-- Crawls that ended within :within_ms, by hour (UTC, hours since 1970) and by how their job stood then: whole hours by their
-- counts, as in brought.
SELECT hour, to_status, SUM(count) AS count FROM (
    SELECT hour, to_status, count FROM attempts_by_hour WHERE hour > (:now - :within_ms) / 3600000
    UNION ALL
    SELECT at / 3600000, to_status, 1 FROM job_events
    WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED' AND at > :now - :within_ms
      AND at < ((:now - :within_ms) / 3600000 + 1) * 3600000)
GROUP BY 1, 2 ORDER BY 1

-- name: feed_outcomes
-- Accounts by how their last poll ended; those that nobody has polled for a day are not watched any more.
SELECT source, CASE WHEN failures > 0 THEN 'failed' ELSE 'ok' END AS outcome, COUNT(*) AS count FROM feed_cursors
WHERE (failures = 0 AND last_polled_at > :now - 86400000) OR (failures > 0 AND next_poll_at > :now - 86400000)
GROUP BY 1, 2

-- name: shops
-- Each shop's policy (pause, budget), and figures counted from its jobs.
SELECT platform, paused, paused_reason, budget_interval_ms, budget_burst, reviewed_at, reviewed_by, review_note,
       (SELECT MAX(finished_at) FROM crawl_jobs j
        WHERE j.status = 'SUCCEEDED' AND j.platform = s.platform AND j.finished_at IS NOT NULL) AS last_success_at,
       (SELECT COUNT(*) FROM crawl_jobs j WHERE j.status = 'SUCCEEDED' AND j.platform = s.platform
        AND j.finished_at > :now - 3600000) AS succeeded_last_hour,
       (SELECT COUNT(*) FROM crawl_jobs j WHERE j.status IN ('FAILED_PERMANENT', 'DEAD') AND j.platform = s.platform
        AND j.finished_at > :now - 3600000) AS failed_last_hour,
       (SELECT COUNT(*) FROM crawl_jobs j
        WHERE j.status = 'FAILED_RETRYABLE' AND j.platform = s.platform) AS waiting_retry
FROM shops s ORDER BY platform

-- name: unread_pages
-- Attempts that ended since shops' health was last read, oldest first, by their events; not those that went on to another way
-- or to a second look, for what comes of the page is told there. Those of this very millisecond are
-- left to the next reading: more of them may come. `counted` = 1: the end says something about reading this shop's pages:
-- the page was read, or reading itself failed, or the shop refused. A refusal may be tried again, so a page that was
-- refused counts then and there, once for all attempts of this crawl: else refusals would weigh five times what pages that
-- are read do. `person`: the one volunteer on whose word it rests; NULL for an operator's worker and for what two persons
-- saw. `failed` = 1: no offer, or one that was dropped or quarantined. A job of an `other` shop that was accepted
-- before schema version 2 has no domain, and so no shop.
SELECT at, shop, read_to, failed, person,
       failed IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM job_events before
           WHERE before.job_id = id AND before.seq < ended.seq AND before.error_code IN ('ACCESS_DENIED', 'AUTH_FAILED')
             AND before.to_status <> 'NEW'
             AND before.seq > (SELECT MAX(seq) FROM job_events life
                               WHERE life.job_id = id AND life.seq < ended.seq AND life.to_status = 'NEW'
                               AND life.from_status IS NOT 'RUNNING')) AS counted,
       COALESCE(json_extract(outcome, '$.verdict.reason') = 'ZERO_PRICE', 0) AS zero_price,
       COALESCE(json_extract(outcome, '$.verdict.status') = 'ok'
                AND json_extract(outcome, '$.offer.price_minor') IS NOT NULL, 0) AS yielded
FROM (
    SELECT *, CASE WHEN to_status = 'SUCCEEDED' THEN COALESCE(json_extract(outcome, '$.verdict.status'), '') <> 'ok'
                   WHEN error_code IN ('PARSE_ERROR', 'INVALID_RESPONSE', 'PARSE_LIMIT', 'ACCESS_DENIED', 'AUTH_FAILED')
                   THEN 1 END AS failed
    FROM (
        SELECT j.id, e.seq, e.at, e.to_status, e.error_code, (SELECT MAX(read_to) FROM shops) AS read_to,
               (SELECT v.person FROM volunteer_results v
                WHERE v.lease_token = e.lease_token AND v.state NOT IN ('confirmed', 'agreed')) AS person,
               CASE j.platform WHEN 'other' THEN 'other/' || j.shop_id ELSE j.platform END AS shop,
               CASE WHEN e.to_status = 'SUCCEEDED' AND json_valid(j.result_json) THEN j.result_json END AS outcome
        FROM job_events e CROSS JOIN crawl_jobs j ON j.id = e.job_id
        WHERE e.from_status = 'RUNNING' AND e.to_status <> 'QUEUED' AND e.to_status <> 'NEW'
          AND e.at > (SELECT MAX(read_to) FROM shops) AND e.at < :now
        ORDER BY e.at LIMIT :limit)
) AS ended
ORDER BY at

-- name: windows_of
-- The windows of the shops named, oldest first, each with the time its shop was last resumed.
SELECT asked.value AS shop, w.number, w.begins_at, w.ends_at, w.pages, w.failed, w.zero_prices, w.yielded,
       COALESCE(s.judged_from, 0) AS judged_from
FROM json_each(:shops) AS asked
LEFT JOIN shop_windows w ON w.shop = asked.value
LEFT JOIN shops s ON s.platform = asked.value
ORDER BY asked.value, w.number

-- name: shops_with_windows
-- Every shop that has some, found by its first.
WITH RECURSIVE known(shop) AS (
    SELECT MIN(shop) FROM shop_windows
    UNION ALL
    SELECT (SELECT MIN(w.shop) FROM shop_windows w WHERE w.shop > known.shop) FROM known WHERE known.shop IS NOT NULL)
SELECT shop FROM known WHERE shop IS NOT NULL

-- name: all_windows
-- The windows of every shop, oldest first, behind (:shop, :number): thousands of shops have more of them than one answer holds.
SELECT w.*, COALESCE(s.judged_from, 0) AS judged_from
FROM shop_windows w LEFT JOIN shops s ON s.platform = w.shop
WHERE (w.shop, w.number) > (:shop, :number) ORDER BY w.shop, w.number LIMIT :limit

-- name: put_windows
-- Insert or update windows, only while no other dispatcher has read these pages (the furthest read_to is still :read_to).
-- :rows = [[shop, number, begins_at, ends_at, pages, failed, zero_prices, yielded], …]
INSERT INTO shop_windows (shop, number, begins_at, ends_at, pages, failed, zero_prices, yielded)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
       json_extract(value, '$[6]'), json_extract(value, '$[7]')
FROM json_each(:rows) WHERE (SELECT MAX(read_to) FROM shops) = :read_to
ON CONFLICT (shop, number) DO UPDATE
SET ends_at = excluded.ends_at, pages = excluded.pages, failed = excluded.failed, zero_prices = excluded.zero_prices,
    yielded = excluded.yielded

-- name: forget_windows
-- A shop keeps its last :keep windows: each new one deletes the one :keep before it. :rows as in put_windows.
DELETE FROM shop_windows
WHERE (shop, number) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') - :keep FROM json_each(:rows))

-- name: switch_off
-- Pause a shop whose pages cannot be read; its jobs wait until an operator resumes it. Changes nothing when the shop is
-- paused already, was resumed meanwhile, or another dispatcher has read these pages.
INSERT INTO shops (platform, paused, paused_reason)
SELECT :shop, 1, :reason
WHERE (SELECT MAX(read_to) FROM shops) = :read_to
  AND COALESCE((SELECT judged_from FROM shops WHERE platform = :shop), 0) = :judged_from
ON CONFLICT (platform) DO UPDATE SET paused = 1, paused_reason = excluded.paused_reason WHERE NOT paused
RETURNING platform

-- name: pages_read
-- Remember how far the ended attempts of all shops were read, so that each counts once: in the row that is furthest.
UPDATE shops SET read_to = :read_up_to
WHERE read_to = :read_to AND platform = (SELECT platform FROM shops ORDER BY read_to DESC, platform LIMIT 1)

-- name: publish_again_resumed
-- Right before pause_shop ends a pause: the shop's QUEUED jobs are due again at once, for whoever met their messages meanwhile
-- acked them. A message that waits all the same is one more, which finds its job claimed. Nothing where no pause ends.
UPDATE crawl_jobs SET next_run_at = :now
WHERE +status = 'QUEUED' AND id IN (
        SELECT id FROM crawl_jobs WHERE status = 'QUEUED' AND platform = :shop
        UNION ALL
        SELECT id FROM crawl_jobs WHERE status = 'QUEUED' AND platform = :platform AND shop_id = :single)
  AND next_run_at > :now AND EXISTS (SELECT 1 FROM shops WHERE platform = :shop AND paused)

-- name: pause_shop
-- Pause a shop (nothing of it is published or claimed); a NULL :reason resumes it.
INSERT INTO shops (platform, paused, paused_reason, judged_from)
VALUES (:platform, :reason IS NOT NULL, :reason, CASE WHEN :reason IS NULL THEN :now ELSE 0 END)
ON CONFLICT (platform) DO UPDATE
SET paused = excluded.paused, paused_reason = excluded.paused_reason, judged_from = MAX(judged_from, excluded.judged_from)

-- name: set_budget
-- Set the fleet-wide budget of a shop; a NULL interval removes it. Setting it to what it is writes nothing.
INSERT INTO shops (platform, budget_interval_ms, budget_burst) VALUES (:platform, :interval_ms, :burst)
ON CONFLICT (platform) DO UPDATE
SET budget_interval_ms = excluded.budget_interval_ms, budget_burst = excluded.budget_burst, budget_at = 0
WHERE budget_interval_ms IS NOT excluded.budget_interval_ms OR budget_burst <> excluded.budget_burst

-- name: put_ladder
-- A platform's ways in order, and which of them are in use. :rows = [[platform, way, step, in_use], …]. What an operator
-- switched off stays so. Putting what is there already writes nothing.
INSERT INTO shop_ways (platform, way, step, in_use)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')
FROM json_each(:rows) WHERE true
ON CONFLICT (platform, way) DO UPDATE SET step = excluded.step, in_use = excluded.in_use
WHERE step <> excluded.step OR in_use <> excluded.in_use

-- name: switch_ways
-- Switch off the ways of a platform that are named, with the reason, and on all others. :off = [way, …]. What was off
-- before keeps its reason, except those of :anew = [way, …].
UPDATE shop_ways
SET off_at = CASE WHEN way IN (SELECT value FROM json_each(:off)) THEN COALESCE(off_at, :now) END,
    off_reason = CASE WHEN way NOT IN (SELECT value FROM json_each(:off)) THEN NULL
        WHEN off_at IS NULL OR way IN (SELECT value FROM json_each(:anew)) THEN :reason ELSE off_reason END
WHERE platform = :platform

-- name: ladders
-- Every platform's ways, from the first to try.
SELECT platform, way, step, in_use, off_at, off_reason FROM shop_ways ORDER BY platform, step

-- name: walls
-- Where a way has met walls in a row, and when it was last tried all the same.
SELECT shop, way, walls, walled_at, tried_at, :now AS now_ms FROM way_walls WHERE walls >= :least ORDER BY shop, way

-- name: tried_again
-- A job begins at a way that has met walls lately.
UPDATE way_walls SET tried_at = :now WHERE shop = :shop AND way = :way

-- name: open_by_way
-- Open jobs by shop and way, those for which one is chosen. Each part reads nothing but its own index, which has both.
SELECT platform, via, SUM(count) AS count FROM (
    SELECT platform, via, COUNT(*) AS count FROM crawl_jobs WHERE status = 'NEW' GROUP BY platform, via
    UNION ALL
    SELECT platform, via, COUNT(*) FROM crawl_jobs WHERE status = 'QUEUED' GROUP BY platform, via
    UNION ALL
    SELECT platform, via, COUNT(*) FROM crawl_jobs WHERE status = 'FAILED_RETRYABLE' GROUP BY platform, via)
WHERE via IS NOT NULL GROUP BY platform, via ORDER BY platform, via

-- name: brought
-- What each way of a platform brought since :since_ms before now: crawls that ended, by how and why. Whole hours are told by
-- their counts; only attempts of the hour in which that moment lies are looked at one by one.
SELECT via, to_status, error_code, SUM(count) AS count, MAX(last_at) AS last_at FROM (
    SELECT NULLIF(via, '') AS via, to_status, NULLIF(error_code, '') AS error_code, count, last_at FROM attempts_by_hour
    WHERE hour > (:now - :since_ms) / 3600000 AND platform = :platform
    UNION ALL
    SELECT e.via, e.to_status, e.error_code, 1, e.at
    FROM (SELECT job_id, via, to_status, error_code, at FROM job_events
          WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED' AND at > :now - :since_ms
            AND at < ((:now - :since_ms) / 3600000 + 1) * 3600000) e
    CROSS JOIN crawl_jobs j ON j.id = e.job_id AND +j.platform = :platform)
GROUP BY via, to_status, error_code ORDER BY via, SUM(count) DESC

-- name: review
-- Somebody has read a shop's terms.
INSERT INTO shops (platform, reviewed_at, reviewed_by, review_note) VALUES (:platform, :now, :by, :note)
ON CONFLICT (platform) DO UPDATE SET reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by,
    review_note = excluded.review_note

-- name: leader
-- Who leads a role, or led it last, until when, and for which schema version its program was written: NULL where that was
-- not told.
SELECT l.holder, l.expires_at, CAST(substr(p.holder, length(l.holder) + 2) AS INTEGER) AS schema_version
FROM leadership l LEFT JOIN leadership p
  ON p.role = 'program of ' || l.role AND substr(p.holder, 1, length(l.holder) + 1) = l.holder || ' '
WHERE l.role = :role

-- name: lead
-- Take or keep the lead of a role. Who has it asks far more often than it runs out: it is written again only when that
-- moves its end by a fifth, for a hosted database bills each row written.
INSERT INTO leadership (role, holder, expires_at) VALUES (:role, :holder, :now + :ttl_ms)
ON CONFLICT (role) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
WHERE leadership.expires_at <= :now
   OR (leadership.holder = excluded.holder AND ABS(excluded.expires_at - leadership.expires_at) >= :ttl_ms / 5)

-- name: lead_told
-- For which schema version the program of the one that leads was written, as a row beside it: programs of before 0.2.0 lead
-- without it. Written once a lead.
INSERT INTO leadership (role, holder, expires_at)
SELECT 'program of ' || role, holder || ' ' || :schema_version, 0
FROM leadership WHERE role = :role AND holder = :holder AND expires_at > :now
ON CONFLICT (role) DO UPDATE SET holder = excluded.holder WHERE leadership.holder <> excluded.holder

-- name: leads
-- A row: :holder has the lead of a role.
SELECT 1 FROM leadership WHERE role = :role AND holder = :holder AND expires_at > :now
