-- Version 7: what volunteers report, and how far each of them is trusted.
--
-- A new arrow, second_look (RUNNING to NEW), lets a job be looked at by somebody else before its result is recorded. Nothing
-- that was recorded before is doubted: it came from operators' own workers.

DROP TRIGGER crawl_jobs_guard;
-- Refuses every change of status that is not in the table of transitions, whoever writes.
CREATE TRIGGER IF NOT EXISTS crawl_jobs_guard BEFORE UPDATE OF status ON crawl_jobs
WHEN NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN (
    'NEW>QUEUED',                                   -- publish
    'QUEUED>RUNNING',                               -- claim
    'RUNNING>SUCCEEDED',                            -- succeed
    'RUNNING>FAILED_RETRYABLE',                     -- retry_later
    'FAILED_RETRYABLE>QUEUED',                      -- retry
    'RUNNING>FAILED_PERMANENT',                     -- fail, cancel
    'RUNNING>QUEUED',                               -- release, reap
    'RUNNING>NEW',                                  -- second_look
    'RUNNING>DEAD',                                 -- bury
    'DEAD>NEW',                                     -- requeue, recrawl
    'FAILED_PERMANENT>NEW',                         -- requeue, recrawl
    'SUCCEEDED>NEW',                                -- recrawl
    'NEW>FAILED_PERMANENT',                         -- cancel, unconfirm
    'QUEUED>FAILED_PERMANENT',                      -- cancel, unconfirm
    'FAILED_RETRYABLE>FAILED_PERMANENT'             -- cancel, unconfirm
)
BEGIN
    SELECT RAISE(ABORT, 'crawl_jobs: this change of status is not in the table of transitions');
END;

ALTER TABLE price_observations ADD COLUMN withdrawn_at INTEGER;

-- What volunteers reported: a row for each attempt that a volunteer ended, by its lease token, for 30 days. `state` is one of
-- common/trust/states.py. An operator's own workers leave none.
CREATE TABLE IF NOT EXISTS volunteer_results (
    lease_token    TEXT PRIMARY KEY NOT NULL,
    job_id         TEXT NOT NULL,
    person         TEXT NOT NULL,
    machine        TEXT NOT NULL,
    shop           TEXT NOT NULL,                   -- a platform, or other/<registrable domain>
    reader_version TEXT NOT NULL,
    state          TEXT NOT NULL CHECK (state IN ('unchecked', 'waiting', 'confirmed', 'agreed', 'refused', 'outdated',
                                                  'inconclusive', 'unconfirmed', 'quarantined')),
    repeats        INTEGER NOT NULL CHECK (repeats IN (0, 1)), -- 1: the result said what was trusted before
    outcome_json   TEXT,                            -- the outcome whole; NULL when it stands on the job's row
    reported_at    INTEGER NOT NULL,
    settled_at     INTEGER,                         -- NULL while unchecked or waiting
    CHECK (state <> 'waiting' OR outcome_json IS NOT NULL)
) WITHOUT ROWID;
-- Results that wait for a second look: few at any time.
CREATE INDEX IF NOT EXISTS volunteer_results_waiting ON volunteer_results (job_id) WHERE state = 'waiting';
-- What stands unchecked of a person, for the day that the person is set aside.
CREATE INDEX IF NOT EXISTS volunteer_results_unchecked ON volunteer_results (person, reported_at) WHERE state = 'unchecked';
-- What may be forgotten after 30 days.
CREATE INDEX IF NOT EXISTS volunteer_results_settled ON volunteer_results (settled_at) WHERE settled_at IS NOT NULL;

-- How far a person is trusted with one shop. Only the triggers below write it, after volunteer_results.
CREATE TABLE IF NOT EXISTS trust (
    person         TEXT NOT NULL,
    shop           TEXT NOT NULL,
    reader_version TEXT NOT NULL,                   -- of the last confirmed result
    cv             INTEGER NOT NULL DEFAULT 0,      -- results confirmed in a row
    outdated_cv    INTEGER NOT NULL DEFAULT 0,      -- what cv was when a page was last found changed between two looks
    confirmed      INTEGER NOT NULL DEFAULT 0,
    failed         INTEGER NOT NULL DEFAULT 0,
    credit         INTEGER NOT NULL DEFAULT 0,      -- results that stand: confirmed, or unchecked for 30 days
    PRIMARY KEY (person, shop)
) WITHOUT ROWID;

