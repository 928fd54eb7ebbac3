-- Whether a row about another person than the holder of its external id is refused, or corrects that person.
ALTER TABLE imports ADD COLUMN on_conflict text NOT NULL DEFAULT 'refuse' CHECK (on_conflict IN ('refuse', 'replace'));
