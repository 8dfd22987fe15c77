-- Where devices are on the map, in squares: the map counts them by square, and reads only the squares it shows. The
-- squares of one level are a quarter of those of the level above: `square >> 2` is the square above. At level 12 some
-- 35,000 of them go round the world. Keep in step with domains/devices/squares.ts and position.ts.
CREATE FUNCTION place_square(latitude double precision, longitude double precision) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  around CONSTANT double precision := 512 * 4096 / 60.0;
  x bigint := least(floor((longitude + 180) / 360 * around), floor(around))::bigint;
  y bigint := least(floor((0.5 - ln(tan(pi() / 4 + radians(greatest(least(latitude, 85.05), -85.05)) / 2)) / (2 * pi())) * around), floor(around))::bigint;
BEGIN
  -- The bits of both by turns.
  x := (x | (x << 8)) & 16711935;
  x := (x | (x << 4)) & 252645135;
  x := (x | (x << 2)) & 858993459;
  x := (x | (x << 1)) & 1431655765;
  y := (y | (y << 8)) & 16711935;
  y := (y | (y << 4)) & 252645135;
  y := (y | (y << 2)) & 858993459;
  y := (y | (y << 1)) & 1431655765;
  RETURN x | (y << 1);
END $$;

CREATE TABLE device_places (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  offline boolean NOT NULL,
  -- Of level 12; null while it is not known where the device is, and of a deleted one.
  square bigint,
  -- When the square may change without a report: a position of the GPS gives way to the one that a user has set.
  due_at timestamptz
) WITH (fillfactor = 80);

-- Changes of the counts, appended so that transactions do not wait for each other.
CREATE TABLE device_place_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  square bigint NOT NULL,
  count integer NOT NULL,
  offline integer NOT NULL
);

CREATE TABLE device_place_counts (
  company_id bigint NOT NULL,
  l1_id bigint,
  l2_id bigint,
  level smallint NOT NULL,
  square bigint NOT NULL,
  count bigint NOT NULL,
  offline bigint NOT NULL,
  PRIMARY KEY (company_id, level, square)
);
CREATE INDEX device_place_counts_l1 ON device_place_counts (l1_id, level, square);
CREATE INDEX device_place_counts_l2 ON device_place_counts (l2_id, level, square);
CREATE INDEX device_place_counts_none ON device_place_counts (level) WHERE count = 0;

-- The same over all companies, for those who see everything.
CREATE TABLE device_place_totals (
  level smallint NOT NULL,
  square bigint NOT NULL,
  count bigint NOT NULL,
  offline bigint NOT NULL,
  PRIMARY KEY (level, square)
);
CREATE INDEX device_place_totals_none ON device_place_totals (level) WHERE count = 0;

-- The square of a device, and when it is due. Its plan is kept: planning for the table of devices with all its indexes
-- takes ten times as long as the answer.
CREATE FUNCTION current_place(one bigint, OUT square bigint, OUT due_at timestamptz) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  SELECT place_square(pos.latitude, pos.longitude),
    CASE WHEN pos.source = 'gps' AND d.user_set_latitude IS NOT NULL AND d.user_set_longitude IS NOT NULL
      THEN s.gps_at + interval '24 hours' END
  INTO square, due_at
  FROM devices d LEFT JOIN device_state s ON s.device_id = d.id
  LEFT JOIN LATERAL (
    SELECT s.gps_latitude AS latitude, s.gps_longitude AS longitude, 'gps' AS source
    WHERE s.gps_fix AND s.gps_at > now() - interval '24 hours'
    UNION ALL
    SELECT d.user_set_latitude, d.user_set_longitude, 'set'
    WHERE d.user_set_latitude IS NOT NULL AND d.user_set_longitude IS NOT NULL
    UNION ALL
    SELECT s.gps_latitude, s.gps_longitude, 'last_gps' WHERE s.gps_at IS NOT NULL
    UNION ALL
    SELECT t.latitude, t.longitude, 'cell' FROM cell_towers t
    WHERE t.mcc = CASE WHEN s.values ->> 'mcc' ~ '^[0-9]{1,10}$' THEN (s.values ->> 'mcc')::bigint END
      AND t.mnc = CASE WHEN s.values ->> 'mnc' ~ '^[0-9]{1,10}$' THEN (s.values ->> 'mnc')::bigint END
      AND t.area = CASE WHEN s.values ->> 'lac' ~ '^[0-9]{1,10}$' THEN (s.values ->> 'lac')::bigint END
      AND t.cell = CASE WHEN s.values ->> 'cell_id' ~ '^[0-9]{1,10}$' THEN (s.values ->> 'cell_id')::bigint END
    LIMIT 1
  ) pos ON true
  WHERE d.id = one AND d.deleted_at IS NULL;
