-- A scope with enough records has a model of its own, learnt from them; its version begins with that of the shipped
-- model it came from. scope is null for shipped ones.
ALTER TABLE match_models ADD COLUMN scope text;
-- When somebody last looked whether a space has outgrown its model.
ALTER TABLE match_spaces ADD COLUMN counted_at timestamptz NOT NULL DEFAULT now();
