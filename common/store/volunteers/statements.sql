-- What the store runs for gateways and their volunteers; read as common/store/statements.sql is.
--
-- Every statement for a machine's lease has in its WHERE the machine, the lease token, which is made of both the machine
-- and the token that the machine holds, status RUNNING and a lease that has not run out.

-- name: invite
-- A new person with one invite. Sent again, it adds nothing.
INSERT INTO persons (id, name, secret_hash, machines_max, expires_at, trusted, created_at)
VALUES (:person, :called, :secret_hash, :machines_max, :now + :expires_in_ms, :trusted, :now)
ON CONFLICT DO NOTHING

-- name: join_machine
-- A machine joins by its invite's secret, where the invite is good and has a place left. A nonce joins once.
INSERT INTO machines (id, person, name, platform, version, join_hash, token_hash, token_expires_at, joined_at, last_seen_at)
SELECT :machine, p.id, :called, :platform, :version, :join_hash, :token_hash, :now + :token_ms, :now, :now
FROM persons p
WHERE p.secret_hash = :secret_hash AND p.revoked_at IS NULL AND p.expires_at > :now
  AND (SELECT COUNT(*) FROM machines m WHERE m.person = p.id) < p.machines_max
ON CONFLICT DO NOTHING

-- name: joined_machine
-- What became of a joining: the machine of this nonce, and whether the invite is good.
SELECT p.id AS person, p.revoked_at, p.expires_at > :now AS open,
       (SELECT m.id FROM machines m WHERE m.person = p.id AND m.join_hash = :join_hash) AS machine
FROM persons p WHERE p.secret_hash = :secret_hash

-- name: machine_by_token
-- The machines that tokens belong to, and all that decides whether each may have tasks. :rows = [[token_hash], …]
SELECT json_extract(r.value, '$[0]') AS asked,
       m.id, m.person, m.name, m.join_hash, m.token_hash = json_extract(r.value, '$[0]') AS token_is_current,
       m.token_expires_at, m.paused_at, m.revoked_at, m.left_at, p.trusted, p.tasks_per_day, p.leases_at_once,
       s.set_aside_at, p.paused_at AS person_paused_at, p.paused_reason AS person_paused_reason, p.revoked_at AS person_revoked_at, m.ways,
       COALESCE(d.tasks, 0) AS tasks_today, COALESCE(d.unconfirmed, 0) AS unconfirmed_today,
       COALESCE(d.released + d.lost + d.refused, 0) AS given_up_today,
       (SELECT COUNT(*) FROM gateway_leases g WHERE g.machine = m.id AND g.ended_at IS NULL) AS leases,
       m.last_seen_at, :now AS now_ms
FROM json_each(:rows) AS r
CROSS JOIN machines m ON m.id = (SELECT id FROM machines WHERE token_hash = json_extract(r.value, '$[0]')
                                 UNION ALL
                                 SELECT id FROM machines WHERE next_token_hash = json_extract(r.value, '$[0]'))
CROSS JOIN persons p ON p.id = m.person LEFT JOIN standings s ON s.person = p.id
LEFT JOIN machine_days d ON d.machine = m.id AND d.day = :now / 86400000

-- name: machine_seen
-- Requests of these machines came, from programs of these versions (NULL: it told none). :rows = [[machine, version], …]
UPDATE machines SET last_seen_at = :now, version = COALESCE(told.version, machines.version)
FROM (SELECT json_extract(value, '$[0]') AS machine, json_extract(value, '$[1]') AS version FROM json_each(:rows)) AS told
WHERE machines.id = told.machine

-- name: machine_ways
-- A machine takes tasks of these ways from now on.
UPDATE machines SET ways = :ways WHERE id = :machine

-- name: two_at_once_noted
-- Two workers go by one machine's membership, as a gateway saw just now. It stands in leadership for a while, as a role that
-- nobody leads.
INSERT INTO leadership (role, holder, expires_at) VALUES ('two at once: ' || :machine, :machine, :now + :told_ms)
ON CONFLICT (role) DO UPDATE SET expires_at = excluded.expires_at

