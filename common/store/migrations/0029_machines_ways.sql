-- Version 29: a machine at a gateway says which ways it goes.
-- Serves programs of schema version 19 or newer: it only adds a column that may be empty.

ALTER TABLE machines ADD COLUMN ways TEXT;
