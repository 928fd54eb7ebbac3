-- What a row without an id means if its person seems to be known, and how many such rows were accepted.
ALTER TABLE imports
  ADD COLUMN on_known text NOT NULL DEFAULT 'create' CHECK (on_known IN ('create', 'link', 'update')),
  ADD COLUMN known_people bigint NOT NULL DEFAULT 0;
