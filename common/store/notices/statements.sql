-- Statements of notifications: targets, rules, what rules met, and what became of the messages.
--
-- What runs at every look asks for `state IN ('waiting', 'sending')` before it says which of the two. That is the condition
-- of the index notices_open, word for word; without it SQLite reads all that was ever told.

-- name: notice_targets
SELECT * FROM notice_targets ORDER BY name

-- name: add_notice_target
-- A row back: it is new, or this very address stood there already.
INSERT INTO notice_targets (name, url, added_at) VALUES (:called, :url, :now)
ON CONFLICT (name) DO UPDATE SET url = excluded.url WHERE url = excluded.url
RETURNING name

-- name: remove_notice_target
-- Not while a rule names it.
DELETE FROM notice_targets WHERE name = :called AND NOT EXISTS (SELECT 1 FROM notice_rules WHERE target = :called)
RETURNING name

-- name: notice_rules
SELECT * FROM notice_rules ORDER BY id

-- name: notice_clock
SELECT :now AS now

-- name: add_notice_rule
-- From now on: changes that were before are not told. No row without its target.
INSERT INTO notice_rules (asked, kind, target, product_key, shop, below_minor, currency, by_percent, least, zone, quiet_from,
                          quiet_to, digest_minutes, digest_at, added_at, added_by, read_to)
SELECT :asked, :kind, name, :product_key, :shop, :below_minor, :currency, :by_percent, :least, :zone, :quiet_from,
       :quiet_to, :digest_minutes, :digest_at, :now, :by, (SELECT COALESCE(MAX(id), 0) FROM product_changes)
FROM notice_targets WHERE name = :target
ON CONFLICT (asked) DO NOTHING

-- name: notice_rule_asked
SELECT id FROM notice_rules WHERE asked = :asked

-- name: remove_notice_rule
DELETE FROM notice_rules WHERE id = :id RETURNING id

-- name: drop_waiting_notices
-- What waits of a rule that is removed or switched off is not sent.
DELETE FROM notices WHERE rule = :id AND state IN ('waiting', 'sending') AND state = 'waiting'

-- name: drop_notice_conditions
DELETE FROM notice_conditions WHERE rule = :id

-- name: notice_rule_off
UPDATE notice_rules SET off_at = COALESCE(off_at, :now) WHERE id = :id RETURNING id

-- name: notice_rule_on
-- Again from now on; one that was on goes on where it was.
UPDATE notice_rules
SET read_to = CASE WHEN off_at IS NULL THEN read_to ELSE (SELECT COALESCE(MAX(id), 0) FROM product_changes) END,
    off_at = NULL
WHERE id = :id RETURNING id

-- name: notice_conditions
SELECT * FROM notice_conditions

-- name: notices_collecting
-- Until when each rule collects.
SELECT rule, MIN(due_at) AS due_at FROM notices WHERE state IN ('waiting', 'sending') AND state = 'waiting' AND due_at > :now GROUP BY rule

-- name: notice_changes
-- What changed about products since, in order, with the product as it is now.
SELECT c.id, c.product_key, c.at, c.kind, c.price_before_minor, c.price_minor, c.currency, p.title, p.url_norm, p.job_id,
       p.platform, p.shop_id
FROM product_changes c JOIN products p ON p.product_key = c.product_key
WHERE c.id > :after ORDER BY c.id LIMIT :limit

-- name: notice_change_last
SELECT COALESCE(MAX(id), 0) AS id FROM product_changes

