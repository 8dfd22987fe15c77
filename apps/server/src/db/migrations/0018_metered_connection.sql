-- Whether a device's traffic costs: its reports come together then, with signs of life further apart.
ALTER TABLE devices ADD COLUMN metered_connection boolean NOT NULL DEFAULT false;
