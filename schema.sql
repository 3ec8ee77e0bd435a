-- crawlfleet's database: every table, index, CHECK and trigger. `crawlfleet db init` runs it; running it twice changes
-- nothing. Works on SQLite 3.35+, libsql-server and Turso. Times are UTC milliseconds, money is integer minor units.
--
-- A job's life. The names are those of common/job.py, and a test holds the guard below equal to its table.
--
--          add            publish            claim                 succeed
--   (link) ────────▶ NEW ────────────▶ QUEUED ────────▶ RUNNING ─────────────────▶ SUCCEEDED
--                     ▲                  ▲               │  │  │                       │
--                     │      release     │◀──────────────┘  │  │ fail                  │ recrawl (when due)
--                     │   (no attempt spent)                │  └────▶ FAILED_PERMANENT │
--                     │                  │   retry_later    ▼                          │
--                     │                  │◀────── FAILED_RETRYABLE                     │
--                     │                  │ retry (TTL queue, or the sweeper)           │
--                     │                  └── reap (lease ran out) ── RUNNING           │
--                     │                            attempts spent: bury ──▶ DEAD       │
--                     └──── requeue (an operator) ◀── DEAD, FAILED_PERMANENT           │
--                     └────────────────────────────────────────────────────────────────┘
--   recrawl also brings back FAILED_PERMANENT and DEAD, when next_crawl_at says so (BROKEN links: weekly)
--   recheck (an operator) brings back any ended job at once
--   cancel (an operator): NEW, QUEUED, RUNNING, FAILED_RETRYABLE ──▶ FAILED_PERMANENT
--   next_way (a wall on the way it went, and there is another): RUNNING ──▶ NEW, no attempt spent
--   no_way (the way it waits for was switched off, and there is no other): NEW, QUEUED, FAILED_RETRYABLE ──▶ FAILED_PERMANENT
--   second_look (a result waits for a second sight, or for another person's): RUNNING ──▶ NEW, no attempt spent
--   unconfirm (nobody came for the second look): NEW, QUEUED, FAILED_RETRYABLE ──▶ FAILED_PERMANENT
--
-- A hosted database bills rows written. So every open state has a small partial index of its own, and a job stands in
-- exactly one of them; events live inside their primary key (WITHOUT ROWID), one row written each. One that ends a crawl
-- writes two more: its entry in an index, and the count of its hour.

CREATE TABLE IF NOT EXISTS schema_version (
    version    INTEGER PRIMARY KEY,
    applied_at INTEGER NOT NULL,
    serves     INTEGER,                             -- the oldest version whose programs may still work with it
    program    TEXT                                 -- the version of crawlfleet that brought it there
);

CREATE TABLE IF NOT EXISTS crawl_jobs (
    id              TEXT PRIMARY KEY NOT NULL,      -- derived from url_norm: see common/job.py job_id_for
    source          TEXT NOT NULL,                  -- the post that brought the link first
    source_account  TEXT NOT NULL,
    source_post_id  TEXT NOT NULL,
    url             TEXT NOT NULL,
    url_norm        TEXT NOT NULL UNIQUE,           -- canonical link: the identity
    platform        TEXT NOT NULL,
    region          TEXT NOT NULL,
    shop_id         TEXT,
    item_id         TEXT,
    status          TEXT NOT NULL DEFAULT 'NEW' CHECK (status IN
        ('NEW', 'QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED_RETRYABLE', 'FAILED_PERMANENT', 'DEAD')),
    priority        INTEGER NOT NULL DEFAULT 0,
    attempt         INTEGER NOT NULL DEFAULT 0,     -- claims so far; release and an unbegun lease give one back
    max_attempts    INTEGER NOT NULL DEFAULT 5,
    locked_by       TEXT,                           -- worker id, while RUNNING
    locked_at       INTEGER,
    lock_expires_at INTEGER,
    lease_token     TEXT,                           -- fresh for each claim; on SUCCEEDED: the lease whose result stands
    next_run_at     INTEGER,                        -- QUEUED: when to publish again; FAILED_RETRYABLE: when to retry
    next_crawl_at   INTEGER,                        -- ended: when to crawl again; NULL means never
    last_error      TEXT,
    error_code      TEXT,                           -- why the last attempt did not work; cleared by a claim
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,               -- the last change of status
    started_at      INTEGER,
    finished_at     INTEGER,                        -- set exactly while the job is in an ended state
    content_hash    TEXT,
    result_json     TEXT,                           -- the largest column, after those read most often
    crawl_interval_ms INTEGER,                      -- how long after its last success the link is crawled again
    failures        INTEGER NOT NULL DEFAULT 0,     -- attempts in a row that failed
    gone            INTEGER NOT NULL DEFAULT 0,     -- crawls in a row that found the page gone
    broken_at       INTEGER,                        -- BROKEN since then: crawled weekly, one attempt each time
    letter_owed_at  INTEGER,                        -- DEAD since then, and no dead letter confirmed by the broker yet
    via             TEXT CHECK (via IN ('official', 'http', 'browser')), -- the way it goes, or ended by; NULL: none chosen yet
    CHECK (status <> 'RUNNING' OR (lease_token IS NOT NULL AND lock_expires_at IS NOT NULL AND locked_by IS NOT NULL))
);

-- What the dispatcher publishes next by each way: highest priority first, then from each account in turn, its oldest first.
-- The last two columns say which are passed over: of a paused shop, or not due. There may be a great many in each round.
CREATE INDEX IF NOT EXISTS crawl_jobs_new
    ON crawl_jobs (platform, via, priority DESC, source, source_account, updated_at, id, shop_id, next_run_at)
    WHERE status = 'NEW';
-- Jobs to publish again (lost messages, released and reaped jobs), and how many are in flight. The columns behind
-- next_run_at, here and below, are what is counted: since when they wait, and for which pause or reason.
CREATE INDEX IF NOT EXISTS crawl_jobs_queued
    ON crawl_jobs (platform, via, next_run_at, shop_id, updated_at) WHERE status = 'QUEUED';
-- Leases that ran out, for the reap.
CREATE INDEX IF NOT EXISTS crawl_jobs_running ON crawl_jobs (lock_expires_at) WHERE status = 'RUNNING';
-- Retries that are overdue, for the dispatcher's sweep.
CREATE INDEX IF NOT EXISTS crawl_jobs_retryable
    ON crawl_jobs (platform, via, next_run_at, shop_id, error_code, updated_at) WHERE status = 'FAILED_RETRYABLE';
-- Operators' lists and counts of what ended.
CREATE INDEX IF NOT EXISTS crawl_jobs_ended ON crawl_jobs (status, platform, finished_at) WHERE finished_at IS NOT NULL;
-- Recrawls that are due.
CREATE INDEX IF NOT EXISTS crawl_jobs_recrawl ON crawl_jobs (next_crawl_at) WHERE next_crawl_at IS NOT NULL;
-- Dead letters that are still to be published.
CREATE INDEX IF NOT EXISTS crawl_jobs_letters ON crawl_jobs (letter_owed_at) WHERE letter_owed_at IS NOT NULL;

-- Operators' lists and counts, the last changed first; what they filter by most is looked up in the index alone.
CREATE INDEX IF NOT EXISTS crawl_jobs_listed ON crawl_jobs (updated_at DESC, id, status, platform, shop_id, error_code);
-- BROKEN links, in the order of operators' lists.
CREATE INDEX IF NOT EXISTS crawl_jobs_broken ON crawl_jobs (updated_at DESC, id) WHERE broken_at IS NOT NULL;
-- Jobs that an account brought first, for operators.
CREATE INDEX IF NOT EXISTS crawl_jobs_by_account ON crawl_jobs (source_account, source, id);

-- Which posts named which link. A second post adds a sighting, not a job.
CREATE TABLE IF NOT EXISTS job_sightings (
    job_id         TEXT NOT NULL,
    source         TEXT NOT NULL,
    source_account TEXT NOT NULL,
    source_post_id TEXT NOT NULL,
    post_url       TEXT,
    posted_at      INTEGER,
    url            TEXT NOT NULL,                   -- the link as the post wrote it
    seen_at        INTEGER NOT NULL,
    PRIMARY KEY (job_id, source, source_account, source_post_id)
) WITHOUT ROWID;
-- What an account named, for operators.
CREATE INDEX IF NOT EXISTS job_sightings_by_account ON job_sightings (source_account, source);

-- The audit trail. Only the triggers below write it.
CREATE TABLE IF NOT EXISTS job_events (
    job_id      TEXT NOT NULL,
    seq         INTEGER NOT NULL,                   -- 1, 2, 3 … within the job
    from_status TEXT,                               -- NULL: the job was added
    to_status   TEXT NOT NULL,
    attempt     INTEGER NOT NULL,
    lease_token TEXT,                               -- the lease that began or ended with this change
    worker      TEXT,
    error_code  TEXT,
    at          INTEGER NOT NULL,
    via         TEXT,                               -- the way that the job goes, or by which the lease went that ended
    detail      TEXT,                               -- next_way: why that way did not do
    PRIMARY KEY (job_id, seq)
) WITHOUT ROWID;

-- Crawl attempts as they end, for the health of shops and for operators: one entry each, which says how and why. It has
-- from_status because SQLite answers from the index of a table without rowids only where that has all that is asked for.
CREATE INDEX IF NOT EXISTS job_events_ended ON job_events (at, to_status, error_code, via, from_status)
    WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED';

-- Crawl attempts as they ended, counted by hour (UTC, hours since 1970): what a week or a year brought is told without a look
-- at each. Only the trigger below writes it, after job_events; it goes with the events of its time.
CREATE TABLE IF NOT EXISTS attempts_by_hour (
    hour       INTEGER NOT NULL,
    platform   TEXT NOT NULL,
    via        TEXT NOT NULL,                       -- '': no way was chosen
    to_status  TEXT NOT NULL,
    error_code TEXT NOT NULL,                       -- '': none
    count      INTEGER NOT NULL,
    last_at    INTEGER NOT NULL,
    PRIMARY KEY (hour, platform, via, to_status, error_code)
) WITHOUT ROWID;

CREATE TRIGGER IF NOT EXISTS job_events_counted AFTER INSERT ON job_events
WHEN NEW.from_status = 'RUNNING' AND NEW.to_status <> 'QUEUED'
BEGIN
    INSERT INTO attempts_by_hour (hour, platform, via, to_status, error_code, count, last_at)
    SELECT NEW.at / 3600000, j.platform, COALESCE(NEW.via, ''), NEW.to_status, COALESCE(NEW.error_code, ''), 1, NEW.at
    FROM crawl_jobs j WHERE j.id = NEW.job_id
    ON CONFLICT (hour, platform, via, to_status, error_code) DO UPDATE
    SET count = count + 1, last_at = MAX(last_at, excluded.last_at);
END;

-- Leases that were reaped although no crawl had begun, by their worker's own word: their attempts were given back, once.
CREATE TABLE IF NOT EXISTS unbegun_leases (
    job_id      TEXT NOT NULL,
    lease_token TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (job_id, lease_token)
) WITHOUT ROWID;

CREATE TRIGGER IF NOT EXISTS crawl_jobs_added AFTER INSERT ON crawl_jobs
BEGIN
    INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, at)
    VALUES (NEW.id, 1 + COALESCE((SELECT MAX(seq) FROM job_events WHERE job_id = NEW.id), 0),
            NULL, NEW.status, NEW.attempt, NEW.created_at);
