-- Puts tables under row-level security, also for their owner. Background work sees every row; requests see none, unless
-- further policies allow it.
CREATE OR REPLACE FUNCTION enable_row_security(VARIADIC tables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO %I USING (true)', t, current_schema() || '_system');
  END LOOP;
END
$$;
