-- Sums over people, kept by triggers, so that a figure reads a few rows and never all people. A statement that writes
-- people appends one row per company to people_changes: no counter that all writers would wait for. A job folds those
-- rows into people_totals and people_days; who reads adds what is not folded yet.
-- q0 … q9: people by tenth of quality (q9 = 90 to 100). t1 … t10: active fields by type code.
CREATE TABLE people_changes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  completeness_sum bigint NOT NULL,
  quality_sum bigint NOT NULL,
  q0 integer NOT NULL, q1 integer NOT NULL, q2 integer NOT NULL, q3 integer NOT NULL, q4 integer NOT NULL,
  q5 integer NOT NULL, q6 integer NOT NULL, q7 integer NOT NULL, q8 integer NOT NULL, q9 integer NOT NULL,
  t1 integer NOT NULL, t2 integer NOT NULL, t3 integer NOT NULL, t4 integer NOT NULL, t5 integer NOT NULL,
  t6 integer NOT NULL, t7 integer NOT NULL, t8 integer NOT NULL, t9 integer NOT NULL, t10 integer NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE people_totals (
  company_id bigint PRIMARY KEY,
  individuals bigint NOT NULL,
  completeness_sum bigint NOT NULL,
  quality_sum bigint NOT NULL,
  q0 bigint NOT NULL, q1 bigint NOT NULL, q2 bigint NOT NULL, q3 bigint NOT NULL, q4 bigint NOT NULL,
  q5 bigint NOT NULL, q6 bigint NOT NULL, q7 bigint NOT NULL, q8 bigint NOT NULL, q9 bigint NOT NULL,
  t1 bigint NOT NULL, t2 bigint NOT NULL, t3 bigint NOT NULL, t4 bigint NOT NULL, t5 bigint NOT NULL,
  t6 bigint NOT NULL, t7 bigint NOT NULL, t8 bigint NOT NULL, t9 bigint NOT NULL, t10 bigint NOT NULL
);

-- Days are UTC. added: people created; removed: people sealed by an erasure.
CREATE TABLE people_days (
  company_id bigint NOT NULL,
  day date NOT NULL,
  added bigint NOT NULL,
  removed bigint NOT NULL,
  PRIMARY KEY (company_id, day)
);

DO $security$
DECLARE
  tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['people_changes', 'people_totals', 'people_days'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tab);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tab);
    EXECUTE format('CREATE POLICY tenant ON %I TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]))', tab);
    EXECUTE format('CREATE POLICY all_companies ON %I TO vault_all USING (true)', tab);
    EXECUTE format('CREATE POLICY system ON %I TO vault_system USING (true)', tab);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM vault_app, vault_all', tab);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO vault_system', tab);
  END LOOP;
END
$security$;
GRANT INSERT ON people_changes TO vault_app;

-- People who are not sealed count; a row as it was counts against one as it is. A change of nothing that counts adds no row.
DO $triggers$
DECLARE
  kinds constant text[] := ARRAY['insert', 'update', 'delete'];
  rows_of constant text[] := ARRAY[
    'SELECT 1 AS sign, come.* FROM come',
    'SELECT -1 AS sign, gone.* FROM gone UNION ALL SELECT 1, come.* FROM come',
    'SELECT -1 AS sign, gone.* FROM gone'];
  tables constant text[] := ARRAY['NEW TABLE AS come', 'OLD TABLE AS gone NEW TABLE AS come', 'OLD TABLE AS gone'];
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
      'CREATE FUNCTION roll_up_people_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN
         INSERT INTO %2$I.people_changes (company_id, day, added, removed, completeness_sum, quality_sum, %3$s)
         SELECT company_id, (now() AT TIME ZONE ''UTC'')::date, greatest(net, 0), greatest(-net, 0), c, q, %3$s
         FROM (%4$s FROM (%5$s) AS p WHERE sealed_at IS NULL GROUP BY company_id) AS s
         WHERE (net, c, q, %3$s) IS DISTINCT FROM (0, 0, 0%6$s);
         RETURN NULL;
       END $body$',
      kinds[i], current_schema(), counted, sums, rows_of[i], repeat(', 0', 20));
    EXECUTE format('CREATE TRIGGER roll_up_%1$s AFTER %1$s ON individuals REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION roll_up_people_%1$s()', kinds[i], tables[i]);
  END LOOP;
END
$triggers$;

-- Who was there before: the owner of the table passes its policies for this one statement.
ALTER TABLE individuals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE people_totals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE people_days NO FORCE ROW LEVEL SECURITY;
DO $before$
DECLARE
  counts text := (SELECT string_agg(format('count(*) FILTER (WHERE least(quality / 10, 9) = %s)', n), ', ') FROM generate_series(0, 9) AS n)
    || (SELECT string_agg(format(', count(*) FILTER (WHERE type_mask & %s <> 0)', 1 << n), '') FROM generate_series(1, 10) AS n);
BEGIN
  EXECUTE format('INSERT INTO people_totals SELECT company_id, count(*), sum(completeness), sum(quality), %s
    FROM individuals WHERE sealed_at IS NULL GROUP BY company_id', counts);
END
$before$;
INSERT INTO people_days (company_id, day, added, removed)
SELECT company_id, day, sum(added), sum(removed) FROM (
  SELECT company_id, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS added, 0 AS removed FROM individuals
  UNION ALL
  SELECT company_id, (sealed_at AT TIME ZONE 'UTC')::date, 0, 1 FROM individuals WHERE sealed_at IS NOT NULL) AS d
GROUP BY company_id, day;
ALTER TABLE individuals FORCE ROW LEVEL SECURITY;
ALTER TABLE people_totals FORCE ROW LEVEL SECURITY;
ALTER TABLE people_days FORCE ROW LEVEL SECURITY;