END;

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
    'RUNNING>NEW',                                  -- second_look, next_way
    'RUNNING>DEAD',                                 -- bury
    'DEAD>NEW',                                     -- requeue, recheck, recrawl
    'FAILED_PERMANENT>NEW',                         -- requeue, recheck, recrawl
    'SUCCEEDED>NEW',                                -- recheck, recrawl
    'NEW>FAILED_PERMANENT',                         -- cancel, unconfirm, no_way
    'QUEUED>FAILED_PERMANENT',                      -- cancel, unconfirm, no_way
    'FAILED_RETRYABLE>FAILED_PERMANENT'             -- cancel, unconfirm, no_way
)
BEGIN
    SELECT RAISE(ABORT, 'crawl_jobs: this change of status is not in the table of transitions');
END;

CREATE TRIGGER IF NOT EXISTS crawl_jobs_changed AFTER UPDATE OF status ON crawl_jobs
WHEN NEW.status <> OLD.status
BEGIN
    INSERT INTO job_events (job_id, seq, from_status, to_status, attempt, lease_token, worker, error_code, at, via, detail)
    VALUES (
        NEW.id,
        1 + COALESCE((SELECT MAX(seq) FROM job_events WHERE job_id = NEW.id), 0),
        OLD.status,
        NEW.status,
        NEW.attempt,
        CASE 'RUNNING' WHEN NEW.status THEN NEW.lease_token WHEN OLD.status THEN OLD.lease_token END,
        CASE 'RUNNING' WHEN NEW.status THEN NEW.locked_by WHEN OLD.status THEN OLD.locked_by END,
        CASE WHEN OLD.status = 'RUNNING' OR NEW.status = 'FAILED_PERMANENT' THEN NEW.error_code END,
        -- A hand-written UPDATE may forget updated_at; the event needs a time all the same.
        CASE WHEN NEW.updated_at > OLD.updated_at THEN NEW.updated_at
             ELSE MAX(NEW.updated_at, CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)) END,
        CASE WHEN OLD.status = 'RUNNING' THEN OLD.via ELSE NEW.via END,
        CASE WHEN OLD.status = 'RUNNING' AND NEW.status = 'NEW' AND NEW.error_code IS NOT NULL
             THEN substr(NEW.last_error, 1, 300) END
    );
