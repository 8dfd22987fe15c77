-- The audit log is append-only, sealed in batches, and stays visible to companies that changed their level.

-- Levels a company had before: its own history stands under another column from that time.
ALTER TABLE companies ADD COLUMN past_levels smallint[] NOT NULL DEFAULT '{}';
UPDATE companies c SET past_levels = p.levels
FROM (
  SELECT company_id, array_agg(DISTINCT level) AS levels
  FROM (
    SELECT company_id, CASE company_id WHEN l1_id THEN 1 WHEN l2_id THEN 2 ELSE 3 END::smallint AS level
    FROM audit WHERE company_id > 0
  ) lines GROUP BY company_id
) p
WHERE p.company_id = c.id AND p.levels <> ARRAY[c.level];

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Each seals the lines after those of the one before, up to last_id; the digest of every line tells which one was
-- touched. A hash holds the one before it, and is signed with a key the database does not have.
CREATE TABLE audit_seals (
  number bigint PRIMARY KEY,
  last_id bigint NOT NULL,
  lines integer NOT NULL,
  digests bytea NOT NULL,
  hash bytea NOT NULL,
  mac text NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE INDEX audit_created ON audit (created_at);
CREATE INDEX audit_user ON audit (user_id, id DESC);
