-- Devices whose row was locked for long when a report arrived: their facets are derived from the latest state afterwards.
CREATE TABLE facets_due (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE
);
