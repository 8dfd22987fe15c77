-- What the API of the devices of a system has, as an OpenAPI document: one for each system, for all companies.
CREATE TABLE api_documents (
  system text COLLATE "C" PRIMARY KEY CHECK (system IN ('rutos', 'tswos')),
  title text NOT NULL,
  version text NOT NULL,
  operations integer NOT NULL,
  blob_id bigint NOT NULL REFERENCES blobs (id),
  size bigint NOT NULL,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  username text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX api_documents_blob ON api_documents (blob_id);
CREATE INDEX api_documents_user ON api_documents (user_id);

-- What a change sets on a device, call by call, for its log: without the values of secrets. A restore has no calls.
ALTER TABLE config_targets ADD COLUMN calls jsonb;
