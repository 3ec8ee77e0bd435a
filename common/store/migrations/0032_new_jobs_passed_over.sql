-- Version 32: NEW jobs that a dispatcher passes over, for their single shop is paused or they are not due, are told by its index.
-- Serves programs of schema version 19 or newer: they ask the same questions.
--
-- A shop that was paused for days may have hundreds of thousands of them, and each round passes over all.

DROP INDEX IF EXISTS crawl_jobs_new;
CREATE INDEX crawl_jobs_new
    ON crawl_jobs (platform, via, priority DESC, source, source_account, updated_at, id, shop_id, next_run_at)
    WHERE status = 'NEW';
