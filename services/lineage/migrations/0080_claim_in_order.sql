-- Claims up to p_limit waiting records of the company that waits longest and is not p_resting, lowest individual first, for 30
-- seconds. In the order of the indexes: a queue is mostly empty, so by its statistics it costs least to read and sort all that
-- wait, and behind batches of thousands each claim did.
CREATE FUNCTION claim_waiting(p_limit integer, p_resting bigint[])
RETURNS TABLE ("companyId" bigint, "individualId" bigint, version bigint, claim text)
LANGUAGE plpgsql
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH picked AS (
    SELECT q.company_id, q.individual_id FROM match_queue q
    WHERE q.claimed_until < now() AND q.company_id = (
      SELECT w.company_id FROM match_queue w WHERE w.claimed_until < now() AND w.company_id <> ALL (p_resting)
      ORDER BY w.claimed_until, w.queued_at LIMIT 1)
    ORDER BY q.company_id, q.individual_id LIMIT p_limit FOR UPDATE OF q SKIP LOCKED
  )
  UPDATE match_queue q SET claimed_until = now() + interval '30 seconds'
  FROM picked p WHERE q.company_id = p.company_id AND q.individual_id = p.individual_id
  RETURNING q.company_id, q.individual_id, q.version, q.claimed_until::text;
END
$$;