END;

-- A shop's policy (pause, fleet-wide budget). `platform` is a platform, or <platform>/<shop id> for a single shop of
-- one (a row made when it is first paused).
CREATE TABLE IF NOT EXISTS shops (
    platform           TEXT PRIMARY KEY NOT NULL,
    paused             INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    paused_reason      TEXT,
    budget_interval_ms REAL CHECK (budget_interval_ms > 0), -- 1000 / requests per second; NULL: no budget
    budget_burst       INTEGER NOT NULL DEFAULT 10 CHECK (budget_burst >= 1),
    budget_at          REAL NOT NULL DEFAULT 0,     -- when the requests taken so far are paid off (GCRA)
    judged_from        INTEGER NOT NULL DEFAULT 0,  -- resumed then: pages and windows up to then do not count
    read_to            INTEGER NOT NULL DEFAULT 0,  -- the furthest of all: attempts that ended up to then are counted
    reviewed_at        INTEGER,                     -- when somebody last read the shop's terms, who, and what they said of it
    reviewed_by        TEXT,
    review_note        TEXT
) WITHOUT ROWID;
INSERT OR IGNORE INTO shops (platform) VALUES ('shopee'), ('taobao'), ('other');

-- Each platform's ladder: the ways to its products, written by the dispatcher from what the shop and crawl.ways name.
CREATE TABLE IF NOT EXISTS shop_ways (
    platform   TEXT NOT NULL,
    way        TEXT NOT NULL CHECK (way IN ('official', 'http', 'browser')),
    step       INTEGER NOT NULL,                    -- the lowest is tried first
    in_use     INTEGER NOT NULL CHECK (in_use IN (0, 1)), -- named by crawl.ways
    off_at     INTEGER,                             -- an operator switched it off
    off_reason TEXT,
    PRIMARY KEY (platform, way)
) WITHOUT ROWID;

-- Walls (login, captcha, block, shell) met in a row by each way where there is another below it. Only the triggers below and
-- the dispatcher's note of a new try write it. One volunteer's word alone is no wall.
CREATE TABLE IF NOT EXISTS way_walls (
    shop      TEXT NOT NULL,                        -- a platform, or other/<registrable domain>
    way       TEXT NOT NULL,
    walls     INTEGER NOT NULL DEFAULT 0,
    walled_at INTEGER,
    tried_at  INTEGER,                              -- when a job last began here all the same
    PRIMARY KEY (shop, way)
) WITHOUT ROWID;

CREATE TRIGGER IF NOT EXISTS crawl_jobs_walled AFTER UPDATE OF status ON crawl_jobs
WHEN OLD.status = 'RUNNING' AND NEW.status IN ('NEW', 'FAILED_RETRYABLE', 'DEAD')
    AND NEW.error_code IN ('ACCESS_DENIED', 'AUTH_FAILED')
    AND EXISTS (SELECT 1 FROM shop_ways own JOIN shop_ways lower ON lower.platform = own.platform
                WHERE own.platform = NEW.platform AND own.way = OLD.via AND lower.step > own.step AND lower.in_use)
    AND NOT EXISTS (SELECT 1 FROM gateway_leases g JOIN persons p ON p.id = g.person AND NOT p.trusted
                    WHERE g.lease_token = OLD.lease_token)
BEGIN
    INSERT OR IGNORE INTO way_walls (shop, way)
    VALUES (CASE WHEN NEW.platform = 'other' AND NEW.shop_id IS NOT NULL THEN 'other/' || NEW.shop_id ELSE NEW.platform END,
            OLD.via);
    UPDATE way_walls SET walls = walls + 1, walled_at = NEW.updated_at
    WHERE way = OLD.via AND shop = CASE WHEN NEW.platform = 'other' AND NEW.shop_id IS NOT NULL
                                        THEN 'other/' || NEW.shop_id ELSE NEW.platform END;
END;

-- A page that was read ends the row.
CREATE TRIGGER IF NOT EXISTS crawl_jobs_way_read AFTER UPDATE OF status ON crawl_jobs
WHEN OLD.status = 'RUNNING' AND NEW.status = 'SUCCEEDED'
BEGIN
    UPDATE way_walls SET walls = 0
    WHERE walls > 0 AND way = OLD.via AND shop = CASE WHEN NEW.platform = 'other' AND NEW.shop_id IS NOT NULL
                                                      THEN 'other/' || NEW.shop_id ELSE NEW.platform END;
END;

