-- SIMs of each company: what one may use in its billing period, and what it had used at the last check.
CREATE TABLE sims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  -- Null as long as the device has not reported which SIM is in the slot.
  iccid text COLLATE "C",
  operator text,
  data_limit bigint CHECK (data_limit > 0),
  billing_day smallint NOT NULL DEFAULT 1 CHECK (billing_day BETWEEN 1 AND 31),
  -- By whose days it is checked.
  zone text COLLATE "C" NOT NULL DEFAULT 'UTC',
  -- The billing period of the last check, and the time from which the SIM was reported in it.
  period date,
  period_end date,
  since timestamptz,
  -- Bytes in that period, so far and by its end; null if the SIM was not reported, or not for long enough.
  used bigint,
  expected bigint,
  -- The last day on which it used data.
  used_on date,
  -- True if it has exceeded its limit, or is due to.
  over boolean NOT NULL GENERATED ALWAYS AS (coalesce(used >= data_limit OR expected >= data_limit, false)) STORED,
  -- The percent of the latest event of the period.
  reached smallint NOT NULL DEFAULT 0,
  checked_at timestamptz,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, iccid)
) WITH (fillfactor = 80);
CREATE TRIGGER sims_placed BEFORE INSERT ON sims FOR EACH ROW EXECUTE FUNCTION place_with_company();
CREATE INDEX sims_l1 ON sims (l1_id);
CREATE INDEX sims_l2 ON sims (l2_id);
CREATE INDEX sims_due ON sims (due_at);

-- The SIM in each slot of a device, by its latest report.
CREATE TABLE sim_slots (
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  modem smallint NOT NULL CHECK (modem IN (1, 2)),
  slot smallint NOT NULL CHECK (slot IN (1, 2)),
  sim_id bigint NOT NULL REFERENCES sims (id) ON DELETE CASCADE,
  -- From when on the slot's counters are those of this SIM; null if no other one was known in it before.
  counts_from timestamptz,
  -- First and latest time at which the device had it.
  first_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, modem, slot)
);
CREATE INDEX sim_slots_sim ON sim_slots (sim_id);

-- Slots in which SIMs were before, as long as that counts for a billing period.
CREATE TABLE sim_stays (
  sim_id bigint NOT NULL REFERENCES sims (id) ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  modem smallint NOT NULL,
  slot smallint NOT NULL,
  counts_from timestamptz,
  counts_to timestamptz NOT NULL
);
CREATE INDEX sim_stays_sim ON sim_stays (sim_id);
CREATE INDEX sim_stays_device ON sim_stays (device_id, modem, slot);

-- SIMs that devices have reported. A SIM that two devices have reported has the lower of their limits.
CREATE TEMPORARY TABLE found ON COMMIT DROP AS
SELECT device_id, modem, slot, company_id, updated_at,
  CASE WHEN plain ~ '^89[0-9A-F]{5,20}$' THEN plain END AS iccid,
  row_number() OVER (PARTITION BY device_id, plain ORDER BY modem) AS place
FROM (
  SELECT s.device_id, m.modem, d.company_id, coalesce(s.updated_at, now()) AS updated_at,
    CASE coalesce(s.values ->> ('sim_slot' || m.tail), '1') WHEN '1' THEN 1 WHEN '0' THEN 2 WHEN '2' THEN 2 END AS slot,
    rtrim(regexp_replace(upper(left(s.values ->> ('iccid' || m.tail), 64)), '[^0-9A-Z]', '', 'g'), 'F') AS plain
  FROM device_state s JOIN devices d ON d.id = s.device_id
  CROSS JOIN (VALUES (1, ''), (2, '_2')) AS m (modem, tail)
) reported
WHERE slot IS NOT NULL;

INSERT INTO sims (company_id, iccid)
SELECT DISTINCT company_id, iccid FROM found WHERE iccid IS NOT NULL AND place = 1;
INSERT INTO sim_slots (device_id, modem, slot, sim_id, first_at, seen_at)
SELECT f.device_id, f.modem, f.slot, s.id, f.updated_at, f.updated_at
FROM found f JOIN sims s ON s.company_id = f.company_id AND s.iccid = f.iccid WHERE f.place = 1;

-- Until now limits belonged to slots of devices, and rules for alerts had limits of their own: those by the month are
-- the limit of the SIM from now on, unless it has one. The columns of such rules, and sim_limits, are no longer used.
CREATE TEMPORARY TABLE limits ON COMMIT DROP AS
SELECT l.device_id, l.modem, l.sim AS slot, d.company_id, coalesce(l.data_limit, r.data_limit) AS data_limit,
  CASE WHEN l.data_limit IS NULL AND r.data_limit IS NOT NULL THEN r.starts ELSE l.billing_day END AS billing_day,
  CASE WHEN l.data_limit IS NULL AND r.data_limit IS NOT NULL THEN r.zone ELSE l.zone END AS zone,
  l.period, l.reached
FROM (
  SELECT device_id, modem, sim, data_limit, billing_day, zone, period, reached FROM sim_limits
  UNION ALL
  SELECT DISTINCT r.device_id, 1::smallint, r.sim, NULL::bigint, 1::smallint, 'UTC', NULL::date, 0::smallint FROM alert_rules r
  WHERE r.event = 15 AND r.period = 'month' AND r.sim IN (1, 2) AND r.data_limit > 0 AND NOT EXISTS (
    SELECT FROM sim_limits o WHERE o.device_id = r.device_id AND o.modem = 1 AND o.sim = r.sim)
) l
JOIN devices d ON d.id = l.device_id
LEFT JOIN LATERAL (
  SELECT r.data_limit * 1048576::bigint AS data_limit, coalesce(r.starts, 1) AS starts, r.zone FROM alert_rules r
  WHERE r.device_id = l.device_id AND l.modem = 1 AND r.sim = l.sim AND r.event = 15 AND r.period = 'month' AND r.data_limit > 0
  ORDER BY r.enabled DESC, r.data_limit, r.id LIMIT 1
) r ON true;

UPDATE sims s SET data_limit = l.data_limit, billing_day = l.billing_day, zone = l.zone, period = l.period, reached = l.reached
FROM (
  SELECT DISTINCT ON (p.sim_id) p.sim_id, l.* FROM limits l JOIN sim_slots p USING (device_id, modem, slot)
  ORDER BY p.sim_id, l.data_limit NULLS LAST, l.device_id
) l
WHERE s.id = l.sim_id;

DO $$
DECLARE
  one record;
  sim bigint;
BEGIN
  FOR one IN SELECT * FROM limits l WHERE NOT EXISTS (
    SELECT FROM sim_slots p WHERE p.device_id = l.device_id AND p.modem = l.modem AND p.slot = l.slot)
  LOOP
    INSERT INTO sims (company_id, data_limit, billing_day, zone, period, reached)
    VALUES (one.company_id, one.data_limit, one.billing_day, one.zone, one.period, one.reached) RETURNING id INTO sim;
    INSERT INTO sim_slots (device_id, modem, slot, sim_id, first_at, seen_at)
    VALUES (one.device_id, one.modem, one.slot, sim, now(), now());
  END LOOP;
END $$;
