-- Version 19: the database says which programs it still serves, so that a fleet can be upgraded while it runs.
-- Serves programs of schema version 19 or newer: those before demand their very own version.
--
-- From here on each migration has such a second line: the oldest schema version whose programs work on beside it, and
-- why. common/store/compatibility.py reads it, docs/architecture.md says how to choose it.

ALTER TABLE schema_version ADD COLUMN serves INTEGER;
ALTER TABLE schema_version ADD COLUMN program TEXT;
ALTER TABLE workers ADD COLUMN schema_version INTEGER;