-- How reading a shop's pages went, in windows of fifty pages or more; the newest window of a shop may not be full yet.
-- The dispatcher adds up the crawls that ended, a few times a minute, so a crawl writes nothing here.
CREATE TABLE IF NOT EXISTS shop_windows (
    shop        TEXT NOT NULL,                      -- a platform, or other/<registrable domain>
    number      INTEGER NOT NULL,                   -- 1, 2, 3 … within the shop
    begins_at   INTEGER NOT NULL,
    ends_at     INTEGER NOT NULL,
    pages       INTEGER NOT NULL,                   -- pages that were read, or not, or refused; full at fifty
    failed      INTEGER NOT NULL,                   -- of those: no offer, or one dropped or quarantined
    zero_prices INTEGER NOT NULL,
    yielded     INTEGER NOT NULL,                   -- prices recorded
    PRIMARY KEY (shop, number)
) WITHOUT ROWID;

-- Shops' official interfaces ("<shop>/<region>"): the calls of the whole fleet by the minute, for the budget of an hour.
CREATE TABLE IF NOT EXISTS official_calls (
    source TEXT NOT NULL,
    minute INTEGER NOT NULL,                        -- UTC milliseconds / 60000
    calls  INTEGER NOT NULL,
    PRIMARY KEY (source, minute)
) WITHOUT ROWID;
-- Those that were ever refused; which of them are left alone for now.
CREATE TABLE IF NOT EXISTS official_sources (
    source       TEXT PRIMARY KEY NOT NULL,
    paused_until INTEGER NOT NULL,                  -- 0: not paused
    pause_kind   TEXT CHECK (pause_kind IN ('RATE', 'PERSON')),
    pause_reason TEXT,
    pauses       INTEGER NOT NULL                   -- in a row, since it answered last
) WITHOUT ROWID;

-- Every claim of a page takes one request from its shop's budget, in the same statement; an official interface has its own.
CREATE TRIGGER IF NOT EXISTS crawl_jobs_budget AFTER UPDATE OF status ON crawl_jobs
WHEN NEW.status = 'RUNNING' AND OLD.status = 'QUEUED' AND NEW.via IS NOT 'official'
BEGIN
    UPDATE shops SET budget_at = MAX(budget_at, NEW.locked_at) + budget_interval_ms
    WHERE platform = NEW.platform AND budget_interval_ms IS NOT NULL;
END;

-- What is known of a product now. The price is the last one whose verdict was ok.
CREATE TABLE IF NOT EXISTS products (
    product_key      TEXT PRIMARY KEY NOT NULL,     -- <platform>:<region>:<item>; on the open web other:<domain>:id:<item>,
                                                    -- other:<domain>:sku:<SKU> or url:<hash>
    platform         TEXT NOT NULL,
    region           TEXT NOT NULL,
    item_id          TEXT,
    shop_id          TEXT,
    sku              TEXT,
    url              TEXT NOT NULL,
    url_norm         TEXT NOT NULL,
    title            TEXT,
    brand            TEXT,
    seller           TEXT,
    image_url        TEXT,
    price_minor      INTEGER CHECK (price_minor > 0),
    currency         TEXT CHECK (length(currency) = 3),
    list_price_minor INTEGER,
    price_kind       TEXT,
    availability     TEXT NOT NULL,
    verdict          TEXT NOT NULL CHECK (verdict IN ('ok', 'drop', 'quarantine')),
    verdict_reason   TEXT,
    job_id           TEXT NOT NULL,
    content_hash     TEXT,
    first_seen_at    INTEGER NOT NULL,
    last_seen_at     INTEGER NOT NULL,
    price_at         INTEGER,                       -- when price_minor was seen
    price_min_minor  INTEGER,                       -- over the product's variants, of the same page as price_minor
    price_max_minor  INTEGER,
    stock            INTEGER,                       -- as the last trusted page stated it
    gone_at          INTEGER,                       -- three crawls in a row found the page gone; a success clears it
    gtin             TEXT,
    details_json     TEXT,                          -- rating, category, condition, images …: common/details/written.py
    generation       INTEGER NOT NULL DEFAULT 1,    -- raised when the address was found to show another product
    anew_at          INTEGER,                       -- when it was raised last
    flickers         INTEGER NOT NULL DEFAULT 0,    -- sights that waited and were not seen again
    CHECK ((price_minor IS NULL) = (currency IS NULL))
);
CREATE INDEX IF NOT EXISTS products_by_job ON products (job_id);
-- Operators' lists, the last seen first; what they filter by is looked up in the index alone.
CREATE INDEX IF NOT EXISTS products_listed
    ON products (last_seen_at DESC, product_key, platform, shop_id, verdict, verdict_reason, gone_at);
-- Of these an operator may be able to tell what their shops ask.
CREATE INDEX IF NOT EXISTS products_without_currency ON products (platform, shop_id, verdict_reason, gone_at)
    WHERE verdict_reason IN ('AMBIGUOUS_CURRENCY', 'NO_CURRENCY') AND gone_at IS NULL;

-- Prices as they were observed; rows are only ever added. At most one for each lease.
CREATE TABLE IF NOT EXISTS price_observations (
    id               INTEGER PRIMARY KEY,
    product_key      TEXT NOT NULL,
    job_id           TEXT NOT NULL,
    lease_token      TEXT NOT NULL UNIQUE,
    price_minor      INTEGER NOT NULL CHECK (price_minor > 0),
    currency         TEXT NOT NULL CHECK (length(currency) = 3),
    list_price_minor INTEGER,
    price_kind       TEXT,
    availability     TEXT NOT NULL,
    observed_at      INTEGER NOT NULL,
    withdrawn_at     INTEGER,                       -- it came unchecked from somebody who was set aside: it does not count
    via              TEXT,                          -- the way by which the page was read
    generation       INTEGER NOT NULL DEFAULT 1,    -- of the product then: prices of two generations are of two products
    first_seen_at    INTEGER                        -- the sight that this one confirmed; NULL: recorded at first sight
);
CREATE INDEX IF NOT EXISTS price_observations_by_product ON price_observations (product_key, observed_at);

