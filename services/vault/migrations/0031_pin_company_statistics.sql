-- What 0001 seeds for company_id, kept: ANALYZE learns the companies it meets, and one that it has not met yet then
-- counts as no row at all, so any index that starts with company_id looks as good as the key and a whole company is
-- read per person. With no statistics gathered the seeded ones stay: any company may be half of the table, so a key
-- or an index in the order of a list is always the better way.
DO $statistics$
DECLARE
  tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['individuals', 'data_keys', 'consents', 'pii_fields', 'field_contexts', 'search_index'] LOOP
    PERFORM pg_clear_attribute_stats(current_schema()::text, tab, 'company_id', false);
    PERFORM pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', tab, 'attname', 'company_id',
      'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 2::real);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN company_id SET STATISTICS 0', tab);
  END LOOP;
END
$statistics$;
