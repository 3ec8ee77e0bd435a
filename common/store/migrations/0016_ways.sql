-- Version 16: the ways by which a shop is read (crawl_jobs.via), each shop's ladder with what an operator switched off,
-- walls met in a row, and the review of a shop's terms. Jobs under way are at plain HTTP, the only way before.

ALTER TABLE crawl_jobs ADD COLUMN via TEXT CHECK (via IN ('official', 'http', 'browser'));
UPDATE crawl_jobs SET via = 'http' WHERE status IN ('QUEUED', 'RUNNING', 'FAILED_RETRYABLE');

ALTER TABLE job_events ADD COLUMN via TEXT;
ALTER TABLE job_events ADD COLUMN detail TEXT;
ALTER TABLE price_observations ADD COLUMN via TEXT;
ALTER TABLE workers ADD COLUMN ways TEXT;
ALTER TABLE shops ADD COLUMN reviewed_at INTEGER;
ALTER TABLE shops ADD COLUMN reviewed_by TEXT;
ALTER TABLE shops ADD COLUMN review_note TEXT;

DROP INDEX crawl_jobs_new;
CREATE INDEX crawl_jobs_new ON crawl_jobs (platform, via, priority DESC, source, source_account, updated_at, id)
    WHERE status = 'NEW';
DROP INDEX crawl_jobs_queued;
CREATE INDEX crawl_jobs_queued ON crawl_jobs (platform, via, next_run_at) WHERE status = 'QUEUED';
DROP INDEX crawl_jobs_retryable;
CREATE INDEX crawl_jobs_retryable ON crawl_jobs (platform, via, next_run_at) WHERE status = 'FAILED_RETRYABLE';

CREATE TABLE shop_ways (
    platform   TEXT NOT NULL,
    way        TEXT NOT NULL CHECK (way IN ('official', 'http', 'browser')),
    step       INTEGER NOT NULL,
    in_use     INTEGER NOT NULL CHECK (in_use IN (0, 1)),
    off_at     INTEGER,
    off_reason TEXT,
    PRIMARY KEY (platform, way)
) WITHOUT ROWID;

CREATE TABLE way_walls (
    shop      TEXT NOT NULL,
    way       TEXT NOT NULL,
    walls     INTEGER NOT NULL DEFAULT 0,
    walled_at INTEGER,
    tried_at  INTEGER,
    PRIMARY KEY (shop, way)
) WITHOUT ROWID;

DROP TRIGGER crawl_jobs_changed;
CREATE TRIGGER crawl_jobs_changed AFTER UPDATE OF status ON crawl_jobs
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
        CASE WHEN NEW.updated_at > OLD.updated_at THEN NEW.updated_at
             ELSE MAX(NEW.updated_at, CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)) END,
        CASE WHEN OLD.status = 'RUNNING' THEN OLD.via ELSE NEW.via END,
        CASE WHEN OLD.status = 'RUNNING' AND NEW.status = 'NEW' AND NEW.error_code IS NOT NULL
             THEN substr(NEW.last_error, 1, 300) END
    );
END;

CREATE TRIGGER crawl_jobs_walled AFTER UPDATE OF status ON crawl_jobs
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

CREATE TRIGGER crawl_jobs_way_read AFTER UPDATE OF status ON crawl_jobs
WHEN OLD.status = 'RUNNING' AND NEW.status = 'SUCCEEDED'
BEGIN
    UPDATE way_walls SET walls = 0
    WHERE walls > 0 AND way = OLD.via AND shop = CASE WHEN NEW.platform = 'other' AND NEW.shop_id IS NOT NULL
                                                      THEN 'other/' || NEW.shop_id ELSE NEW.platform END;
END;
