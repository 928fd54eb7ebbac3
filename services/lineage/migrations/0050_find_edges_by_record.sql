-- Edges of a record are looked up by scope, company and individual, by an index for each side. Where the planner takes a
-- scope for a few rows (always before the first ANALYZE, and afterwards for a scope that it has not met yet), one index by
-- its scope alone looks as good as the other by all three, and every edge of the scope is read per record: matching fell
-- behind by the minute. So any scope may be half of the table, and nothing is gathered that says otherwise.
SELECT pg_clear_attribute_stats(current_schema()::text, 'data_lineage', 'scope', false);
SELECT pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', 'data_lineage', 'attname', 'scope',
  'inherited', false, 'null_frac', 0::real, 'avg_width', 12, 'n_distinct', 2::real);
ALTER TABLE data_lineage ALTER COLUMN scope SET STATISTICS 0;
