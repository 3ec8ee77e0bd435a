-- Version 20: a shop's fleet-wide budget is of its pages; a crawl by its official interface, with a budget of its own, takes none.
-- Serves programs of schema version 19 or newer: their official claims wait for the pages' budget too, and take nothing from it.

DROP TRIGGER IF EXISTS crawl_jobs_budget;
CREATE TRIGGER crawl_jobs_budget AFTER UPDATE OF status ON crawl_jobs
WHEN NEW.status = 'RUNNING' AND OLD.status = 'QUEUED' AND NEW.via IS NOT 'official'
BEGIN
    UPDATE shops SET budget_at = MAX(budget_at, NEW.locked_at) + budget_interval_ms
    WHERE platform = NEW.platform AND budget_interval_ms IS NOT NULL;
END;