-- name: two_at_once_forgotten
-- What was told so long ago of other machines is forgotten.
DELETE FROM leadership WHERE role > 'two at once: ' AND role < 'two at once;' AND expires_at <= :now

-- name: two_at_once
-- The machines of which that is told now, or this one of them (NULL: all); of those that may come.
SELECT m.id AS machine, m.name, p.name AS person
FROM leadership l CROSS JOIN machines m ON m.id = l.holder CROSS JOIN persons p ON p.id = m.person
WHERE l.role > 'two at once: ' AND l.role < 'two at once;' AND l.expires_at > :now
  AND (:machine IS NULL OR l.role = 'two at once: ' || :machine)
  AND m.left_at IS NULL AND m.revoked_at IS NULL AND p.revoked_at IS NULL
ORDER BY p.name, m.name, m.id

-- name: offer_token
-- Give out a new token; the one that asked stays good until the new one is used.
UPDATE machines SET next_token_hash = :next_token_hash WHERE id = :machine AND token_hash = :token_hash

-- name: take_token
-- The new token was used: from now on it is the machine's, and the old one is none.
UPDATE machines SET token_hash = next_token_hash, next_token_hash = NULL, token_expires_at = :now + :token_ms
WHERE id = :machine AND next_token_hash = :next_token_hash

-- name: leave
-- A machine leaves: its token is good for nothing.
UPDATE machines SET left_at = :now, next_token_hash = NULL WHERE id = :machine AND left_at IS NULL

-- name: offered_jobs
-- Of jobs named by messages: what decides which machine may take them. `not_for`: persons who gave the job up within
-- :memory_ms or are not given it for another reason ('*' is every volunteer), as a JSON array. `tied`: refused through a proxy, which no
-- machine here may go through. :rows = [[id], …]
SELECT j.id, j.platform, j.status, j.url_norm,
       (SELECT json_group_array(person) FROM (
            SELECT g.person FROM gateway_leases g
            WHERE g.job_id = j.id AND g.ended_as IN ('released', 'refused', 'unconfirmed', 'lost')
              AND g.ended_at > :now - :memory_ms
            UNION
            SELECT x.person FROM job_exclusions x WHERE x.job_id = j.id AND x.until_at > :now)) AS not_for,
       EXISTS (SELECT 1 FROM proxy_ties t WHERE t.job_id = j.id AND t.proxy IS NOT NULL AND t.until > :now) AS tied
FROM json_each(:rows) AS asked CROSS JOIN crawl_jobs j ON j.id = json_extract(asked.value, '$[0]')

-- name: lease_to_machine
-- Right behind claims, in their batch: each lease is its machine's, where machine and person are still welcome and the
-- machine has fewer leases, and had fewer tasks today, than it may; a NULL limit is none. `turn` numbers those of one
-- machine in this statement. :rows = [[id, lease_token, machine, request_id, leases_at_once, tasks_per_day], …]
INSERT INTO gateway_leases (lease_token, job_id, machine, person, request_id, claimed_at)
SELECT lent.lease_token, lent.job_id, lent.machine, lent.person, lent.request_id, lent.claimed_at
FROM (
    SELECT j.lease_token, j.id AS job_id, m.id AS machine, m.person, json_extract(r.value, '$[3]') AS request_id,
           j.locked_at AS claimed_at, json_extract(r.value, '$[4]') AS leases_at_once,
           json_extract(r.value, '$[5]') AS tasks_per_day, ROW_NUMBER() OVER (PARTITION BY m.id ORDER BY r.key) AS turn
    FROM json_each(:rows) AS r CROSS JOIN crawl_jobs j ON j.id = json_extract(r.value, '$[0]')
    CROSS JOIN machines m ON m.id = json_extract(r.value, '$[2]') CROSS JOIN persons p ON p.id = m.person
    WHERE j.lease_token = json_extract(r.value, '$[1]') AND +j.status = 'RUNNING'
      AND m.revoked_at IS NULL AND m.left_at IS NULL AND p.revoked_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM gateway_leases sent WHERE sent.lease_token = j.lease_token)
) AS lent
WHERE (lent.leases_at_once IS NULL OR lent.turn + (
        SELECT COUNT(*) FROM gateway_leases live
        WHERE live.machine = lent.machine AND live.ended_at IS NULL) <= lent.leases_at_once)
  AND (lent.tasks_per_day IS NULL OR lent.turn + COALESCE((
        SELECT d.tasks FROM machine_days d
        WHERE d.machine = lent.machine AND d.day = :now / 86400000), 0) <= lent.tasks_per_day)
