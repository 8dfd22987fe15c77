-- What the API document of a system has, method by method, with what a call of it has to be.
CREATE TABLE api_operations (
  system text COLLATE "C" NOT NULL REFERENCES api_documents (system) ON DELETE CASCADE,
  -- As in the document, below /api.
  path text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  summary text NOT NULL,
  -- In the order of the document.
  definition json NOT NULL,
  PRIMARY KEY (system, path, method)
);

-- Names of fields with `format: password`.
ALTER TABLE api_documents ADD COLUMN secret_names text[] NOT NULL DEFAULT '{}';
