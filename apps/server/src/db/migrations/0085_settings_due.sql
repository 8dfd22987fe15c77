-- Devices whose settings have changed while they were linked: noted in the transaction of the change, since the hint to the
-- node with the link may be lost.
CREATE TABLE device_settings_due (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  noted_at timestamptz NOT NULL DEFAULT now()
);
