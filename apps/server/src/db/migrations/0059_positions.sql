-- Where a device is by its own GPS; without an index, so that a report updates the row in place.
ALTER TABLE device_state
  ADD COLUMN gps_latitude double precision,
  ADD COLUMN gps_longitude double precision,
  ADD COLUMN gps_at timestamptz,
  -- Whether the latest report on the position had one.
  ADD COLUMN gps_fix boolean NOT NULL DEFAULT false;

UPDATE device_state SET
  gps_latitude = (values ->> 'latitude')::float8,
  gps_longitude = (values ->> 'longitude')::float8,
  gps_at = updated_at,
  gps_fix = true
WHERE jsonb_typeof(values -> 'latitude') = 'number' AND jsonb_typeof(values -> 'longitude') = 'number'
  AND (values ->> 'latitude')::float8 BETWEEN -90 AND 90 AND (values ->> 'longitude')::float8 BETWEEN -180 AND 180
  AND ((values ->> 'latitude')::float8 <> 0 OR (values ->> 'longitude')::float8 <> 0);

-- Where the cells of mobile networks are, from a file that an administrator loads.
CREATE TABLE cell_towers (
  mcc integer NOT NULL,
  mnc integer NOT NULL,
  area bigint NOT NULL,
  cell bigint NOT NULL,
  latitude real NOT NULL,
  longitude real NOT NULL,
  range_m integer NOT NULL,
  PRIMARY KEY (mcc, mnc, area, cell)
);
