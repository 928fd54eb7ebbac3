-- Claims waiting arrivals of a company for 30 seconds, in their order, until they have p_limit people or more. Row by
-- row, because a cursor would fetch, and lock, more rows than are claimed.
CREATE OR REPLACE FUNCTION claim_arrivals(p_limit integer, p_company bigint)
RETURNS TABLE (id bigint, "individualIds" bigint[], claim text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  one record;
  ids bigint[] := '{}';
  people integer := 0;
BEGIN
  WHILE people < p_limit LOOP
    SELECT a.id, cardinality(a.individual_ids) AS people INTO one FROM match_arrivals a
    WHERE a.company_id = p_company AND a.claimed_until < now() AND a.id > coalesce(ids[cardinality(ids)], 0)
    ORDER BY a.id LIMIT 1 FOR UPDATE SKIP LOCKED;
    EXIT WHEN NOT FOUND;
    ids := ids || one.id;
    people := people + one.people;
  END LOOP;
  RETURN QUERY
  UPDATE match_arrivals a SET claimed_until = now() + interval '30 seconds' WHERE a.id = ANY (ids)
  RETURNING a.id, a.individual_ids, a.claimed_until::text;
END
$$;
