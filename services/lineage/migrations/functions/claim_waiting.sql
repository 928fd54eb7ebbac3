-- Claims up to p_limit waiting records, lowest individual first, for 30 seconds: of the company that waits longest, or
-- of p_company those after p_after. The caller continues after the last one, so that deleted rows that an old snapshot
-- keeps are not read again. The queue is usually empty when it is analysed, so the planner expects one row and would
-- join every claimed row with the whole queue. Therefore rows are found by key and locked, then updated by their ctid,
-- and other plans are switched off.
CREATE OR REPLACE FUNCTION claim_waiting(p_limit integer, p_resting bigint[], p_company bigint, p_after bigint)
RETURNS TABLE ("companyId" bigint, "individualId" bigint, version bigint, claim text)
LANGUAGE plpgsql
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  places tid[];
BEGIN
  places := ARRAY(
    SELECT q.ctid FROM match_queue q
    WHERE q.claimed_until < now() AND q.individual_id > p_after AND q.company_id <> ALL (p_resting)
      AND q.company_id = coalesce(p_company, (
        SELECT w.company_id FROM match_queue w WHERE w.claimed_until < now() AND w.company_id <> ALL (p_resting)
        ORDER BY w.claimed_until, w.queued_at LIMIT 1))
    ORDER BY q.company_id, q.individual_id LIMIT p_limit FOR UPDATE OF q SKIP LOCKED);
  RETURN QUERY
  UPDATE match_queue q SET claimed_until = now() + interval '30 seconds'
  FROM unnest(places) AS p(place) WHERE q.ctid = p.place
  RETURNING q.company_id, q.individual_id, q.version, q.claimed_until::text;
END
$$;
