-- There is one API document for each system: which one a template is about is said by its api_system.
ALTER TABLE monitoring_templates DROP COLUMN device_documentation_id;