-- name: put_notices
-- What rules met, each event once. :rows = [[rule, event, kind, target, at, line, due_at], …]
INSERT INTO notices (rule, event, kind, target, at, noted_at, line, due_at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'),
       json_extract(value, '$[4]'), :now, json_extract(value, '$[5]'), json_extract(value, '$[6]')
FROM json_each(:rows)
WHERE EXISTS (SELECT 1 FROM notice_rules r WHERE r.id = json_extract(value, '$[0]') AND r.off_at IS NULL)
ON CONFLICT (rule, event) DO NOTHING
RETURNING kind

-- name: notice_rules_read
-- :rules = [number, …]: those by which these changes were looked at. One that was added meanwhile, or that this machine leaves
-- out, goes on where it is.
UPDATE notice_rules SET read_to = :read_to
WHERE off_at IS NULL AND read_to < :read_to AND id IN (SELECT value FROM json_each(:rules))

-- name: notice_conditions_held
-- :rows = [[rule, subject, when it began], …]
INSERT INTO notice_conditions (rule, subject, began_at, held_at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), :now FROM json_each(:rows) WHERE true
ON CONFLICT (rule, subject) DO UPDATE SET held_at = excluded.held_at

-- name: notice_conditions_over
-- :rows = [[rule, subject], …]
DELETE FROM notice_conditions
WHERE (rule, subject) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:rows))

-- name: shops_off
SELECT platform, paused_reason FROM shops WHERE paused ORDER BY platform

-- name: feeds_failing
-- The worst of the accounts whose polls failed at least so often in a row.
SELECT source, account, failures, last_error FROM feed_cursors
WHERE failures >= :least AND paused_at IS NULL ORDER BY failures DESC, source, account LIMIT 200

-- name: dead_lately
-- Jobs that became DEAD within :within_ms, by shop.
SELECT platform, shop_id, COUNT(*) AS count FROM crawl_jobs
WHERE status = 'DEAD' AND platform IN (SELECT value FROM json_each(:platforms)) AND finished_at > :now - :within_ms
GROUP BY platform, shop_id

-- name: last_recorded
-- Each platform that has open jobs and is not paused: when something was last recorded.
SELECT value AS platform,
       (SELECT MAX(finished_at) FROM crawl_jobs WHERE status = 'SUCCEEDED' AND platform = value AND finished_at IS NOT NULL)
       AS recorded_at
FROM json_each(:platforms)
WHERE NOT EXISTS (SELECT 1 FROM shops WHERE platform = value AND paused)
  AND (EXISTS (SELECT 1 FROM crawl_jobs WHERE status = 'NEW' AND platform = value)
       OR EXISTS (SELECT 1 FROM crawl_jobs WHERE status = 'QUEUED' AND platform = value)
       OR EXISTS (SELECT 1 FROM crawl_jobs WHERE status = 'RUNNING' AND platform = value)
       OR EXISTS (SELECT 1 FROM crawl_jobs WHERE status = 'FAILED_RETRYABLE' AND platform = value))

-- name: notices_due
-- Rules with something to send now to a target that may be tried.
SELECT DISTINCT n.rule FROM notices n JOIN notice_targets t ON t.name = n.target
WHERE n.state IN ('waiting', 'sending') AND n.state = 'waiting' AND n.due_at <= :now AND t.not_before <= :now ORDER BY n.rule

-- name: postpone_notices
UPDATE notices SET due_at = :until WHERE state IN ('waiting', 'sending') AND state = 'waiting' AND rule = :rule AND due_at <= :now

-- name: claim_notices
-- One message of what is due of a rule, noted before it is tried. From here on no other process tries these.
UPDATE notices SET state = 'sending', message = :message, tries = tries + 1, tried_at = :now
WHERE state IN ('waiting', 'sending') AND state = 'waiting' AND rule = :rule AND event IN
    (SELECT event FROM notices WHERE state IN ('waiting', 'sending') AND state = 'waiting' AND rule = :rule AND due_at <= :now ORDER BY due_at LIMIT :limit)

-- name: notices_claimed
SELECT * FROM notices WHERE message = :message AND state = 'sending' ORDER BY at, event

-- name: notice_target_served
UPDATE notice_targets SET failures = 0, failing_since = NULL, last_error = NULL, not_before = 0, last_sent_at = :now
WHERE name = :target AND EXISTS (SELECT 1 FROM notices WHERE message = :message AND state = 'sending')

