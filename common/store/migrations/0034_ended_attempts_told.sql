-- Version 34: how and why an attempt ended, and by which way, stands in the index of attempts that ended.
-- Serves programs of schema version 19 or newer: they ask the same questions.
--
-- Each entry of it led to the event itself, wherever that lay: a day's crawls by the hour took 2.3 s of 200,000 jobs. Its
-- table has no rowid, so SQLite answers from the index alone only where that has from_status too.

DROP INDEX IF EXISTS job_events_ended;
CREATE INDEX job_events_ended ON job_events (at, to_status, error_code, via, from_status)
    WHERE from_status = 'RUNNING' AND to_status <> 'QUEUED';