-- Persons who failed a check once. Whoever has no row here never did.
CREATE TABLE IF NOT EXISTS standings (
    person           TEXT PRIMARY KEY NOT NULL,
    failed           INTEGER NOT NULL DEFAULT 0,    -- checks failed since an operator last forgave
    failed_at        INTEGER,                       -- the last of them
    confirmed_since  INTEGER NOT NULL DEFAULT 0,    -- results confirmed since then
    set_aside_at     INTEGER,                       -- two failed within 14 days: nothing is given out, or taken
    set_aside_reason TEXT,
    forgiven_at      INTEGER
) WITHOUT ROWID;

-- Who is not given a job for now: whoever reported it first while it waits for a second look; '*' is every volunteer.
CREATE TABLE IF NOT EXISTS job_exclusions (
    job_id   TEXT NOT NULL,
    person   TEXT NOT NULL,
    until_at INTEGER NOT NULL,
    PRIMARY KEY (job_id, person)
) WITHOUT ROWID;

-- The counts follow the rows, whoever writes: a batch that is sent twice changes a row once, and so counts once.
CREATE TRIGGER IF NOT EXISTS volunteer_results_confirmed AFTER UPDATE OF state ON volunteer_results
WHEN NEW.state IN ('confirmed', 'agreed') AND OLD.state IN ('waiting', 'unchecked')
BEGIN
    INSERT OR IGNORE INTO trust (person, shop, reader_version) VALUES (NEW.person, NEW.shop, NEW.reader_version);
    UPDATE trust
    SET cv = CASE WHEN reader_version = NEW.reader_version THEN cv ELSE MIN(cv, 10) END + (NEW.state = 'confirmed'),
        outdated_cv = CASE WHEN reader_version = NEW.reader_version THEN outdated_cv ELSE MIN(outdated_cv, 10) END,
        reader_version = NEW.reader_version, confirmed = confirmed + (NEW.state = 'confirmed'), credit = credit + 1
    WHERE person = NEW.person AND shop = NEW.shop;
    UPDATE standings SET confirmed_since = confirmed_since + 1 WHERE person = NEW.person AND NEW.state = 'confirmed';
END;

-- A failed check: nothing of the person is trusted any more, at any shop. The second within 14 days sets the person aside.
CREATE TRIGGER IF NOT EXISTS volunteer_results_refused AFTER UPDATE OF state ON volunteer_results
WHEN NEW.state = 'refused' AND OLD.state = 'waiting'
BEGIN
    INSERT OR IGNORE INTO trust (person, shop, reader_version) VALUES (NEW.person, NEW.shop, NEW.reader_version);
    UPDATE trust SET cv = 0, outdated_cv = 0, failed = failed + (shop = NEW.shop) WHERE person = NEW.person;
    INSERT OR IGNORE INTO standings (person) VALUES (NEW.person);
    UPDATE standings
    SET set_aside_at = CASE WHEN set_aside_at IS NULL AND failed_at > NEW.settled_at - 1209600000 THEN NEW.settled_at
                            ELSE set_aside_at END,
        set_aside_reason = CASE WHEN set_aside_at IS NULL AND failed_at > NEW.settled_at - 1209600000
                                THEN 'two results within 14 days were not what others saw' ELSE set_aside_reason END,
        failed = failed + 1, failed_at = NEW.settled_at, confirmed_since = 0
    WHERE person = NEW.person;
END;

-- The page changed between two looks: no failed check, but the next such must be far away.
CREATE TRIGGER IF NOT EXISTS volunteer_results_outdated AFTER UPDATE OF state ON volunteer_results
WHEN NEW.state = 'outdated' AND OLD.state = 'waiting'
BEGIN
    UPDATE trust SET outdated_cv = cv WHERE person = NEW.person AND shop = NEW.shop;
END;

-- An unchecked result that is forgotten after 30 days has stood.
CREATE TRIGGER IF NOT EXISTS volunteer_results_stood AFTER DELETE ON volunteer_results
WHEN OLD.state = 'unchecked'
BEGIN
    INSERT OR IGNORE INTO trust (person, shop, reader_version) VALUES (OLD.person, OLD.shop, OLD.reader_version);
    UPDATE trust SET credit = credit + 1 WHERE person = OLD.person AND shop = OLD.shop;
END;
