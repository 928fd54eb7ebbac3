-- Claims Idempotency-Keys and returns those that were free. Waits while another transaction holds one of them. An
-- expired key is free again. Keys are claimed in one order, so that transactions do not deadlock; pass each key once.
CREATE OR REPLACE FUNCTION claim_keys(
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
