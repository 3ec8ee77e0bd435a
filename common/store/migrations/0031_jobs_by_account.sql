-- Version 31: the jobs that an account named are looked up by an index, not among all jobs and sightings.
-- Serves programs of schema version 19 or newer: they ask the same questions.
--
-- A status that changes writes nothing here: only a new job and a new sighting add an entry.

CREATE INDEX IF NOT EXISTS crawl_jobs_by_account ON crawl_jobs (source_account, source, id);
CREATE INDEX IF NOT EXISTS job_sightings_by_account ON job_sightings (source_account, source);
