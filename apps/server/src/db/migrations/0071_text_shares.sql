-- For how long each text value was reported: per place of last_t, pairs of a value and seconds, the longest first; a pair
-- without a value is all the others. Hours have only the places of which the value changed.
ALTER TABLE history_hour ADD COLUMN shares jsonb;
ALTER TABLE history_day ADD COLUMN shares jsonb;
