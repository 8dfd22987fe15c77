-- Which devices are in a view of the map, and how many of them are offline, is read from the index alone: rows of devices
-- near to each other are all over the table.
DROP INDEX device_places_square;
CREATE INDEX device_places_square ON device_places (square) INCLUDE (device_id, offline) WHERE square IS NOT NULL;
