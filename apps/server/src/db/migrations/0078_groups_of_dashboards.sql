-- Finds the dashboards whose buttons run a group of tasks: it cannot be deleted meanwhile.
CREATE INDEX dashboards_task_groups ON dashboards USING gin (jsonb_path_query_array(widgets, '$[*].options.group_id'));