END $$;

-- The caller has locked the row of `device_places` in a statement before it, so that it sees what others committed.
CREATE FUNCTION write_place(one bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place record;
BEGIN
  SELECT * INTO place FROM current_place(one);
  UPDATE device_places p SET square = place.square, due_at = place.due_at
  WHERE p.device_id = one AND (p.square, p.due_at) IS DISTINCT FROM (place.square, place.due_at);
END $$;

CREATE FUNCTION place_device(one bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM device_places WHERE device_id = one FOR NO KEY UPDATE;
  PERFORM write_place(one);
END $$;

INSERT INTO device_places (device_id, company_id, l1_id, l2_id, offline, square, due_at)
SELECT d.id, d.company_id, d.l1_id, d.l2_id, d.status IS NOT DISTINCT FROM 0, p.square, p.due_at
FROM devices d, current_place(d.id) p;
INSERT INTO device_place_changes (company_id, l1_id, l2_id, square, count, offline)
SELECT company_id, l1_id, l2_id, square, count(*), count(*) FILTER (WHERE offline)
FROM device_places WHERE square IS NOT NULL GROUP BY 1, 2, 3, 4;

CREATE INDEX device_places_square ON device_places (square) WHERE square IS NOT NULL;
CREATE INDEX device_places_due ON device_places (due_at) WHERE due_at IS NOT NULL;

CREATE FUNCTION device_places_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_place_changes (company_id, l1_id, l2_id, square, count, offline)
  SELECT * FROM (
    SELECT OLD.company_id, OLD.l1_id, OLD.l2_id, OLD.square, -1, -OLD.offline::integer WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.square, 1, NEW.offline::integer WHERE TG_OP <> 'DELETE'
  ) AS changed (company_id, l1_id, l2_id, square, count, offline) WHERE square IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION device_places_offline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_place_changes (company_id, l1_id, l2_id, square, count, offline)
  VALUES (NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.square, 0, NEW.offline::integer - OLD.offline::integer);
  RETURN NULL;
END $$;
CREATE TRIGGER device_places_insert_counted AFTER INSERT ON device_places FOR EACH ROW
  WHEN (NEW.square IS NOT NULL) EXECUTE FUNCTION device_places_counted();
CREATE TRIGGER device_places_delete_counted AFTER DELETE ON device_places FOR EACH ROW
  WHEN (OLD.square IS NOT NULL) EXECUTE FUNCTION device_places_counted();
-- A company that moves carries its counts along.
CREATE TRIGGER device_places_update_counted AFTER UPDATE ON device_places FOR EACH ROW
  WHEN ((OLD.company_id, OLD.l1_id, OLD.l2_id, OLD.square) IS DISTINCT FROM (NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.square)
    AND current_setting('longreach.move', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION device_places_counted();
CREATE TRIGGER device_places_offline_counted AFTER UPDATE ON device_places FOR EACH ROW
  WHEN (NEW.square IS NOT NULL AND OLD.offline <> NEW.offline
    AND (OLD.company_id, OLD.l1_id, OLD.l2_id, OLD.square) IS NOT DISTINCT FROM (NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.square))
  EXECUTE FUNCTION device_places_offline();

-- Its state comes later.
CREATE FUNCTION device_added_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_places (device_id, company_id, l1_id, l2_id, offline, square)
  VALUES (NEW.id, NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.status IS NOT DISTINCT FROM 0,
    CASE WHEN NEW.deleted_at IS NULL THEN place_square(NEW.user_set_latitude, NEW.user_set_longitude) END);
  RETURN NULL;
END $$;
CREATE FUNCTION device_moved_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_places SET company_id = NEW.company_id, l1_id = NEW.l1_id, l2_id = NEW.l2_id, offline = NEW.status IS NOT DISTINCT FROM 0
  WHERE device_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION device_set_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM place_device(NEW.id);
  RETURN NULL;
END $$;
-- A report does not wait for a row that is locked elsewhere: the device is placed with its facets then. Mostly its GPS has
-- moved: without a position set by a user nothing else is looked up.
CREATE FUNCTION device_state_placed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  due timestamptz;
BEGIN
  SELECT due_at INTO due FROM device_places WHERE device_id = NEW.device_id FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO facets_due (device_id) VALUES (NEW.device_id) ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'UPDATE' AND due IS NULL AND OLD.gps_fix AND NEW.gps_fix
    AND least(OLD.gps_at, NEW.gps_at) > now() - interval '23 hours' THEN
    UPDATE device_places SET square = place_square(NEW.gps_latitude, NEW.gps_longitude)
    WHERE device_id = NEW.device_id AND square IS NOT NULL;
  ELSE
    PERFORM write_place(NEW.device_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER devices_added_placed AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION device_added_placed();
CREATE TRIGGER devices_moved_placed AFTER UPDATE ON devices FOR EACH ROW
  WHEN ((OLD.company_id, OLD.l1_id, OLD.l2_id, OLD.status IS NOT DISTINCT FROM 0)
      IS DISTINCT FROM (NEW.company_id, NEW.l1_id, NEW.l2_id, NEW.status IS NOT DISTINCT FROM 0)
    AND current_setting('longreach.move', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION device_moved_placed();
CREATE TRIGGER devices_set_placed AFTER UPDATE ON devices FOR EACH ROW
  WHEN ((OLD.user_set_latitude, OLD.user_set_longitude, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.user_set_latitude, NEW.user_set_longitude, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION device_set_placed();
CREATE TRIGGER device_state_added_placed AFTER INSERT ON device_state FOR EACH ROW
  WHEN (NEW.gps_at IS NOT NULL OR NEW.values ? 'cell_id') EXECUTE FUNCTION device_state_placed();
-- Only what may change the square.
CREATE TRIGGER device_state_changed_placed AFTER UPDATE ON device_state FOR EACH ROW
  WHEN (OLD.gps_fix <> NEW.gps_fix OR (OLD.gps_at IS NULL) <> (NEW.gps_at IS NULL)
    OR OLD.gps_at <> NEW.gps_at AND OLD.gps_at < now() - interval '23 hours'
    OR (OLD.gps_latitude <> NEW.gps_latitude OR OLD.gps_longitude <> NEW.gps_longitude)
      AND place_square(OLD.gps_latitude, OLD.gps_longitude) <> place_square(NEW.gps_latitude, NEW.gps_longitude)
    OR NEW.gps_at IS NULL AND (OLD.values ->> 'cell_id' IS DISTINCT FROM NEW.values ->> 'cell_id'
      OR OLD.values ->> 'lac' IS DISTINCT FROM NEW.values ->> 'lac' OR OLD.values ->> 'mnc' IS DISTINCT FROM NEW.values ->> 'mnc'
      OR OLD.values ->> 'mcc' IS DISTINCT FROM NEW.values ->> 'mcc'))
  EXECUTE FUNCTION device_state_placed();
