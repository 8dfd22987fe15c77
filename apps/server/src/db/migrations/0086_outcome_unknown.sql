-- A device may have executed, or still execute, what it was sent and did not answer: a retry asks it again under the same id.
ALTER TABLE action_targets ADD COLUMN outcome_unknown boolean NOT NULL DEFAULT false;
