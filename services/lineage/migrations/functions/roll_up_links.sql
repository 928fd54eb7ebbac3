-- Appends what a statement changed of edges to link_changes, by kind: a row before the change counts against the row
-- after it. One function and trigger each for INSERT, UPDATE and DELETE, as their transition tables differ.
DO $triggers$
DECLARE
  kinds constant text[] := ARRAY['insert', 'update', 'delete'];
  rows_of constant text[] := ARRAY[
    'SELECT 1 AS sign, inserted.* FROM inserted',
    'SELECT -1 AS sign, deleted.* FROM deleted UNION ALL SELECT 1, inserted.* FROM inserted',
    'SELECT -1 AS sign, deleted.* FROM deleted'];
  tables constant text[] := ARRAY['NEW TABLE AS inserted', 'OLD TABLE AS deleted NEW TABLE AS inserted', 'OLD TABLE AS deleted'];
BEGIN
  FOR i IN 1 .. 3 LOOP
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION roll_up_links_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN
         INSERT INTO lineage.link_changes (company_id, lo_company_id, hi_company_id, agreement_id, relationship_type,
           verification_status, is_hidden, confidence_tenths, edges)
         SELECT company_id, lo_company_id, hi_company_id, coalesce(agreement_id, 0), relationship_type, verification_status,
           is_hidden, (confidence_score * 10)::smallint, sum(sign)
         FROM (%2$s) AS e
         GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
         HAVING sum(sign) <> 0;
         RETURN NULL;
       END $body$',
      kinds[i], rows_of[i]);
    PERFORM ensure_trigger('data_lineage', format('roll_up_%s', kinds[i]), format(
      'CREATE TRIGGER roll_up_%1$s AFTER %1$s ON data_lineage REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION roll_up_links_%1$s()', kinds[i], tables[i]));
  END LOOP;
END
$triggers$;