ON CONFLICT DO NOTHING

-- name: take_back_unlent
-- release, behind lease_to_machine: claims that it made nobody's leases. :rows = [[id, lease_token], …]
WITH unlent AS MATERIALIZED (
    SELECT json_extract(r.value, '$[0]') AS job_id, json_extract(r.value, '$[1]') AS token
    FROM json_each(:rows) AS r
    WHERE NOT EXISTS (SELECT 1 FROM gateway_leases g WHERE g.lease_token = json_extract(r.value, '$[1]'))
)
UPDATE crawl_jobs
SET status = 'QUEUED', attempt = attempt - 1, next_run_at = :now, updated_at = :now,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
FROM unlent
WHERE crawl_jobs.id = unlent.job_id AND crawl_jobs.lease_token = unlent.token AND +crawl_jobs.status = 'RUNNING'

-- name: put_off
-- publish, retry, as in arrived, or none: a job whose message, for the way :way, nobody here may take. Its message is gone,
-- and it is due again in :delay_ms, also when the message outran the dispatcher's note that it was sent. Once it waits for
-- long, in a quarter of the time that it has waited, at most :grown_ms.
UPDATE crawl_jobs
SET status = 'QUEUED', via = :way,
    next_run_at = :now + MAX(:delay_ms, CASE status WHEN 'QUEUED' THEN MIN(:grown_ms, (:now - updated_at) / 4) ELSE 0 END),
    updated_at = CASE status WHEN 'QUEUED' THEN updated_at ELSE :now END
WHERE id = :id AND COALESCE(via, :way) = :way AND (status = 'QUEUED'
                    OR (status IN ('NEW', 'FAILED_RETRYABLE') AND (next_run_at IS NULL OR next_run_at <= :now)))

-- name: nobody_may
-- Right behind put_off: until the job is due again nobody may take it ('-'), so it is not under way, and leaves its place in
-- the dispatcher's window.
INSERT INTO job_exclusions (job_id, person, until_at)
SELECT id, '-', next_run_at FROM crawl_jobs
WHERE id = :id AND status = 'QUEUED' AND via = :way AND next_run_at > :now
ON CONFLICT (job_id, person) DO UPDATE SET until_at = excluded.until_at

-- name: leases_of_request
-- The live leases that claims were answered with. :rows = [[machine, request_id], …]
SELECT g.machine, g.request_id, j.id, j.url_norm, j.platform, j.attempt, g.lease_token, j.lock_expires_at - :now AS left_ms,
       COALESCE(j.via, 'http') AS via
FROM json_each(:rows) AS r
CROSS JOIN gateway_leases g ON g.machine = json_extract(r.value, '$[0]') AND g.request_id = json_extract(r.value, '$[1]')
CROSS JOIN crawl_jobs j ON j.id = g.job_id AND j.lease_token = g.lease_token
WHERE g.ended_at IS NULL AND +j.status = 'RUNNING' AND +j.lock_expires_at > :now

-- name: renew_of_machine
-- Extend leases of this machine, at most to :ends_ms after their claim. :tokens = [lease_token, …]
WITH lent AS MATERIALIZED (
    SELECT g.job_id, g.lease_token, g.claimed_at
    FROM json_each(:tokens) AS asked CROSS JOIN gateway_leases g ON g.lease_token = asked.value
    WHERE g.machine = :machine AND g.ended_at IS NULL
)
UPDATE crawl_jobs SET lock_expires_at = MIN(:now + :lease_ms, lent.claimed_at + :ends_ms)
FROM lent
WHERE crawl_jobs.id = lent.job_id AND crawl_jobs.lease_token = lent.lease_token
  AND +crawl_jobs.status = 'RUNNING' AND +crawl_jobs.lock_expires_at > :now
