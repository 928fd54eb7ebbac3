-- Appends what a statement changed of the people that are not sealed to people_changes: a row before the change counts
-- against the row after it, and a change that affects no figure adds no row. One function and trigger each for INSERT,
-- UPDATE and DELETE, as their transition tables differ.
DO $triggers$
DECLARE
  kinds constant text[] := ARRAY['insert', 'update', 'delete'];
  rows_of constant text[] := ARRAY[
    'SELECT 1 AS sign, inserted.* FROM inserted',
    'SELECT -1 AS sign, deleted.* FROM deleted UNION ALL SELECT 1, inserted.* FROM inserted',
    'SELECT -1 AS sign, deleted.* FROM deleted'];
  tables constant text[] := ARRAY['NEW TABLE AS inserted', 'OLD TABLE AS deleted NEW TABLE AS inserted', 'OLD TABLE AS deleted'];
  counted text := (SELECT string_agg(format('q%s', n), ', ' ORDER BY n) FROM generate_series(0, 9) AS n)
    || (SELECT string_agg(format(', t%s', n), '' ORDER BY n) FROM generate_series(1, 10) AS n);
  counts text := (SELECT string_agg(
      format('coalesce(sum(sign) FILTER (WHERE least(quality / 10, 9) = %1$s), 0) AS q%1$s', n), ', ') FROM generate_series(0, 9) AS n)
    || (SELECT string_agg(
      format(', coalesce(sum(sign) FILTER (WHERE type_mask & %s <> 0), 0) AS t%s', 1 << n, n), '') FROM generate_series(1, 10) AS n);
  sums text := format('SELECT company_id, sum(sign) AS net, sum(sign * completeness) AS c, sum(sign * quality) AS q, %s', counts);
BEGIN
  FOR i IN 1 .. 3 LOOP
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION roll_up_people_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN
         INSERT INTO vault.people_changes (company_id, day, added, removed, completeness_sum, quality_sum, %2$s)
         SELECT company_id, vault.company_day(company_id, now()), greatest(net, 0), greatest(-net, 0), c, q, %2$s
         FROM (%3$s FROM (%4$s) AS p WHERE sealed_at IS NULL GROUP BY company_id) AS s
         WHERE (net, c, q, %2$s) IS DISTINCT FROM (0, 0, 0%5$s);
         RETURN NULL;
       END $body$',
      kinds[i], counted, sums, rows_of[i], repeat(', 0', 20));
    PERFORM ensure_trigger('individuals', format('roll_up_%s', kinds[i]), format(
      'CREATE TRIGGER roll_up_%1$s AFTER %1$s ON individuals REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION roll_up_people_%1$s()', kinds[i], tables[i]));
  END LOOP;
END
$triggers$;
