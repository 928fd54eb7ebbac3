-- Reserves tables for background work: requests have no privilege on them.
CREATE OR REPLACE FUNCTION reserve_for_system(VARIADIC tables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t text;
BEGIN
  PERFORM enable_row_security(VARIADIC tables);
  FOREACH t IN ARRAY tables LOOP
    EXECUTE format('REVOKE ALL ON %I FROM %I, %I', t, current_schema() || '_app', current_schema() || '_all');
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', t, current_schema() || '_system');
  END LOOP;
END
$$;
