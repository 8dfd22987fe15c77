-- Rules of devices, and the alerts they raised.
CREATE TABLE alert_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  -- Subtype and type of the event: packages/contract/src/alerts/events.ts.
  event smallint NOT NULL,
  type smallint NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- 1 mail, 2 notification, 3 both.
  action smallint NOT NULL CHECK (action BETWEEN 1 AND 3),
  email text,
  -- The company of the user who entered the address: it gets nothing of devices that company does not see.
  email_company_id bigint NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  redundancy_enabled boolean NOT NULL DEFAULT false,
  -- Minutes.
  redundancy_interval integer,
  -- MB, of the SIM in a slot of the first modem.
  data_limit integer,
  sim smallint,
  period text COLLATE "C",
  starts smallint,
  latitude double precision,
  longitude double precision,
  -- Metres.
  radius double precision,
  zone text NOT NULL DEFAULT 'UTC',
  -- The user who created it.
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  username text NOT NULL,
  -- What was observed last, by the detector of the event; null if nothing was so far.
  state jsonb,
  -- When the server has to look by itself: after a short absence, at the next check of mobile data.
  due_at timestamptz,
  fired_at timestamptz,
  -- Mails within the hour that started then.
  mails_since timestamptz,
  mails integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);
CREATE TRIGGER alert_rules_placed BEFORE INSERT ON alert_rules FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE INDEX alert_rules_device ON alert_rules (device_id);
CREATE INDEX alert_rules_due ON alert_rules (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_rules_company ON alert_rules (company_id, id DESC);
CREATE INDEX alert_rules_l1 ON alert_rules (l1_id, id DESC);
CREATE INDEX alert_rules_l2 ON alert_rules (l2_id, id DESC);
CREATE INDEX alert_rules_user ON alert_rules (user_id);

CREATE TABLE alerts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  rule_id bigint REFERENCES alert_rules (id) ON DELETE SET NULL,
  -- The device and its name then; the device may be gone.
  device_id bigint NOT NULL,
  device_name text NOT NULL,
  event smallint NOT NULL,
  type smallint NOT NULL,
  -- What was seen, as a text of the catalogues.
  seen text NOT NULL,
  message text NOT NULL,
  -- When it happened.
  created_at timestamptz NOT NULL
);
CREATE INDEX alerts_company ON alerts (company_id, created_at DESC, id DESC);
CREATE INDEX alerts_l1 ON alerts (l1_id, created_at DESC, id DESC);
CREATE INDEX alerts_l2 ON alerts (l2_id, created_at DESC, id DESC);
CREATE INDEX alerts_device ON alerts (device_id, created_at DESC, id DESC);
CREATE INDEX alerts_rule ON alerts (rule_id);
CREATE INDEX alerts_created ON alerts (created_at, id);
