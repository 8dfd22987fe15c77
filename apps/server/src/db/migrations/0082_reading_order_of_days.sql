-- The roll-ups by day are put in reading order, too: what changes while a month of them is copied is noted with its day
-- as the time, and without a sequence number, of which they have none.
CREATE FUNCTION reading_order.note_change_of_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO reading_order.changes (partition, device_id, set_id, ts, seq)
    VALUES (TG_TABLE_NAME, OLD.device_id, OLD.set_id, OLD.day, 0);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO reading_order.changes (partition, device_id, set_id, ts, seq)
    VALUES (TG_TABLE_NAME, NEW.device_id, NEW.set_id, NEW.day, 0);
  END IF;
  RETURN NULL;
END $$;