-- Sights that were doubted (common/outcome/second_sight.py) and wait for the next one: few at any time. Those of one job are
-- in a row, and the last of them is what the next sight is held against. A volunteer's stands in volunteer_results, too.
CREATE TABLE IF NOT EXISTS pending_results (
    lease_token  TEXT PRIMARY KEY NOT NULL,
    job_id       TEXT NOT NULL,
    product_key  TEXT NOT NULL,
    worker       TEXT NOT NULL,                     -- who saw it: a worker, or a machine
    person       TEXT,                              -- the volunteer whose machine it is; NULL: the operator's own
    doubt        TEXT NOT NULL CHECK (doubt IN ('PRICE_JUMPED', 'CURRENCY_CHANGED', 'PRICE_KIND_CHANGED', 'ANOTHER_PRODUCT')),
    title        TEXT,
    brand        TEXT,
    gtin         TEXT,
    image_url    TEXT,
    price_minor  INTEGER CHECK (price_minor > 0),
    currency     TEXT CHECK (length(currency) = 3),
    price_kind   TEXT,
    availability TEXT NOT NULL,
    result_json  TEXT NOT NULL,                     -- the result whole, as crawl_jobs.result_json has it
    seen_at      INTEGER NOT NULL,
    CHECK ((price_minor IS NULL) = (currency IS NULL))
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS pending_results_by_job ON pending_results (job_id, seen_at);
CREATE INDEX IF NOT EXISTS pending_results_by_product ON pending_results (product_key);

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
    doubted        TEXT CHECK (doubted IN ('yes', 'forgiven')), -- 'yes': it was doubted at once, and nothing recorded of it;
                                                    -- 'forgiven': so, and nobody else saw it, which was no failed check
    CHECK (state <> 'waiting' OR outcome_json IS NOT NULL)
) WITHOUT ROWID;
-- Results that wait for a second look: few at any time.
CREATE INDEX IF NOT EXISTS volunteer_results_waiting ON volunteer_results (job_id) WHERE state = 'waiting';
-- What stands unchecked of a person, for the day that the person is set aside.
CREATE INDEX IF NOT EXISTS volunteer_results_unchecked ON volunteer_results (person, reported_at) WHERE state = 'unchecked';
-- What may be forgotten after 30 days.
CREATE INDEX IF NOT EXISTS volunteer_results_settled ON volunteer_results (settled_at) WHERE settled_at IS NOT NULL;
-- Checks that a person failed: few ever.
CREATE INDEX IF NOT EXISTS volunteer_results_refused ON volunteer_results (person, settled_at) WHERE state = 'refused';
-- How often a person was forgiven lately.
CREATE INDEX IF NOT EXISTS volunteer_results_forgiven ON volunteer_results (person, settled_at) WHERE doubted = 'forgiven';

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

-- Who is not given a job for now: whoever saw it first while it waits for a second look; '*' is every volunteer, and a
-- worker or machine of the operator's is 'worker ' and its id. '-': nobody who was there might take it, so until then it
-- takes no place of the dispatcher's window.
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

-- How far each watched account was read. The cursor is text that only its source understands.
CREATE TABLE IF NOT EXISTS feed_cursors (
    source         TEXT NOT NULL,
    account        TEXT NOT NULL,
    cursor         TEXT,
    last_polled_at INTEGER,
    last_error     TEXT,
    failures       INTEGER NOT NULL DEFAULT 0,
    next_poll_at   INTEGER,
    links_day      INTEGER,                         -- the day (UTC, days since 1970) that links_in_day counts
    links_in_day   INTEGER NOT NULL DEFAULT 0,      -- links of this account accepted on that day
    day_spent_at   INTEGER,                         -- the last poll met the day's limit: the cursor stayed
    paused_at      INTEGER,                         -- an operator wants it polled no more
    paused_reason  TEXT,
    poll_asked_at  INTEGER,                         -- an operator last asked for a poll at once
    failing_since  INTEGER,                         -- the first of the failures in a row; NULL: none, or not known
    last_failed_at INTEGER,
    PRIMARY KEY (source, account)
) WITHOUT ROWID;

-- Posts that could not be read, or whose links were not all taken, and why.
CREATE TABLE IF NOT EXISTS feed_skips (
    source         TEXT NOT NULL,
    account        TEXT NOT NULL,
    source_post_id TEXT NOT NULL,
    reason         TEXT NOT NULL,
    at             INTEGER NOT NULL,
    links_left_out INTEGER NOT NULL DEFAULT 0,      -- beyond the limit for one post; 0: the post was not read at all
    PRIMARY KEY (source, account, source_post_id)
) WITHOUT ROWID;

-- Registrable domains that posts link to and that are no shop here: the 2,000 seen last, and in about how many posts.
CREATE TABLE IF NOT EXISTS unregistered_links (
    domain        TEXT PRIMARY KEY NOT NULL CHECK (length(domain) <= 253),
    posts         INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at  INTEGER NOT NULL
) WITHOUT ROWID;

