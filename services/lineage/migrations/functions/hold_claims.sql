-- Locks the given records that are still held by the claim named with each, to the end of the transaction, and returns
-- their ctid and their place in the arrays. IS NOT DISTINCT FROM keeps the planner off the index by claimed_until,
-- where all records of a claim have one value.
CREATE OR REPLACE FUNCTION hold_claims(p_company bigint[], p_individual bigint[], p_claim timestamptz[])
RETURNS TABLE (company_id bigint, individual_id bigint, place tid, at bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT q.company_id, q.individual_id, q.place, c.at
  FROM (SELECT * FROM unnest(p_company, p_individual, p_claim) WITH ORDINALITY AS u(company_id, individual_id, claim, at)
    ORDER BY u.individual_id) AS c
  CROSS JOIN LATERAL (SELECT m.company_id, m.individual_id, m.ctid AS place FROM match_queue m
    WHERE m.company_id = c.company_id AND m.individual_id = c.individual_id
      AND m.claimed_until IS NOT DISTINCT FROM c.claim FOR UPDATE) AS q;
END
$$;
