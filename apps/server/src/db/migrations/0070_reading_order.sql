-- Closed days of the history are rewritten in the order they are read in. What belongs to that is in a schema of its own:
-- none of it is part of a backup.
CREATE SCHEMA reading_order;

-- Partitions that are rewritten: being copied, copied, or done.
CREATE TABLE reading_order.days (
  partition text COLLATE "C" PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('copying', 'copied', 'done'))
);

-- Rows that were written, moved or removed since a copy of their partition was begun.
CREATE TABLE reading_order.changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partition text COLLATE "C" NOT NULL,
  device_id bigint NOT NULL,
  set_id integer NOT NULL,
  ts timestamptz NOT NULL,
  seq bigint NOT NULL
);

-- A trigger, so that nothing is missed whatever writes: nodes of an older version and the removal of devices as well.
CREATE FUNCTION reading_order.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO reading_order.changes (partition, device_id, set_id, ts, seq)
    VALUES (TG_TABLE_NAME, OLD.device_id, OLD.set_id, OLD.ts, OLD.seq);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO reading_order.changes (partition, device_id, set_id, ts, seq)
    VALUES (TG_TABLE_NAME, NEW.device_id, NEW.set_id, NEW.ts, NEW.seq);
  END IF;
  RETURN NULL;
END $$;
