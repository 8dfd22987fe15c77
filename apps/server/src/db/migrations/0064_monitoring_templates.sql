-- What devices measure besides what every device does. Those of the system stand for columns of the devices.
CREATE TABLE monitoring_templates (
  id bigint GENERATED ALWAYS AS IDENTITY (START 101) PRIMARY KEY,
  type text COLLATE "C" NOT NULL DEFAULT 'user' CHECK (type IN ('user', 'system')),
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  description text,
  version text NOT NULL DEFAULT '1',
  enabled boolean NOT NULL DEFAULT true,
  period integer NOT NULL,
  retention integer NOT NULL DEFAULT 30 CHECK (retention IN (7, 30, 90, 365)),
  api_system text COLLATE "C" NOT NULL DEFAULT 'rutos',
  api_version text NOT NULL DEFAULT '',
  device_documentation_id bigint,
  -- Paths with their variables, each with the id of its parameter.
  data jsonb NOT NULL DEFAULT '[]',
  fields_count integer NOT NULL DEFAULT 0,
  -- Whether any variable has an expression, which runs on devices.
  runs_commands boolean NOT NULL DEFAULT false,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX monitoring_templates_name ON monitoring_templates (company_id, name_key);
CREATE INDEX monitoring_templates_l1 ON monitoring_templates (l1_id);
CREATE INDEX monitoring_templates_l2 ON monitoring_templates (l2_id);
CREATE INDEX monitoring_templates_user ON monitoring_templates (user_id);
CREATE TRIGGER monitoring_templates_placed BEFORE INSERT ON monitoring_templates
  FOR EACH ROW EXECUTE FUNCTION place_with_company();

INSERT INTO monitoring_templates (id, type, company_id, name, period, retention, fields_count)
OVERRIDING SYSTEM VALUE VALUES
  (1, 'system', 0, 'Dynamic monitoring', 300, 90, 0),
  (2, 'system', 0, 'Static monitoring', 1296000, 365, 0),
  (3, 'system', 0, 'Hotspot monitoring', 300, 90, 0),
  (4, 'system', 0, 'I/O monitoring', 300, 90, 0),
  (5, 'system', 0, 'GPS monitoring', 300, 90, 0),
  (6, 'system', 0, 'Wireless monitoring', 300, 90, 0),
  (7, 'system', 0, 'DDNS monitoring', 300, 90, 0),
  (8, 'system', 0, 'L2TP monitoring', 300, 90, 0);

-- What a value is reported by: `c.<id>`. An id is never given to another variable, and stays while the template is edited.
CREATE TABLE template_parameters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id bigint NOT NULL REFERENCES monitoring_templates (id) ON DELETE CASCADE,
  url text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  -- Stored if there is no value.
  fallback text,
  -- The only values there may be.
  allowed text[],
  UNIQUE (template_id, url, name, type)
);

-- Templates of its company, or of those above it, that a device has.
CREATE TABLE device_templates (
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  template_id bigint NOT NULL REFERENCES monitoring_templates (id) ON DELETE CASCADE,
  period integer NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- The last value of each parameter, by its id; without an index, so that a report updates the row in place.
  values jsonb NOT NULL DEFAULT '{}',
  values_at timestamptz,
  PRIMARY KEY (device_id, template_id)
) WITH (fillfactor = 70);
CREATE INDEX device_templates_template ON device_templates (template_id, device_id);

-- What devices could not measure; the same again within an hour is counted.
CREATE TABLE template_logs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  -- Of a template that may have been deleted since.
  template_id bigint NOT NULL,
  template_name text NOT NULL,
  hour timestamptz NOT NULL,
  log text COLLATE "C" NOT NULL,
  count integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (device_id, template_id, hour, log)
);
CREATE INDEX template_logs_company ON template_logs (company_id, id);
CREATE INDEX template_logs_l1 ON template_logs (l1_id, id);
CREATE INDEX template_logs_l2 ON template_logs (l2_id, id);
CREATE INDEX template_logs_created ON template_logs (created_at);
