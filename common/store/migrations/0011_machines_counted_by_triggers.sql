-- Version 11: what machines did is counted by triggers on their leases, not by statements beside them: one batch, and one
-- statement less for each task that begins and for each that ends.

ALTER TABLE gateway_leases ADD COLUMN found INTEGER CHECK (found IN (0, 1));

-- What a machine did is counted where its leases begin and end, whoever writes: a batch that is sent twice changes a lease
-- once, and so counts once.
CREATE TRIGGER gateway_leases_begun AFTER INSERT ON gateway_leases
BEGIN
    INSERT INTO machine_days (machine, day, tasks, last_at) VALUES (NEW.machine, NEW.claimed_at / 86400000, 1, NEW.claimed_at)
    ON CONFLICT (machine, day) DO UPDATE SET tasks = tasks + 1, last_at = MAX(last_at, excluded.last_at);
END;
CREATE TRIGGER gateway_leases_over AFTER UPDATE OF ended_as ON gateway_leases
WHEN OLD.ended_as IS NULL AND NEW.ended_as IS NOT NULL
BEGIN
    INSERT INTO machine_days (machine, day, recorded, failed, refused, released, unconfirmed, lost, last_at)
    VALUES (NEW.machine, NEW.ended_at / 86400000, NEW.ended_as = 'recorded' AND COALESCE(NEW.found, 1),
            NEW.ended_as = 'recorded' AND NOT COALESCE(NEW.found, 1), NEW.ended_as = 'refused',
            NEW.ended_as = 'released', NEW.ended_as = 'unconfirmed', NEW.ended_as = 'lost', NEW.ended_at)
    ON CONFLICT (machine, day) DO UPDATE
    SET recorded = recorded + excluded.recorded, failed = failed + excluded.failed, refused = refused + excluded.refused,
        released = released + excluded.released, unconfirmed = unconfirmed + excluded.unconfirmed,
        lost = lost + excluded.lost,
        -- Nothing was heard of the machine when a lease was taken back.
        last_at = CASE WHEN NEW.ended_as IN ('recorded', 'refused') THEN MAX(last_at, excluded.last_at) ELSE last_at END;
END;
