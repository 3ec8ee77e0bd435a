-- Version 35: what is counted of open jobs stands in their indexes; BROKEN links and failed checks have small ones.
-- Serves programs of schema version 19 or newer: they ask the same questions.
--
-- A job enters the same number of indexes as before when its status changes, but for the few that are BROKEN. Only a check
-- that fails writes an entry for it.

DROP INDEX IF EXISTS crawl_jobs_queued;
CREATE INDEX crawl_jobs_queued ON crawl_jobs (platform, via, next_run_at, shop_id, updated_at) WHERE status = 'QUEUED';
DROP INDEX IF EXISTS crawl_jobs_retryable;
CREATE INDEX crawl_jobs_retryable ON crawl_jobs (platform, via, next_run_at, shop_id, error_code, updated_at)
    WHERE status = 'FAILED_RETRYABLE';
CREATE INDEX IF NOT EXISTS crawl_jobs_broken ON crawl_jobs (updated_at DESC, id) WHERE broken_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS volunteer_results_refused ON volunteer_results (person, settled_at) WHERE state = 'refused';
