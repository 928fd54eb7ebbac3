-- A queue is analysed when it is empty, mostly, and then the planner takes it for one row, whatever waits: each claim compared
-- all that waited with each row it had picked, and matching stood still behind the next batch of thousands. So rows are looked
-- up by key, one after the other, and then found by where they lie: without a sequential scan there is no other way.
-- A process that is not restarted yet claims nothing until it is.
DROP FUNCTION claim_waiting(integer, bigint[]);

-- Claims up to p_limit waiting records, lowest individual first, for 30 seconds: of the company that waits longest, or of
-- p_company those beyond p_after. What was taken off the queue a moment ago is not passed over again then, as long as
-- somebody's snapshot keeps it.
CREATE FUNCTION claim_waiting(p_limit integer, p_resting bigint[], p_company bigint, p_after bigint)
RETURNS TABLE ("companyId" bigint, "individualId" bigint, version bigint, claim text)
LANGUAGE plpgsql
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH picked AS (
    SELECT q.ctid AS place FROM match_queue q
    WHERE q.claimed_until < now() AND q.individual_id > p_after AND q.company_id <> ALL (p_resting)
      AND q.company_id = coalesce(p_company, (
        SELECT w.company_id FROM match_queue w WHERE w.claimed_until < now() AND w.company_id <> ALL (p_resting)
        ORDER BY w.claimed_until, w.queued_at LIMIT 1))
    ORDER BY q.company_id, q.individual_id LIMIT p_limit FOR UPDATE OF q SKIP LOCKED
  )
  UPDATE match_queue q SET claimed_until = now() + interval '30 seconds'
  FROM picked p WHERE q.ctid = p.place
  RETURNING q.company_id, q.individual_id, q.version, q.claimed_until::text;
END
$$;

-- Which of these records are still held by the claim that is named with each; they then are to the end of the transaction.
-- IS NOT DISTINCT FROM keeps the look-up to the key: all of a claim lie together in the index by its end.
CREATE FUNCTION hold_claims(p_company bigint[], p_individual bigint[], p_claim timestamptz[])
RETURNS TABLE (company_id bigint, individual_id bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT q.company_id, q.individual_id
  FROM (SELECT * FROM unnest(p_company, p_individual, p_claim) AS u(company_id, individual_id, claim)
    ORDER BY u.individual_id) AS c
  CROSS JOIN LATERAL (SELECT m.company_id, m.individual_id FROM match_queue m
    WHERE m.company_id = c.company_id AND m.individual_id = c.individual_id
      AND m.claimed_until IS NOT DISTINCT FROM c.claim FOR UPDATE) AS q;
END
$$;

-- Takes matched records off the queue; one that has a newer version meanwhile may be claimed again at once.
CREATE FUNCTION finish_claims(p_company bigint[], p_individual bigint[], p_version bigint[], p_claim timestamptz[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  WITH done AS MATERIALIZED (
    SELECT q.place, d.version, d.claim
    FROM unnest(p_company, p_individual, p_version, p_claim) AS d(company_id, individual_id, version, claim)
    CROSS JOIN LATERAL (SELECT m.ctid AS place FROM match_queue m
      WHERE m.company_id = d.company_id AND m.individual_id = d.individual_id OFFSET 0) AS q
  ), gone AS (
    DELETE FROM match_queue q USING done d
    WHERE q.ctid = d.place AND q.claimed_until IS NOT DISTINCT FROM d.claim AND q.version <= d.version
  )
  UPDATE match_queue q SET claimed_until = '-infinity' FROM done d
  WHERE q.ctid = d.place AND q.claimed_until IS NOT DISTINCT FROM d.claim AND q.version > d.version;
END
$$;

-- Gives claimed records back as they were, where the claim still stands.
CREATE FUNCTION release_claims(p_company bigint[], p_individual bigint[], p_claim timestamptz[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE match_queue q SET claimed_until = '-infinity'
  FROM unnest(p_company, p_individual, p_claim) AS c(company_id, individual_id, claim)
  CROSS JOIN LATERAL (SELECT m.ctid AS place FROM match_queue m
    WHERE m.company_id = c.company_id AND m.individual_id = c.individual_id OFFSET 0) AS l
  WHERE q.ctid = l.place AND q.claimed_until IS NOT DISTINCT FROM c.claim;
END
$$;

-- Takes records that are to be matched again, up to p_limit of them. Under the locks of the spaces' scopes.
CREATE FUNCTION take_again(p_spaces integer[], p_limit integer) RETURNS TABLE ("recordId" bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH first AS MATERIALIZED (
    SELECT a.ctid AS place FROM match_again a WHERE a.space_id = ANY (p_spaces)
    ORDER BY a.space_id, a.record_id LIMIT p_limit)
  DELETE FROM match_again a USING first f WHERE a.ctid = f.place RETURNING a.record_id;
END
$$;