RETURNING id

-- name: confirm_of_machine
-- The machine knows of these tasks. :tokens = [lease_token, …]
UPDATE gateway_leases SET confirmed_at = :now
WHERE lease_token IN (SELECT value FROM json_each(:tokens)) AND machine = :machine AND confirmed_at IS NULL

-- name: leases_of_machine
-- Leases that machines report on, with their jobs. :rows = [[machine, lease_token], …]
SELECT g.machine, g.lease_token, g.ended_as, g.reason, j.id, j.url_norm, j.platform, j.region, j.attempt, j.content_hash,
       j.crawl_interval_ms, j.lease_token IS g.lease_token AND j.status = 'RUNNING' AND j.lock_expires_at > :now AS held,
       COALESCE(j.via, 'http') AS via
FROM json_each(:rows) AS r CROSS JOIN gateway_leases g ON g.lease_token = json_extract(r.value, '$[1]')
JOIN crawl_jobs j ON j.id = g.job_id
WHERE g.machine = json_extract(r.value, '$[0]')

-- name: refused_of_machine
-- The report on a lease of this machine was refused. The first end stays; a trigger counts it for the machine's day.
UPDATE gateway_leases SET ended_at = :now, ended_as = 'refused', reason = :reason,
       confirmed_at = COALESCE(confirmed_at, :now)
WHERE lease_token = :token AND machine = :machine AND ended_at IS NULL

-- name: end_reported
-- Right behind what records reports, in its batch: each lease ended as recorded where the job's events say that this very
-- lease ended by its holder's word, else it was lost. One that is held still was doubted, and is told of again once it is
-- weighed. The first end stays; a trigger counts it for the machine's day.
-- :rows = [[lease_token, machine, found], …]; found = 1: a page was read.
UPDATE gateway_leases
SET ended_at = :now, confirmed_at = COALESCE(confirmed_at, :now), found = told.found,
    ended_as = CASE WHEN EXISTS (
        SELECT 1 FROM job_events e
        WHERE e.job_id = gateway_leases.job_id AND e.lease_token = gateway_leases.lease_token
          AND e.from_status = 'RUNNING' AND e.to_status <> 'QUEUED'
          AND COALESCE(e.error_code, '') NOT IN ('CANCELLED', 'LEASE_EXPIRED')
          AND e.seq > (SELECT MAX(last.seq) - 100 FROM job_events last WHERE last.job_id = gateway_leases.job_id)
    ) THEN 'recorded' ELSE 'lost' END
FROM (SELECT json_extract(value, '$[0]') AS token, json_extract(value, '$[1]') AS machine,
             json_extract(value, '$[2]') AS found FROM json_each(:rows)) AS told
WHERE gateway_leases.lease_token = told.token AND gateway_leases.machine = told.machine
  AND gateway_leases.ended_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM crawl_jobs j
                  WHERE j.id = gateway_leases.job_id AND j.lease_token = gateway_leases.lease_token
                    AND j.status = 'RUNNING' AND j.lock_expires_at > :now)
RETURNING lease_token, machine, ended_as

-- name: no_turn_for
-- Right behind end_reported: this machine has no turn for the job, so its person is not given it for :for_ms.
INSERT INTO job_exclusions (job_id, person, until_at)
SELECT g.job_id, g.person, :now + :for_ms FROM gateway_leases g
WHERE g.lease_token = :token AND g.machine = :machine AND g.ended_as = 'recorded'
ON CONFLICT (job_id, person) DO UPDATE SET until_at = MAX(until_at, excluded.until_at)

-- name: count_fetched
-- What machines say they fetched. :rows = [[machine, requests, bytes], …]
INSERT INTO machine_days (machine, day, requests, bytes, last_at)
SELECT json_extract(value, '$[0]'), :now / 86400000, json_extract(value, '$[1]'), json_extract(value, '$[2]'), :now
FROM json_each(:rows) WHERE true
ON CONFLICT (machine, day) DO UPDATE
SET requests = requests + excluded.requests, bytes = bytes + excluded.bytes, last_at = excluded.last_at

