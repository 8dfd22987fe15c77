-- Mails to send and sent, addresses that take none, and the links of forgotten passwords.

-- What a mail says is sealed and dropped as soon as it was delivered or given up.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The company the mail is about.
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  email text NOT NULL,
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED,
  template text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  sealed bytea,
  -- unsent: this installation had no mail server.
  state text COLLATE "C" NOT NULL
    CHECK (state IN ('queued', 'sent', 'bounced', 'suppressed', 'failed', 'unsent')),
  attempts integer NOT NULL DEFAULT 0,
  -- What the mail server, or the way to it, said last.
  response text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX mails_created ON mails (created_at DESC, id DESC);
CREATE INDEX mails_email ON mails (email_key, id DESC);
CREATE INDEX mails_company ON mails (company_id, id DESC);
CREATE INDEX mails_l1 ON mails (l1_id, id DESC);
CREATE INDEX mails_l2 ON mails (l2_id, id DESC);

-- Addresses whose mail server said for good that there is nobody.
CREATE TABLE suppressed_emails (
  email_key text COLLATE "C" PRIMARY KEY,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE password_resets (
  -- sha256 of the token in the link.
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);
