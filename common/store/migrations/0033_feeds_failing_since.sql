-- Version 33: of a watched account whose polls fail it is known since when, and when the last one failed.
-- Serves programs of schema version 19 or newer: it only adds columns that may be empty.
--
-- An account that fails already is not known to have begun at any time: its failing_since stays empty until a poll worked.

ALTER TABLE feed_cursors ADD COLUMN failing_since INTEGER;
ALTER TABLE feed_cursors ADD COLUMN last_failed_at INTEGER;
