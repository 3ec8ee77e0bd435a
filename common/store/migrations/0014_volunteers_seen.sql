-- Version 14: when each machine was last seen, by any request of it; and what its days brought, once they are forgotten.

ALTER TABLE machines ADD COLUMN last_seen_at INTEGER;
ALTER TABLE machines ADD COLUMN recorded_swept INTEGER NOT NULL DEFAULT 0;
UPDATE machines SET last_seen_at = COALESCE((SELECT MAX(last_at) FROM machine_days d WHERE d.machine = machines.id), joined_at);
