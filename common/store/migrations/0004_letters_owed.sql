-- Version 4: a job that ends DEAD owes a dead letter, which the dispatcher publishes when the broker has room for it.
--
-- Jobs that ended DEAD before this migration owe none: their workers published theirs.

ALTER TABLE crawl_jobs ADD COLUMN letter_owed_at INTEGER;

-- Dead letters that are still to be published.
CREATE INDEX IF NOT EXISTS crawl_jobs_letters ON crawl_jobs (letter_owed_at) WHERE letter_owed_at IS NOT NULL;
