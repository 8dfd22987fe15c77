-- Campaigns of other kinds: what of their content is secret, sealed.
ALTER TABLE campaigns ADD COLUMN sealed bytea;
-- Devices that took a change back, which a user accepted by resuming the campaign.
ALTER TABLE campaign_waves ADD COLUMN accepted_undone integer NOT NULL DEFAULT 0;
-- What a kind of campaign asks for besides its content.
UPDATE campaigns SET plan = (plan - 'firmware') || jsonb_build_object('options', (plan -> 'firmware') - 'file_id')
WHERE plan ? 'firmware';
