-- Version 38: crawl attempts are counted by hour as they end, so that what a shop's ways brought is told at once.
-- Serves programs of schema version 19 or newer: the trigger counts whoever writes, and they read the events as before.
--
-- Those that ended before are counted here, once; jobs and attempts are read in indexes that have all that is asked for.

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

INSERT INTO attempts_by_hour (hour, platform, via, to_status, error_code, count, last_at)
WITH jobs AS MATERIALIZED (SELECT id, platform FROM crawl_jobs INDEXED BY crawl_jobs_listed)
SELECT e.at / 3600000, j.platform, COALESCE(e.via, ''), e.to_status, COALESCE(e.error_code, ''), COUNT(*), MAX(e.at)
FROM job_events e CROSS JOIN jobs j ON j.id = e.job_id
WHERE e.from_status = 'RUNNING' AND e.to_status <> 'QUEUED'
GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER IF NOT EXISTS job_events_counted AFTER INSERT ON job_events
WHEN NEW.from_status = 'RUNNING' AND NEW.to_status <> 'QUEUED'
BEGIN
    INSERT INTO attempts_by_hour (hour, platform, via, to_status, error_code, count, last_at)
    SELECT NEW.at / 3600000, j.platform, COALESCE(NEW.via, ''), NEW.to_status, COALESCE(NEW.error_code, ''), 1, NEW.at
    FROM crawl_jobs j WHERE j.id = NEW.job_id
    ON CONFLICT (hour, platform, via, to_status, error_code) DO UPDATE
    SET count = count + 1, last_at = MAX(last_at, excluded.last_at);
END;
