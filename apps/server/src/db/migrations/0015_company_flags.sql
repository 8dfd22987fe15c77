-- The tree leaves such a company out for those above it.
ALTER TABLE companies ADD COLUMN hide_from_tree boolean NOT NULL DEFAULT false;

-- Children of one company in the order of the tree.
CREATE INDEX companies_children ON companies (parent_id, name_key, id);
DROP INDEX companies_parent;
