-- When an action may be sent: not before a time, within hours of the day, and not while it is paused.
ALTER TABLE actions
  ADD COLUMN not_before timestamptz,
  -- {"days": [1, …, 7], "from": "01:00", "to": "05:00", "zone": "Europe/Vilnius"}, days from Monday.
  ADD COLUMN hours jsonb,
  ADD COLUMN paused boolean NOT NULL DEFAULT false;

-- Whether a time is within such hours. Those that end on the next day belong to the day on which they start.
CREATE FUNCTION within_hours(hours jsonb, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN h.start < h.stop THEN h.clock >= h.start AND h.clock < h.stop AND hours -> 'days' @> to_jsonb(h.day)
    WHEN h.clock >= h.start THEN hours -> 'days' @> to_jsonb(h.day)
    ELSE h.clock < h.stop AND hours -> 'days' @> to_jsonb((h.day + 5) % 7 + 1)
  END
  FROM (
    SELECT (at AT TIME ZONE (hours ->> 'zone'))::time AS clock, extract(isodow FROM at AT TIME ZONE (hours ->> 'zone'))::int AS day,
      (hours ->> 'from')::time AS start, (hours ->> 'to')::time AS stop
  ) h
$$;
