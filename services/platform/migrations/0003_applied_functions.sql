-- Sets of functions/*.sql that were applied to this schema, so that an earlier version does not restore its own
-- (src/postgres/functions.ts).
CREATE TABLE applied_functions (
  folder text NOT NULL,
  hash text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (folder, hash)
);

DO $grants$
DECLARE
  svc text := current_schema();
BEGIN
  EXECUTE format('REVOKE ALL ON applied_functions FROM %I, %I', svc || '_app', svc || '_all');
  EXECUTE format('GRANT SELECT ON applied_functions TO %I', svc || '_app');
END
$grants$;
