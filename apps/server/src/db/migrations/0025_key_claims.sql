-- Enrolments that would replace the key of a device: each waits for an operator of the device's company.
CREATE TABLE key_claims (
  device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  public_key text COLLATE "C" NOT NULL,
  -- SHA-256 of the key: what operators compare and approve.
  fingerprint text COLLATE "C" NOT NULL,
  -- The company whose enrolment key or password it was proven with.
  claimant_id bigint NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  address text NOT NULL,
  -- First and last attempt.
  created_at timestamptz NOT NULL DEFAULT now(),
  claimed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  rejected_at timestamptz,
  PRIMARY KEY (device_id, public_key)
);
CREATE INDEX key_claims_claimant ON key_claims (claimant_id);

-- These do not name their claimant: such a device presents its proof again. device_keys.pending and
-- devices.approval_pending are unused from here on.
DELETE FROM device_keys WHERE pending;
UPDATE devices SET approval_pending = false WHERE approval_pending;
