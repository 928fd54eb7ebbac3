-- Who holds these Aadhaar and PAN numbers, phones and e-mails already: people of the company (withdrew: with at least
-- one withdrawal), and erased people, as negative ids. h_ arrays describe handles; n is the position from 1. A handle
-- gives at most 50 people of each kind: what more people share identifies none of them. Each company's rows are read
-- under its own row-level security context.
CREATE OR REPLACE FUNCTION known_holders(
  h_company bigint[], h_type integer[], h_key_version integer[], h_handle bytea[]
) RETURNS TABLE (n integer, holder bigint, withdrew boolean)
LANGUAGE plpgsql
-- As in write_people: lookups by key, whatever the statistics say.
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  one bigint;
  scope text := current_setting('app.companies', true);
BEGIN
  FOR one IN SELECT DISTINCT c FROM unnest(h_company) AS c ORDER BY c LOOP
    PERFORM set_config('app.companies', '{' || one || '}', true);
    RETURN QUERY
    SELECT h.i::integer, s.individual_id,
      s.individual_id > 0 AND EXISTS (
        SELECT FROM consents c WHERE c.company_id = one AND c.individual_id = s.individual_id AND c.is_withdrawal)
    FROM unnest(h_company, h_type, h_key_version, h_handle) WITH ORDINALITY AS h(company, type, key_version, handle, i)
    CROSS JOIN LATERAL (
      (SELECT x.individual_id FROM search_index x
       WHERE x.company_id = one AND x.field_type = h.type AND x.key_version = h.key_version AND x.handle = h.handle
       LIMIT 50)
      UNION ALL
      (SELECT -e.individual_id FROM erased_identifiers e
       WHERE e.company_id = one AND e.field_type = h.type AND e.key_version = h.key_version AND e.handle = h.handle
       LIMIT 50)
      OFFSET 0) s
    WHERE h.company = one;
  END LOOP;
  PERFORM set_config('app.companies', coalesce(scope, ''), true);
END
$$;
