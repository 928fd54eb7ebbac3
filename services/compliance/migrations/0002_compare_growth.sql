-- Counts are compared by their growth since the row before: a crash takes some of the vault's count for ever.
-- unlogged: since the beginning; newly_uncounted: since the row before.
ALTER TABLE reveal_comparisons
  DROP COLUMN pending,
  ADD COLUMN unlogged bigint NOT NULL DEFAULT 0,
  ADD COLUMN newly_uncounted bigint NOT NULL DEFAULT 0;
ALTER TABLE reveal_comparisons ALTER COLUMN unlogged DROP DEFAULT, ALTER COLUMN newly_uncounted DROP DEFAULT;

-- False while a rule had no data: then the next run comes sooner.
ALTER TABLE company_runs ADD COLUMN is_complete boolean NOT NULL DEFAULT false;
ALTER TABLE company_runs ALTER COLUMN is_complete DROP DEFAULT;
