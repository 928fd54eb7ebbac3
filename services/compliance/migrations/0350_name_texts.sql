-- Which texts of an entry are filled, for readers who may not read them. Of an entry that was written before, the texts
-- that every entry has are named; its next change names all.
ALTER TABLE purposes ADD COLUMN text_names text[] NOT NULL DEFAULT '{}';
ALTER TABLE grievances ADD COLUMN text_names text[] NOT NULL DEFAULT '{subject}';
ALTER TABLE incidents ADD COLUMN text_names text[] NOT NULL DEFAULT '{title}';
ALTER TABLE recipients ADD COLUMN text_names text[] NOT NULL DEFAULT '{name}';

-- The column defaults fill existing rows of the others; what incidents know by `filled` is added. Forced row-level
-- security holds for the owner too.
ALTER TABLE incidents NO FORCE ROW LEVEL SECURITY;
UPDATE incidents SET text_names = '{title}'::text[] || filled;
ALTER TABLE incidents FORCE ROW LEVEL SECURITY;
