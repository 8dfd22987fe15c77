-- Devices that may register, while the installation is limited to them. They belong to no company.
CREATE TABLE authorized_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  serial text COLLATE "C" NOT NULL UNIQUE,
  -- Null if any will do, as for the IMEI.
  mac text COLLATE "C",
  imei text COLLATE "C",
  model text COLLATE "C",
  batch_number text COLLATE "C",
  product_code text COLLATE "C",
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX authorized_devices_user ON authorized_devices (user_id);
