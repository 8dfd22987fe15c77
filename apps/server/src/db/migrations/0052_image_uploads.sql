-- By what the upload of an image is recognised when it is sent again because its answer was lost.
ALTER TABLE images ADD COLUMN upload_key text COLLATE "C";
CREATE UNIQUE INDEX images_upload ON images (user_id, upload_key);
