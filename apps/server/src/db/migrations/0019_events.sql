-- Events for the modules that handle them: one row for each event and handler, deleted in the transaction that handles it.
CREATE TABLE events (
  -- Order of delivery among events of a subject, and the idempotency key.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  handler text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX events_handler ON events (handler, id);
CREATE INDEX events_failing ON events (handler, subject, id) WHERE attempts > 0;

-- What the modules of all running releases handle: an event is stored for each of them, and not at all without any.
CREATE TABLE event_handlers (
  handler text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  PRIMARY KEY (handler, type)
);
