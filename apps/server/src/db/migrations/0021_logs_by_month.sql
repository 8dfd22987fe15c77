-- Logs of devices and steps of actions by month, so that old ones are dropped and not deleted. What is there becomes the
-- partition of everything up to the end of this month.
ALTER TABLE device_logs RENAME TO device_logs_before;
ALTER TABLE action_events RENAME TO action_events_before;

-- Partitions take their ids from a sequence: identity columns of partitions differ between the releases of PostgreSQL.
ALTER TABLE device_logs_before ALTER COLUMN id DROP IDENTITY, DROP CONSTRAINT device_logs_pkey;
ALTER TABLE action_events_before ALTER COLUMN id DROP IDENTITY, DROP CONSTRAINT action_events_pkey,
  DROP CONSTRAINT action_events_target_id_fkey;
CREATE SEQUENCE device_logs_id_seq AS bigint;
CREATE SEQUENCE action_events_id_seq AS bigint;
SELECT setval('device_logs_id_seq', max(id)) FROM device_logs_before HAVING max(id) IS NOT NULL;
SELECT setval('action_events_id_seq', max(id)) FROM action_events_before HAVING max(id) IS NOT NULL;

CREATE TABLE device_logs (LIKE device_logs_before, PRIMARY KEY (id, created_at)) PARTITION BY RANGE (created_at);
ALTER TABLE device_logs ALTER COLUMN id SET DEFAULT nextval('device_logs_id_seq'), ALTER COLUMN created_at SET DEFAULT now();
ALTER SEQUENCE device_logs_id_seq OWNED BY device_logs.id;
CREATE TABLE action_events (LIKE action_events_before, PRIMARY KEY (id, created_at)) PARTITION BY RANGE (created_at);
ALTER TABLE action_events ALTER COLUMN id SET DEFAULT nextval('action_events_id_seq'), ALTER COLUMN created_at SET DEFAULT now();
ALTER SEQUENCE action_events_id_seq OWNED BY action_events.id;

DO $$
DECLARE
  parent text;
  part text;
  ending timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  old_index record;
  filled boolean;
BEGIN
  FOREACH parent IN ARRAY ARRAY['device_logs', 'action_events'] LOOP
    part := parent || '_p' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM');
    -- The same indexes on the parent; those of the old table are taken over where they are alike.
    FOR old_index IN
      SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = (parent || '_before')::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', old_index.name, old_index.name || '_before');
      EXECUTE replace(old_index.definition, parent || '_before', parent);
    END LOOP;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', parent || '_before') INTO filled;
    IF filled THEN
      EXECUTE format('ALTER TABLE %I RENAME TO %I', parent || '_before', part);
      EXECUTE format('ALTER TABLE %I ALTER COLUMN id SET DEFAULT nextval(%L)', part, parent || '_id_seq');
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, part, ending);
    ELSE
      EXECUTE format('DROP TABLE %I', parent || '_before');
    END IF;
  END LOOP;
END $$;
