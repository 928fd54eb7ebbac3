-- Puts tables under row-level security by company_id: requests see rows of the transaction's companies, a super_admin
-- and background work see every row.
CREATE OR REPLACE FUNCTION isolate_by_company(VARIADIC tables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t text;
BEGIN
  PERFORM enable_row_security(VARIADIC tables);
  FOREACH t IN ARRAY tables LOOP
    EXECUTE format('CREATE POLICY tenant ON %I TO %I USING (company_id = ANY ((SELECT app.companies())::bigint[]))',
      t, current_schema() || '_app');
    EXECUTE format('CREATE POLICY all_companies ON %I TO %I USING (true)', t, current_schema() || '_all');
  END LOOP;
END
$$;
