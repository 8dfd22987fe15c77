-- Ways to reach what stands behind a device, the sessions opened with them, and the keys pinned of their targets.

CREATE TABLE remote_access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  name text NOT NULL,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  -- As the device resolves it.
  destination_ip text COLLATE "C" NOT NULL,
  destination_port integer NOT NULL CHECK (destination_port BETWEEN 1 AND 65535),
  protocol text COLLATE "C" NOT NULL,
  credentials_required boolean NOT NULL DEFAULT false,
  -- Sealed JSON {username, password}.
  credentials bytea,
  -- webui or cli: the automatic entries of the device itself.
  main text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (device_id, main)
);
CREATE INDEX remote_access_device ON remote_access (device_id);
CREATE INDEX remote_access_company ON remote_access (company_id, id DESC);
CREATE INDEX remote_access_l1 ON remote_access (l1_id, id DESC);
CREATE INDEX remote_access_l2 ON remote_access (l2_id, id DESC);

INSERT INTO remote_access (company_id, l1_id, l2_id, device_id, name, destination_ip, destination_port, protocol, main)
SELECT d.company_id, d.l1_id, d.l2_id, d.id, m.name, '127.0.0.1', m.port, m.protocol, m.main
FROM devices d
CROSS JOIN (VALUES ('WebUI', 80, 'http', 'webui'), ('CLI', 22, 'ssh', 'cli')) AS m (name, port, protocol, main)
WHERE d.deleted_at IS NULL
ORDER BY d.id;

-- The access history: keeps the company it happened in, and the names as they were.
CREATE TABLE remote_sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 32 hex digits: the label of its host name, the end of its socket's path. No secret by itself.
  name text COLLATE "C" NOT NULL UNIQUE,
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  access_id bigint REFERENCES remote_access (id) ON DELETE SET NULL,
  device_id bigint NOT NULL,
  device_name text NOT NULL,
  access_name text NOT NULL,
  protocol text COLLATE "C" NOT NULL,
  destination_ip text COLLATE "C" NOT NULL,
  destination_port integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  -- sha256 of the one-time key of its link, and of the cookie it was exchanged for.
  ticket_hash bytea UNIQUE,
  ticket_expires_at timestamptz,
  cookie_hash bytea,
  user_id bigint NOT NULL,
  actor_id bigint,
  username text NOT NULL,
  actor_username text,
  -- The sign-in it was opened in: it ends with it.
  login_id bigint,
  ip text NOT NULL,
  user_agent text NOT NULL,
  -- The node that holds it; a server that starts again ends what it left open.
  node text COLLATE "C" NOT NULL,
  -- Where the page of it is, without the secret.
  url text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  -- Bytes to the target, bytes from it, and how many of both were added to company_data_usage.
  input_data bigint NOT NULL DEFAULT 0,
  output_data bigint NOT NULL DEFAULT 0,
  counted_data bigint NOT NULL DEFAULT 0
);
CREATE INDEX remote_sessions_company ON remote_sessions (company_id, id DESC);
CREATE INDEX remote_sessions_l1 ON remote_sessions (l1_id, id DESC);
CREATE INDEX remote_sessions_l2 ON remote_sessions (l2_id, id DESC);
CREATE INDEX remote_sessions_access ON remote_sessions (access_id, id DESC);
CREATE INDEX remote_sessions_device ON remote_sessions (device_id, id DESC);
CREATE INDEX remote_sessions_user ON remote_sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX remote_sessions_uncounted ON remote_sessions (id) WHERE counted_data < input_data + output_data;

-- What was seen at the first connection; another key is refused until somebody trusts it.
CREATE TABLE remote_host_keys (
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  host text COLLATE "C" NOT NULL,
  port integer NOT NULL,
  -- ssh or tls
  kind text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (device_id, host, port, kind)
);

-- Bytes that went through the server for a company, by day in UTC.
CREATE TABLE company_data_usage (
  company_id bigint NOT NULL REFERENCES companies (id),
  l1_id bigint,
  l2_id bigint,
  day date NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (company_id, day)
);
