-- Content of files, in encrypted pieces of 256 KB: any node serves it, and a backup holds all of it. A row that needs
-- content refers to it by a foreign key; what no row refers to is removed.
CREATE TABLE blobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of complete content: the company within which it is stored once; null: it is stored once for all companies.
  owner_id bigint,
  -- Bytes written so far.
  size bigint NOT NULL DEFAULT 0,
  -- SHA-256 of complete content; null while it is written.
  hash bytea,
  sealed_key bytea NOT NULL,
  touched_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX blobs_equal ON blobs (owner_id, hash) NULLS NOT DISTINCT WHERE hash IS NOT NULL;
CREATE INDEX blobs_touched ON blobs (touched_at);

CREATE TABLE blob_chunks (
  blob_id bigint NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
  n integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (blob_id, n)
);
-- Files are compressed already.
ALTER TABLE blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