-- name: release_of_machines
-- release: jobs of these leases are QUEUED and due now, their attempts given back. :machine NULL: whosever they are.
-- :even_over = 1 also those that ran out and that nobody took back yet. :unconfirmed = 1 only those that their machines
-- have not confirmed by now. :tokens = [lease_token, …]
WITH lent AS MATERIALIZED (
    SELECT g.job_id, g.lease_token
    FROM json_each(:tokens) AS asked CROSS JOIN gateway_leases g ON g.lease_token = asked.value
    WHERE g.machine = COALESCE(:machine, g.machine) AND g.ended_at IS NULL
      AND (NOT :unconfirmed OR g.confirmed_at IS NULL)
)
UPDATE crawl_jobs
SET status = 'QUEUED', attempt = attempt - 1, next_run_at = :now, updated_at = :now,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
FROM lent
WHERE crawl_jobs.id = lent.job_id AND crawl_jobs.lease_token = lent.lease_token AND +crawl_jobs.status = 'RUNNING'
  AND (:even_over OR +crawl_jobs.lock_expires_at > :now)
RETURNING id

-- name: given_back
-- The leases of release_of_machines ended so, whichever of them were still held; a trigger counts them.
-- :reasons = {lease_token: why or NULL, …}
UPDATE gateway_leases SET ended_at = :now, ended_as = :ended_as,
       reason = (SELECT told.value FROM json_each(:reasons) AS told WHERE told.key = lease_token)
WHERE lease_token IN (SELECT value FROM json_each(:tokens)) AND machine = COALESCE(:machine, machine)
  AND ended_at IS NULL AND (NOT :unconfirmed OR confirmed_at IS NULL)

-- name: release_all
-- release, as release_of_machines: every lease of one machine, or of all machines of a person.
WITH lent AS MATERIALIZED (
    SELECT job_id, lease_token FROM gateway_leases
    WHERE ended_at IS NULL AND (machine = :machine
          OR machine IN (SELECT id FROM machines WHERE person = :person))
)
UPDATE crawl_jobs
SET status = 'QUEUED', attempt = attempt - 1, next_run_at = :now, updated_at = :now,
    lease_token = NULL, locked_by = NULL, locked_at = NULL, lock_expires_at = NULL
FROM lent
WHERE crawl_jobs.id = lent.job_id AND crawl_jobs.lease_token = lent.lease_token AND +crawl_jobs.status = 'RUNNING'
  AND +crawl_jobs.lock_expires_at > :now
RETURNING id

-- name: all_given_back
-- Those leases ended so; a trigger counts them.
UPDATE gateway_leases SET ended_at = :now, ended_as = 'released'
WHERE ended_at IS NULL AND (machine = :machine
      OR machine IN (SELECT id FROM machines WHERE person = :person))

-- name: unconfirmed_leases
-- Live leases that their machines have not confirmed within :confirm_ms.
SELECT lease_token FROM gateway_leases
WHERE ended_at IS NULL AND confirmed_at IS NULL AND claimed_at <= :now - :confirm_ms LIMIT :limit

-- name: leases_over
-- Leases that nobody ended and that are over: they ran out, were taken back, or their job was cancelled. `outcome` is
-- what their machine did report, when that was recorded or waits for a second look and nobody noted it here yet: SUCCEEDED
-- for a page that was read.
SELECT g.lease_token, g.machine, j.lease_token IS g.lease_token AND j.status = 'RUNNING' AS ran_out, p.trusted,
       (SELECT CASE WHEN EXISTS (SELECT 1 FROM volunteer_results v WHERE v.lease_token = g.lease_token
                                 AND json_type(v.outcome_json, '$.result') = 'object')
                      OR EXISTS (SELECT 1 FROM pending_results w WHERE w.lease_token = g.lease_token)
                    THEN 'SUCCEEDED' ELSE e.to_status END
        FROM job_events e
        WHERE e.job_id = g.job_id AND e.lease_token = g.lease_token AND e.from_status = 'RUNNING'
          AND e.to_status <> 'QUEUED' AND COALESCE(e.error_code, '') NOT IN ('CANCELLED', 'LEASE_EXPIRED')
       ) AS outcome
