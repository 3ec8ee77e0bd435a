-- Statements of OfficialStore. As in ../statements.sql: each has a name, and `:now` is the database's clock.

-- name: take_official_call
-- One call of :source, while it is not paused (:despite_pause = 1: a person tries it) and fewer than :per_hour were taken
-- in this minute and the sixty before: any sixty minutes lie within them.
INSERT INTO official_calls (source, minute, calls)
SELECT :source, :now / 60000, 1
WHERE (SELECT COALESCE(SUM(calls), 0) FROM official_calls WHERE source = :source AND minute >= :now / 60000 - 60) < :per_hour
  AND (:despite_pause OR NOT EXISTS (SELECT 1 FROM official_sources WHERE source = :source AND paused_until > :now))
ON CONFLICT (source, minute) DO UPDATE SET calls = calls + 1
RETURNING calls

-- name: forget_official_calls
-- Minutes that no budget looks at any more.
DELETE FROM official_calls WHERE source = :source AND minute < :now / 60000 - 120

-- name: official_state
-- How one source stands.
SELECT :source AS source,
       COALESCE((SELECT SUM(calls) FROM official_calls WHERE source = :source AND minute >= :now / 60000 - 60), 0) AS calls,
       COALESCE((SELECT (MIN(minute) + 61) * 60000 - :now FROM official_calls
                 WHERE source = :source AND minute >= :now / 60000 - 60), 0) AS wait_ms,
       MAX(0, COALESCE(s.paused_until, 0) - :now) AS paused_ms, s.pause_kind, s.pause_reason, COALESCE(s.pauses, 0) AS pauses
FROM (SELECT 1) LEFT JOIN official_sources s ON s.source = :source

-- name: official_states
-- How every source stands that was ever asked.
SELECT known.source,
       COALESCE((SELECT SUM(calls) FROM official_calls c
                 WHERE c.source = known.source AND c.minute >= :now / 60000 - 60), 0) AS calls,
       COALESCE((SELECT (MIN(minute) + 61) * 60000 - :now FROM official_calls c
                 WHERE c.source = known.source AND c.minute >= :now / 60000 - 60), 0) AS wait_ms,
       MAX(0, COALESCE(s.paused_until, 0) - :now) AS paused_ms, s.pause_kind, s.pause_reason, COALESCE(s.pauses, 0) AS pauses
FROM (SELECT source FROM official_sources UNION SELECT source FROM official_calls) AS known
LEFT JOIN official_sources s ON s.source = known.source
ORDER BY known.source

-- name: pause_official
-- Leave a source alone for :pause_ms. :seen = the pauses in a row that its caller knew of: of several callers that are
-- refused at once only one counts.
INSERT INTO official_sources (source, paused_until, pause_kind, pause_reason, pauses)
VALUES (:source, :now + :pause_ms, :kind, :reason, 1)
ON CONFLICT (source) DO UPDATE
SET paused_until = excluded.paused_until, pause_kind = excluded.pause_kind, pause_reason = excluded.pause_reason,
    pauses = pauses + 1
WHERE pauses = :seen

-- name: official_answered
-- The source answered: its pause is over, and the next one begins small. Writes nothing where there was none.
UPDATE official_sources SET paused_until = 0, pause_kind = NULL, pause_reason = NULL, pauses = 0
WHERE source = :source AND pauses > 0
