-- Takes Idempotency-Keys in one order, so that no two transactions wait for each other; waits while another transaction
-- has one of them. An expired key is free again. Each key once. Answers those that were free.
CREATE FUNCTION claim_keys(
  p_company bigint[], p_principal text[], p_route text[], p_key text[], p_hmac bytea[], p_status integer[], p_ids text[]
) RETURNS TABLE (company_id bigint, principal text, route text, key text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO idempotency AS known (company_id, principal, route, key, request_hmac, status, ids)
  SELECT c.company_id, c.principal, c.route, c.key, c.request_hmac, c.status, c.ids::jsonb
  FROM unnest(p_company, p_principal, p_route, p_key, p_hmac, p_status, p_ids)
    AS c (company_id, principal, route, key, request_hmac, status, ids)
  ORDER BY c.company_id, c.principal, c.route, c.key
  ON CONFLICT (company_id, principal, route, key) DO UPDATE
    SET request_hmac = excluded.request_hmac, status = excluded.status, ids = excluded.ids, created_at = now()
    WHERE known.created_at < now() - interval '24 hours'
  RETURNING known.company_id, known.principal, known.route, known.key;
END
$$;

-- Ends the statement that it stands in: nothing of it has happened.
CREATE FUNCTION take_back() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'taken back' USING ERRCODE = 'PV001';
END
$$;

-- For a statement that is a transaction of its own and does what all of these keys stand for: takes them under the scope of
-- their companies, or takes the statement back where one of them is not free.
CREATE FUNCTION claim_all_keys(
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
