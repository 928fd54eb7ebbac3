-- Locks the given arrivals that are still held by the claim named with each, to the end of the transaction, and returns
-- their people.
CREATE OR REPLACE FUNCTION hold_arrivals(p_id bigint[], p_claim timestamptz[])
RETURNS TABLE (company_id bigint, individual_id bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT h.company_id, i.individual_id
  FROM (SELECT a.company_id, a.individual_ids FROM match_arrivals a
    WHERE (a.id, a.claimed_until) IN (SELECT * FROM unnest(p_id, p_claim)) ORDER BY a.id FOR UPDATE) AS h
  CROSS JOIN unnest(h.individual_ids) AS i(individual_id);
END
$$;