-- What short links were expanded to.
CREATE TABLE IF NOT EXISTS short_links (
    url         TEXT PRIMARY KEY NOT NULL,
    target      TEXT NOT NULL,
    expanded_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Processes that reported that they are alive.
CREATE TABLE IF NOT EXISTS workers (
    worker_id     TEXT PRIMARY KEY NOT NULL,
    role          TEXT NOT NULL,
    version       TEXT NOT NULL,
    state         TEXT NOT NULL,
    running       INTEGER NOT NULL,
    done          INTEGER NOT NULL,
    failed        INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at  INTEGER NOT NULL,
    ways          TEXT,                             -- of a worker: the ways it offers, a comma between them
    schema_version INTEGER,                         -- the one its program was written for
    platforms     TEXT                              -- of a worker: whose jobs it takes, a comma between them; NULL: not said
) WITHOUT ROWID;

-- Which process leads a role (the dispatcher that publishes), until when.
CREATE TABLE IF NOT EXISTS leadership (
    role       TEXT PRIMARY KEY NOT NULL,
    holder     TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- A volunteer: one person, one invite. Secrets stand here as hashes only.
CREATE TABLE IF NOT EXISTS persons (
    id              TEXT PRIMARY KEY NOT NULL,
    name            TEXT NOT NULL,
    secret_hash     TEXT NOT NULL UNIQUE,           -- of the invite's secret
    machines_max    INTEGER NOT NULL CHECK (machines_max >= 1), -- joined in all; leaving returns no place
    expires_at      INTEGER NOT NULL,               -- of the invite: nobody joins afterwards
    trusted         INTEGER NOT NULL DEFAULT 0 CHECK (trusted IN (0, 1)), -- the operator's own: no second looks
    tasks_per_day   INTEGER CHECK (tasks_per_day >= 0),  -- of each machine; NULL: the gateway's setting
    leases_at_once  INTEGER CHECK (leases_at_once >= 0), -- of each machine; NULL: the gateway's setting
    created_at      INTEGER NOT NULL,
    paused_at       INTEGER,
    paused_reason   TEXT,
    revoked_at      INTEGER
) WITHOUT ROWID;

-- A volunteer's PC. It leaves by itself or is revoked; its row stays.
CREATE TABLE IF NOT EXISTS machines (
    id               TEXT PRIMARY KEY NOT NULL,
    person           TEXT NOT NULL,
    name             TEXT NOT NULL,
    platform         TEXT NOT NULL,
    version          TEXT NOT NULL,
    join_hash        TEXT NOT NULL UNIQUE,          -- of the nonce it joined with
    token_hash       TEXT NOT NULL UNIQUE,
    token_expires_at INTEGER NOT NULL,
    next_token_hash  TEXT UNIQUE,                   -- given out, not used yet; the old one is good until it is
    joined_at        INTEGER NOT NULL,
    paused_at        INTEGER,
    revoked_at       INTEGER,
    left_at          INTEGER,
    last_seen_at     INTEGER,                       -- any request of it; noted once a minute
    recorded_swept   INTEGER NOT NULL DEFAULT 0,    -- pages read on days that machine_days has forgotten
    ways             TEXT                           -- it takes tasks of, with commas; NULL: http
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS machines_of_person ON machines (person);

-- Leases that gateways gave to machines. `lease_token` as crawl_jobs has it: made of the machine and of the token that
-- the machine holds, so that no other machine can name it.
CREATE TABLE IF NOT EXISTS gateway_leases (
    lease_token  TEXT PRIMARY KEY NOT NULL,
    job_id       TEXT NOT NULL,
    machine      TEXT NOT NULL,
    person       TEXT NOT NULL,
    request_id   TEXT NOT NULL,                     -- of the claim; the same one is answered with the same leases
    claimed_at   INTEGER NOT NULL,
    confirmed_at INTEGER,                           -- the machine renewed or reported: it knows of the task
    ended_at     INTEGER,
    ended_as     TEXT CHECK (ended_as IN ('recorded', 'refused', 'released', 'unconfirmed', 'lost')),
    reason       TEXT,                              -- of a refusal; released: why, as the machine says
    found        INTEGER CHECK (found IN (0, 1)),   -- recorded: whether a page was read
    CHECK ((ended_at IS NULL) = (ended_as IS NULL))
) WITHOUT ROWID;
-- The leases that live: by machine, and those that nobody confirmed.
CREATE INDEX IF NOT EXISTS gateway_leases_live ON gateway_leases (machine, request_id) WHERE ended_at IS NULL;
CREATE INDEX IF NOT EXISTS gateway_leases_ended ON gateway_leases (ended_at) WHERE ended_at IS NOT NULL;
-- Who gave a job up does not get it again soon.
CREATE INDEX IF NOT EXISTS gateway_leases_given_up ON gateway_leases (job_id)
    WHERE ended_as IN ('released', 'refused', 'unconfirmed', 'lost');

-- What each machine did on each of the last 30 days (UTC, days since 1970). Requests and bytes are its own word.
CREATE TABLE IF NOT EXISTS machine_days (
    machine     TEXT NOT NULL,
    day         INTEGER NOT NULL,
    tasks       INTEGER NOT NULL DEFAULT 0,
    recorded    INTEGER NOT NULL DEFAULT 0,         -- pages read
    failed      INTEGER NOT NULL DEFAULT 0,         -- pages not read
    refused     INTEGER NOT NULL DEFAULT 0,
    released    INTEGER NOT NULL DEFAULT 0,
    unconfirmed INTEGER NOT NULL DEFAULT 0,
    lost        INTEGER NOT NULL DEFAULT 0,
    requests    INTEGER NOT NULL DEFAULT 0,
    bytes       INTEGER NOT NULL DEFAULT 0,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (machine, day)
) WITHOUT ROWID;

-- What operators did: a row for each, written before anything is changed. `done` counts in the batch that changes.
CREATE TABLE IF NOT EXISTS operator_events (
    id       TEXT PRIMARY KEY NOT NULL,
    at       INTEGER NOT NULL,
    operator TEXT NOT NULL,
    through  TEXT NOT NULL,                         -- `command line`, or what else asked
    action   TEXT NOT NULL,                         -- as the command line calls it: jobs requeue
    target   TEXT NOT NULL,                         -- JSON: the filters, or the ids and names
    meant    INTEGER,                               -- how many it was to be, counted before
    done     INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER                                -- NULL: it goes on, or it broke off
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS operator_events_by_time ON operator_events (at DESC, id);

-- What a machine did is counted where its leases begin and end, whoever writes: a batch that is sent twice changes a lease
-- once, and so counts once.
CREATE TRIGGER IF NOT EXISTS gateway_leases_begun AFTER INSERT ON gateway_leases
BEGIN
    INSERT INTO machine_days (machine, day, tasks, last_at) VALUES (NEW.machine, NEW.claimed_at / 86400000, 1, NEW.claimed_at)
    ON CONFLICT (machine, day) DO UPDATE SET tasks = tasks + 1, last_at = MAX(last_at, excluded.last_at);
END;
CREATE TRIGGER IF NOT EXISTS gateway_leases_over AFTER UPDATE OF ended_as ON gateway_leases
WHEN OLD.ended_as IS NULL AND NEW.ended_as IS NOT NULL
BEGIN
    INSERT INTO machine_days (machine, day, recorded, failed, refused, released, unconfirmed, lost, last_at)
    VALUES (NEW.machine, NEW.ended_at / 86400000, NEW.ended_as = 'recorded' AND COALESCE(NEW.found, 1),
            NEW.ended_as = 'recorded' AND NOT COALESCE(NEW.found, 1), NEW.ended_as = 'refused',
            NEW.ended_as = 'released', NEW.ended_as = 'unconfirmed', NEW.ended_as = 'lost', NEW.ended_at)
    ON CONFLICT (machine, day) DO UPDATE
    SET recorded = recorded + excluded.recorded, failed = failed + excluded.failed, refused = refused + excluded.refused,
        released = released + excluded.released, unconfirmed = unconfirmed + excluded.unconfirmed,
        lost = lost + excluded.lost,
        -- Nothing was heard of the machine when a lease was taken back.
        last_at = CASE WHEN NEW.ended_as IN ('recorded', 'refused') THEN MAX(last_at, excluded.last_at) ELSE last_at END;
END;

-- Shops of the open web that operators added by command, beside those that the settings name. Every process looks.
CREATE TABLE IF NOT EXISTS shop_domains (
    domain   TEXT PRIMARY KEY NOT NULL CHECK (length(domain) <= 253),
    added_at INTEGER NOT NULL,
    added_by TEXT NOT NULL
) WITHOUT ROWID;

-- What operators say that shops' prices are in where the pages do not say it ("$" of a shop that names no country).
CREATE TABLE IF NOT EXISTS shop_currencies (
    domain   TEXT PRIMARY KEY NOT NULL CHECK (length(domain) <= 253), -- registrable
    currency TEXT NOT NULL CHECK (length(currency) = 3),              -- ISO 4217
    told_at  INTEGER NOT NULL,
    told_by  TEXT NOT NULL
) WITHOUT ROWID;

-- What changed about products, newest last; the triggers below alone write it. A price is compared with one of its own kind
-- and currency only. `back`: out of stock before, in stock now.
CREATE TABLE IF NOT EXISTS product_changes (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: rules of notifications read on from it
    product_key        TEXT NOT NULL,
    at                 INTEGER NOT NULL,
    kind               TEXT NOT NULL CHECK (kind IN ('drop', 'rise', 'back', 'sold_out', 'gone', 'found_again')),
    price_before_minor INTEGER,
    price_minor        INTEGER,
    currency           TEXT
);
CREATE INDEX IF NOT EXISTS product_changes_by_time ON product_changes (at DESC, id DESC);
CREATE INDEX IF NOT EXISTS product_changes_of_product ON product_changes (product_key, at);

CREATE TRIGGER IF NOT EXISTS products_price_changed AFTER UPDATE OF price_minor ON products
WHEN NEW.price_minor <> OLD.price_minor AND NEW.currency = OLD.currency AND NEW.price_kind IS OLD.price_kind
     AND NEW.verdict_reason IS NOT 'UNCONFIRMED'
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_before_minor, price_minor, currency)
    VALUES (NEW.product_key, NEW.price_at, CASE WHEN NEW.price_minor < OLD.price_minor THEN 'drop' ELSE 'rise' END,
            OLD.price_minor, NEW.price_minor, NEW.currency);
END;

CREATE TRIGGER IF NOT EXISTS products_stock_changed AFTER UPDATE OF availability ON products
WHEN NEW.verdict_reason IS NOT 'UNCONFIRMED' AND (
    (OLD.availability = 'OUT_OF_STOCK' AND NEW.availability = 'IN_STOCK')
    OR (OLD.availability IN ('IN_STOCK', 'BACKORDER') AND NEW.availability = 'OUT_OF_STOCK'))
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_minor, currency)
    VALUES (NEW.product_key, NEW.last_seen_at, CASE NEW.availability WHEN 'IN_STOCK' THEN 'back' ELSE 'sold_out' END,
            NEW.price_minor, NEW.currency);
END;

CREATE TRIGGER IF NOT EXISTS products_gone_changed AFTER UPDATE OF gone_at ON products
WHEN (OLD.gone_at IS NULL) <> (NEW.gone_at IS NULL) AND NEW.generation = OLD.generation
BEGIN
    INSERT INTO product_changes (product_key, at, kind, price_minor, currency)
    VALUES (NEW.product_key, COALESCE(NEW.gone_at, NEW.last_seen_at),
            CASE WHEN NEW.gone_at IS NULL THEN 'found_again' ELSE 'gone' END, NEW.price_minor, NEW.currency);
END;

-- The last result turned out to be of somebody who was set aside: what it changed did not happen.
CREATE TRIGGER IF NOT EXISTS products_change_doubted AFTER UPDATE OF verdict_reason ON products
WHEN NEW.verdict_reason = 'UNCONFIRMED' AND OLD.verdict_reason IS NOT 'UNCONFIRMED'
BEGIN
    DELETE FROM product_changes
    WHERE product_key = NEW.product_key AND at >= MIN(COALESCE(OLD.price_at, OLD.last_seen_at), OLD.last_seen_at);
END;
-- Who may sign in at the console. Secrets stand here as hashes: an invite's SHA-256, a password's scrypt.
CREATE TABLE IF NOT EXISTS console_people (
    name              TEXT PRIMARY KEY NOT NULL,
    role              TEXT NOT NULL CHECK (role IN ('viewer', 'operator')),
    invite_hash       TEXT,
    invite_expires_at INTEGER,                      -- in the past: used, or too old
    password          TEXT,                         -- NULL until an invite was used
    created_at        INTEGER NOT NULL,
    last_at           INTEGER                       -- when they last signed in
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS console_people_invited ON console_people (invite_hash) WHERE invite_hash IS NOT NULL;

-- Who is signed in: the hash of what their cookie holds.
CREATE TABLE IF NOT EXISTS console_sessions (
    token_hash TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The operators' proxies, and how each stands as all workers together have seen it.
CREATE TABLE IF NOT EXISTS proxies (
    name           TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    scheme         TEXT NOT NULL CHECK (scheme IN ('http', 'socks5')),
    host           TEXT NOT NULL,
    port           INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
    user           TEXT,
    password       TEXT,                            -- as it is sent; read by workers only, in no listing
    domains        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(domains)), -- registrable domains; none: all
    switched_off_at INTEGER,                        -- by an operator
    switched_off_reason TEXT,
    added_at       INTEGER NOT NULL,
    added_by       TEXT NOT NULL,
    failures       INTEGER NOT NULL DEFAULT 0,      -- in a row
    times_off      INTEGER NOT NULL DEFAULT 0,      -- in a row that five failures switched it off
    off_until      INTEGER,                         -- left alone until then
    answered       INTEGER NOT NULL DEFAULT 0,
    failed         INTEGER NOT NULL DEFAULT 0,
    mean_ms        INTEGER,                         -- until the head of an answer, the last ones counting most
    last_used_at   INTEGER,
    last_failed_at INTEGER,
    last_error     TEXT
) WITHOUT ROWID;

-- A job that a shop refused goes to that domain only as it went then, through this proxy (NULL: through none), until then.
CREATE TABLE IF NOT EXISTS proxy_ties (
    job_id TEXT NOT NULL,
    domain TEXT NOT NULL,
    proxy  TEXT,
    until  INTEGER NOT NULL,
    PRIMARY KEY (job_id, domain)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS proxy_ties_over ON proxy_ties (until);

-- Programs that use the console's JSON API: the hash of each one's token.
CREATE TABLE IF NOT EXISTS console_tokens (
    name       TEXT PRIMARY KEY NOT NULL,
    role       TEXT NOT NULL CHECK (role IN ('viewer', 'operator')),
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,                             -- NULL: good until it is revoked
    last_at    INTEGER                              -- when it was last used, to the minute
) WITHOUT ROWID;

-- Where notifications go. `url` is an address of Apprise's, which holds a secret: nothing shows it again.
CREATE TABLE IF NOT EXISTS notice_targets (
    name          TEXT PRIMARY KEY NOT NULL,
    url           TEXT NOT NULL,
    added_at      INTEGER NOT NULL,
    failures      INTEGER NOT NULL DEFAULT 0,       -- tries in a row that failed
    failing_since INTEGER,
    last_error    TEXT,
    last_sent_at  INTEGER,
    not_before    INTEGER NOT NULL DEFAULT 0        -- after a try that failed: none before this
) WITHOUT ROWID;

-- What is told, of which products or shops, to whom and when. Minutes of a day are wall time in `zone`.
CREATE TABLE IF NOT EXISTS notice_rules (
    id             INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: notices keep it
    asked          TEXT NOT NULL UNIQUE,            -- of the command that added it, so that a second send adds nothing
    kind           TEXT NOT NULL CHECK (kind IN ('price-below', 'price-drop', 'back-in-stock', 'gone', 'shop-off',
                                                 'feed-failing', 'dead-letters', 'nothing-recorded')),
    target         TEXT NOT NULL,
    product_key    TEXT,                            -- NULL, and shop NULL: all
    shop           TEXT,                            -- a platform, or <platform>/<shop id>
    below_minor    INTEGER,
    currency       TEXT,
    by_percent     INTEGER,
    least          INTEGER,
    zone           TEXT NOT NULL DEFAULT 'UTC',
    quiet_from     INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to       INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
    digest_minutes INTEGER CHECK (digest_minutes > 0),
    digest_at      INTEGER CHECK (digest_at BETWEEN 0 AND 1439),
    off_at         INTEGER,                         -- an operator switched it off
    added_at       INTEGER NOT NULL,
    added_by       TEXT NOT NULL,
    read_to        INTEGER NOT NULL                 -- product_changes up to this one were looked at
);

-- A backup does not keep how far the numbers went: after a restore, that of a row taken back may come again.
CREATE TRIGGER IF NOT EXISTS product_changes_taken_back AFTER DELETE ON product_changes
BEGIN
    UPDATE notice_rules SET read_to = (SELECT COALESCE(MAX(id), 0) FROM product_changes)
    WHERE read_to > (SELECT COALESCE(MAX(id), 0) FROM product_changes);
END;

-- What rules met, each event once for a rule, and what became of its message. The row stands before a message is tried.
CREATE TABLE IF NOT EXISTS notices (
    rule     INTEGER NOT NULL,
    event    TEXT NOT NULL,                         -- names the event for ever
    kind     TEXT NOT NULL,
    target   TEXT NOT NULL,
    at       INTEGER NOT NULL,                      -- of the event
    noted_at INTEGER NOT NULL,
    line     TEXT NOT NULL,
    state    TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unsure')),
    due_at   INTEGER NOT NULL,
    message  TEXT,                                  -- of the last try; the rows of one message share it
    tries    INTEGER NOT NULL DEFAULT 0,
    tried_at INTEGER,
    error    TEXT,
    PRIMARY KEY (rule, event)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS notices_open ON notices (state, rule, due_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX IF NOT EXISTS notices_of_message ON notices (message) WHERE message IS NOT NULL;
CREATE INDEX IF NOT EXISTS notices_by_time ON notices (noted_at DESC, rule, event);

-- States of the fleet that a rule looks for and that hold now, since when.
CREATE TABLE IF NOT EXISTS notice_conditions (
    rule     INTEGER NOT NULL,
    subject  TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    held_at  INTEGER NOT NULL,
    PRIMARY KEY (rule, subject)
) WITHOUT ROWID;

-- The index that programs of version 26 kept; empty once a newer one leads.
CREATE TABLE IF NOT EXISTS job_texts (
    n      INTEGER PRIMARY KEY,
    job_id TEXT NOT NULL UNIQUE,
    text   TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS text_index (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    up_to INTEGER NOT NULL,
    id    TEXT NOT NULL
);

-- Links, titles, keys and GTINs as they are indexed for the search: derived, never restored from a backup. The index itself
-- (search_words, a table of FTS5) is made by the dispatcher that leads, which also keeps both: common/store/texts/.
CREATE TABLE IF NOT EXISTS search_texts (
    n    INTEGER PRIMARY KEY,                       -- the rowid of the job in crawl_jobs, which loses no row
    text TEXT NOT NULL
);
-- How far the index goes: every job that last changed before, by (updated_at, then id downwards).
CREATE TABLE IF NOT EXISTS search_place (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    up_to INTEGER NOT NULL,
    id    TEXT NOT NULL
);
