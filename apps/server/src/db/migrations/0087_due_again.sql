-- A device may be due more than once: what became due while it was being worked off met the row that was there, and was
-- deleted with it.
ALTER TABLE facets_due
  DROP CONSTRAINT facets_due_pkey,
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
CREATE INDEX facets_due_device ON facets_due (device_id);
ALTER TABLE firmware_due
  DROP CONSTRAINT firmware_due_pkey,
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
CREATE INDEX firmware_due_device ON firmware_due (device_id);
