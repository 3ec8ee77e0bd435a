-- Version 21: a worker says of which shops it takes jobs.
-- Serves programs of schema version 19 or newer: it only adds a column that may be empty.

ALTER TABLE workers ADD COLUMN platforms TEXT;
