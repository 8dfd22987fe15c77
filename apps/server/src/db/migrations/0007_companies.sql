-- Companies are made, renamed, moved and deleted.

CREATE UNIQUE INDEX companies_sibling_name ON companies (parent_id, name_key);

-- What is kept of a company outlives it.
ALTER TABLE remote_sessions DROP CONSTRAINT remote_sessions_company_id_fkey;
ALTER TABLE company_data_usage DROP CONSTRAINT company_data_usage_company_id_fkey;

-- A new row stands where its company stands. A move of the company locks it: who adds a row meanwhile waits, and
-- finds the new place.
CREATE FUNCTION place_with_company() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place record;
BEGIN
  SELECT c.l1_id, c.l2_id INTO place FROM companies c WHERE c.id = NEW.company_id FOR KEY SHARE;
  IF FOUND THEN
    NEW.l1_id := place.l1_id;
    NEW.l2_id := place.l2_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_placed BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE TRIGGER roles_placed BEFORE INSERT ON roles FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE TRIGGER devices_placed BEFORE INSERT ON devices FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE TRIGGER enrolment_keys_placed BEFORE INSERT ON enrolment_keys FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE TRIGGER remote_access_placed BEFORE INSERT ON remote_access FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE TRIGGER company_data_usage_placed BEFORE INSERT ON company_data_usage FOR EACH ROW EXECUTE FUNCTION place_with_company();

-- A move changes no facet: it carries the counts along itself.
CREATE OR REPLACE FUNCTION devices_counted_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('longreach.move', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO device_count_changes (company_id, l1_id, l2_id, facet, value, change)
  SELECT company_id, l1_id, l2_id, facet, value, sum(change) FROM (
    SELECT d.company_id, d.l1_id, d.l2_id, f.facet, coalesce(f.value, '') AS value, 1 AS change
    FROM added d, device_facets(d::devices) f WHERE d.deleted_at IS NULL
    UNION ALL
    SELECT d.company_id, d.l1_id, d.l2_id, f.facet, coalesce(f.value, ''), -1
    FROM removed d, device_facets(d::devices) f WHERE d.deleted_at IS NULL
  ) changes
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