FROM gateway_leases g LEFT JOIN crawl_jobs j ON j.id = g.job_id LEFT JOIN persons p ON p.id = g.person
WHERE g.ended_at IS NULL
  AND (j.lease_token IS NOT g.lease_token OR j.status <> 'RUNNING' OR j.lock_expires_at <= :now) LIMIT :limit

-- name: forget_leases
-- Leases that ended before :older_than_ms; a report on them is answered as lost from then on.
DELETE FROM gateway_leases WHERE lease_token IN (
    SELECT lease_token FROM gateway_leases WHERE ended_at <= :now - :older_than_ms LIMIT :limit)

-- name: persons
-- Every person, or one, with what all machines of theirs did today.
SELECT p.*, COUNT(m.id) AS machines, COUNT(CASE WHEN m.left_at IS NULL AND m.revoked_at IS NULL THEN m.id END) AS active,
       COALESCE(SUM(d.tasks), 0) AS tasks_today, COALESCE(SUM(d.recorded), 0) AS recorded_today,
       MAX(m.last_seen_at) AS last_at
FROM persons p LEFT JOIN machines m ON m.person = p.id
LEFT JOIN machine_days d ON d.machine = m.id AND d.day = :now / 86400000
WHERE :person IS NULL OR p.id = :person OR p.name = :person
GROUP BY p.id ORDER BY p.created_at, p.id

-- name: machines
-- The machines of a person, with what each did today.
SELECT m.id, m.person, m.name, m.platform, m.version, m.joined_at, m.token_expires_at, m.paused_at, m.revoked_at,
       m.left_at, COALESCE(d.tasks, 0) AS tasks, COALESCE(d.recorded, 0) AS recorded, COALESCE(d.failed, 0) AS failed,
       COALESCE(d.refused, 0) AS refused, COALESCE(d.released, 0) AS released,
       COALESCE(d.unconfirmed, 0) AS unconfirmed, COALESCE(d.lost, 0) AS lost, COALESCE(d.requests, 0) AS requests,
       COALESCE(d.bytes, 0) AS bytes,
       m.last_seen_at AS last_at,
       EXISTS (SELECT 1 FROM leadership l WHERE l.role = 'two at once: ' || m.id AND l.expires_at > :now) AS two_at_once,
       (SELECT COUNT(*) FROM gateway_leases g WHERE g.machine = m.id AND g.ended_at IS NULL) AS leases
FROM machines m LEFT JOIN machine_days d ON d.machine = m.id AND d.day = :now / 86400000
WHERE m.person = :person ORDER BY m.joined_at, m.id

-- name: recorded_before_today
-- Pages that all machines of a person brought up to yesterday's end (UTC).
SELECT COALESCE(SUM(m.recorded_swept + COALESCE((
    SELECT SUM(d.recorded) FROM machine_days d WHERE d.machine = m.id AND d.day < :now / 86400000), 0)), 0) AS recorded
FROM machines m WHERE m.person = :person

-- name: credit_before_today
-- A person's results that stood at yesterday's end (UTC), at all shops: confirmed ones, and unchecked ones of 30 days.
SELECT MAX(0, COALESCE((SELECT SUM(t.credit) FROM trust t WHERE t.person = :person), 0)
              - (SELECT COUNT(*) FROM volunteer_results v
                 WHERE v.settled_at >= :now - :now % 86400000 AND v.person = :person
                   AND v.state IN ('confirmed', 'agreed'))) AS credit

-- name: old_days
-- Days of machines that are more than :keep_days ago.
SELECT d.machine, d.day FROM machines m CROSS JOIN machine_days d ON d.machine = m.id
WHERE d.day < :now / 86400000 - :keep_days LIMIT :limit

-- name: sum_days
-- Add these days to their machines' totals, as far as forget_days has not deleted them. :rows = [[machine, day], …]
UPDATE machines SET recorded_swept = recorded_swept + old.recorded
FROM (SELECT d.machine, SUM(d.recorded) AS recorded
      FROM json_each(:rows) AS asked
      CROSS JOIN machine_days d ON d.machine = json_extract(asked.value, '$[0]') AND d.day = json_extract(asked.value, '$[1]')
      GROUP BY d.machine) AS old
