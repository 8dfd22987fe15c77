-- Where other nodes reach a node (NODE_URL); null when they do not, or it was stopped.
ALTER TABLE nodes ADD COLUMN url text;
