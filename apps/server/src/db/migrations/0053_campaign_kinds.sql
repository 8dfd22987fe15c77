-- Campaigns of other kinds: what of their content is secret, sealed.
ALTER TABLE campaigns ADD COLUMN sealed bytea;
-- Devices that took a change back, which a user accepted by resuming the campaign.
ALTER TABLE campaign_waves ADD COLUMN accepted_undone integer NOT NULL DEFAULT 0;
