-- Whether devices connect to a node; false for nodes of the previous release.
ALTER TABLE nodes ADD COLUMN gateway boolean NOT NULL DEFAULT false;

-- Times in which no device could connect, because no node with a gateway was running or had its database: as the node
-- that ended them noted.
CREATE TABLE gateway_downtimes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL
);
CREATE INDEX gateway_downtimes_ended ON gateway_downtimes (ended_at);
