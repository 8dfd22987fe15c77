-- Values for the device that enrols with the key.
ALTER TABLE enrolment_keys ADD COLUMN device_name text;
ALTER TABLE enrolment_keys ADD COLUMN tag_ids bigint[] NOT NULL DEFAULT '{}';
