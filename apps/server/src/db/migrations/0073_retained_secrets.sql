-- Secrets that stay for as long as the campaign that sends them is open, however old they are: it wipes them at its end.
ALTER TABLE action_secrets ADD COLUMN retained boolean NOT NULL DEFAULT false;
