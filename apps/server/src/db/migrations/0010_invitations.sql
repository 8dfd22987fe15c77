-- People are invited by address, register, and verify their address.

CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Where the person will belong; the platform while the invitation is for a company yet to be made.
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  role_id bigint NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
  email text NOT NULL,
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED UNIQUE,
  -- Accepting makes a company of the first level; its name may be left to the person invited.
  makes_company boolean NOT NULL DEFAULT false,
  new_company_name text,
  -- sha256 of the token in the link.
  token_hash bytea NOT NULL UNIQUE,
  -- The mail it went out with last, as long as the log keeps it.
  mail_id bigint,
  invited_by bigint REFERENCES users (id) ON DELETE SET NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_company ON invitations (company_id, created_at);
CREATE INDEX invitations_l1 ON invitations (l1_id, created_at);
CREATE INDEX invitations_l2 ON invitations (l2_id, created_at);
CREATE INDEX invitations_role ON invitations (role_id);
CREATE TRIGGER invitations_placed BEFORE INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION place_with_company();

CREATE TABLE email_verifications (
  -- sha256 of the token in the link.
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The address the link went to: the user's own, or the one that is to take its place.
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_verifications_user ON email_verifications (user_id);

-- From now on nobody gets in unverified; whoever is there got in before.
UPDATE users SET email_verified_at = created_at WHERE email_verified_at IS NULL;
