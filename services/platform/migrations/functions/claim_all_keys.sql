-- For a statement in autocommit that executes all calls of these keys: claims them in the scope of their companies, or
-- fails the statement (take_back) where a key is not free.
CREATE OR REPLACE FUNCTION claim_all_keys(
  p_company bigint[], p_principal text[], p_route text[], p_key text[], p_hmac bytea[], p_status integer[], p_ids text[]
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  scope text := current_setting('app.companies', true);
  free bigint;
BEGIN
  PERFORM set_config('app.companies', p_company::text, true);
  SELECT count(*) INTO free FROM claim_keys(p_company, p_principal, p_route, p_key, p_hmac, p_status, p_ids);
  IF free <> cardinality(p_key) THEN PERFORM take_back(); END IF;
  PERFORM set_config('app.companies', coalesce(scope, ''), true);
  RETURN true;
END
$$;
