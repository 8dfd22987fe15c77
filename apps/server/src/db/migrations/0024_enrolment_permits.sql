-- An operator's permit to replace the key of a device that was seen lately, by one enrolment.
CREATE TABLE enrolment_permits (
  device_id bigint PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX enrolment_permits_user ON enrolment_permits (user_id);
