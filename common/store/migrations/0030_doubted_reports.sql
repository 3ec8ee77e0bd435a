-- Version 30: of a volunteer's result it is known whether it was doubted at once, and whether that was forgiven.
-- Serves programs of schema version 19 or newer: it only adds a column that may be empty.

ALTER TABLE volunteer_results ADD COLUMN doubted TEXT CHECK (doubted IN ('yes', 'forgiven'));
CREATE INDEX IF NOT EXISTS volunteer_results_forgiven ON volunteer_results (person, settled_at) WHERE doubted = 'forgiven';