WHERE machines.id = old.machine

-- name: forget_days
-- Right behind sum_days, in its batch.
DELETE FROM machine_days WHERE (machine, day) IN (
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows))

-- name: machines_now
-- Machines that may come, those seen within :seen_ms, of those the operator's own; of those that may have tasks such as
-- go by browser, and the operator's own that ask official interfaces; and the leases that live.
SELECT COUNT(*) AS joined, COUNT(CASE WHEN m.last_seen_at > :now - :seen_ms THEN 1 END) AS seen,
       COUNT(CASE WHEN m.last_seen_at > :now - :seen_ms AND p.trusted THEN 1 END) AS trusted_seen,
       COUNT(CASE WHEN m.last_seen_at > :now - :seen_ms AND instr(',' || m.ways || ',', ',browser,') AND m.paused_at IS NULL AND p.paused_at IS NULL
                  AND (p.trusted OR NOT EXISTS (SELECT 1 FROM standings s WHERE s.person = p.id AND s.set_aside_at IS NOT NULL))
                  THEN 1 END) AS browser_seen,
       COUNT(CASE WHEN m.last_seen_at > :now - :seen_ms AND instr(',' || m.ways || ',', ',official,') AND m.paused_at IS NULL AND p.paused_at IS NULL
                  AND p.trusted THEN 1 END) AS official_seen,
       (SELECT COUNT(*) FROM gateway_leases g WHERE g.ended_at IS NULL) AS leases
FROM machines m JOIN persons p ON p.id = m.person
WHERE m.revoked_at IS NULL AND m.left_at IS NULL AND p.revoked_at IS NULL

-- name: paused_shops_that_hold
-- The paused shops that all jobs which wait to be handed out belong to; none when anything waits elsewhere. At most the
-- first :limit jobs of each kind are looked at. Without the condition on platform, which every job meets, SQLite goes through
-- the index of all jobs, as in open_count.
WITH waiting (platform, shop) AS (
    SELECT * FROM (SELECT platform, platform || '/' || shop_id FROM crawl_jobs WHERE status = 'NEW' AND platform > '' LIMIT :limit)
    UNION ALL
    SELECT * FROM (SELECT platform, platform || '/' || shop_id FROM crawl_jobs WHERE status = 'QUEUED' AND platform > '' LIMIT :limit)
),
held (shop) AS (
    SELECT DISTINCT (SELECT s.platform FROM shops s WHERE s.paused AND s.platform IN (w.platform, w.shop)
                     ORDER BY s.platform LIMIT 1) FROM waiting w
)
SELECT shop FROM held WHERE NOT EXISTS (SELECT 1 FROM held WHERE shop IS NULL) ORDER BY shop
-- name: pause_volunteer
-- Give no more tasks to a person's machines, or to one machine; a NULL :reason resumes.
UPDATE persons SET paused_at = CASE WHEN :reason IS NULL THEN NULL ELSE COALESCE(paused_at, :now) END,
                   paused_reason = :reason
WHERE id = :id
RETURNING id

-- name: pause_machine
-- As pause_volunteer, for one machine.
UPDATE machines SET paused_at = CASE WHEN :reason IS NULL THEN NULL ELSE COALESCE(paused_at, :now) END WHERE id = :id
RETURNING id

-- name: revoke_person
-- Nothing of this person is taken any more, and nobody joins by their invite.
UPDATE persons SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id RETURNING id

-- name: revoke_machine
-- Nothing of this machine is taken any more.
UPDATE machines SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id RETURNING id

-- name: limit_person
-- How much each machine of a person may take; NULL: as the gateway's settings say.
UPDATE persons SET tasks_per_day = :tasks_per_day, leases_at_once = :leases_at_once WHERE id = :id RETURNING id

-- name: trust_person
-- Whether a person is the operator's own: their results are recorded without a second look.
UPDATE persons SET trusted = :trusted WHERE id = :id RETURNING id
