-- token_hash once that cookie was used: from then on its browser has no use for the one before.
ALTER TABLE sessions ADD COLUMN used_hash bytea;
