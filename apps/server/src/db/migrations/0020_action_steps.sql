-- The step a target is at, from 1: a kind of action may take several, each sent under an id of its own.
ALTER TABLE action_targets ADD COLUMN step integer NOT NULL DEFAULT 1;