-- name: notices_sent
UPDATE notices SET state = 'sent', error = NULL WHERE message = :message AND state = 'sending'

-- name: notice_target_failed
UPDATE notice_targets SET failures = failures + 1, failing_since = COALESCE(failing_since, :now), last_error = :error,
    not_before = :now + :pause_ms
WHERE name = :target AND EXISTS (SELECT 1 FROM notices WHERE message = :message AND state = 'sending')

-- name: notices_not_sent
-- They wait again, or are given up after their last try.
UPDATE notices SET state = CASE WHEN tries >= :most_tries THEN 'failed' ELSE 'waiting' END, error = :error
WHERE message = :message AND state = 'sending'

-- name: notices_unsure
-- The target may have it, so it is not sent again.
UPDATE notices SET state = 'unsure', error = :error WHERE message = :message AND state = 'sending'

-- name: notices_lost
-- Their process ended in the middle: the target may have them.
UPDATE notices SET state = 'unsure', error = :error WHERE state IN ('waiting', 'sending') AND state = 'sending' AND tried_at <= :now - :after_ms
RETURNING rule

-- name: notices_page
-- The last first, behind the first :nth of those noted at :up_to, and until when the target of each is left alone.
SELECT *, COALESCE((SELECT not_before FROM notice_targets WHERE name = target), 0) AS not_before FROM notices
WHERE noted_at <= :up_to AND (noted_at < :up_to OR :nth = 0 OR rule || ' ' || event > (
    SELECT before.rule || ' ' || before.event FROM notices before WHERE before.noted_at = :up_to
    ORDER BY 1 LIMIT 1 OFFSET :nth - 1))
  AND (:state IS NULL OR state = :state)
ORDER BY noted_at DESC, rule || ' ' || event LIMIT :limit

-- name: notice_place
-- At which place this notice stands among those noted at its moment, from 1 on, in the order of notices_page.
SELECT COUNT(*) AS nth FROM notices
WHERE noted_at = :noted_at AND rule || ' ' || event <= :rule || ' ' || :event

-- name: notices_not_arrived
-- Of those noted within :within_ms: how many were given up, and of how many nobody knows.
SELECT COALESCE(SUM(state = 'failed'), 0) AS failed, COALESCE(SUM(state = 'unsure'), 0) AS unsure
FROM notices WHERE noted_at > :now - :within_ms AND state IN ('failed', 'unsure')

-- name: notices_waiting
SELECT COUNT(*) AS count FROM notices WHERE state IN ('waiting', 'sending') AND state = 'waiting'

-- name: old_notices
-- What was noted long ago and is not still to be sent: the oldest :limit, with what was noted at the last one's moment.
DELETE FROM notices
WHERE noted_at < :before AND state NOT IN ('waiting', 'sending') AND noted_at <= COALESCE((
    SELECT noted_at FROM notices WHERE noted_at < :before AND state NOT IN ('waiting', 'sending')
    ORDER BY noted_at LIMIT 1 OFFSET :limit - 1), :before)

-- name: count_old_notices
-- How many old_notices would delete.
SELECT COUNT(*) AS count FROM notices WHERE noted_at < :before AND state NOT IN ('waiting', 'sending')

-- name: account_notices
-- What was told, or is still to be told, of this account's polls. :subject = 'source:account'
DELETE FROM notices WHERE kind = 'feed-failing' AND substr(event, 1, length(:subject) + 1) = :subject || '@'

-- name: count_account_notices
-- How many account_notices would delete.
SELECT COUNT(*) AS count FROM notices WHERE kind = 'feed-failing' AND substr(event, 1, length(:subject) + 1) = :subject || '@'

-- name: account_conditions
-- That its polls fail.
DELETE FROM notice_conditions WHERE subject = :subject

-- name: count_account_conditions
-- How many account_conditions would delete.
SELECT COUNT(*) AS count FROM notice_conditions WHERE subject = :subject
