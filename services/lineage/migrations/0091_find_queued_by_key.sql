-- A queue is analysed when it is empty, mostly, and then the planner takes it for one row, whatever waits: each claim compared
-- all that waited with each row it had picked, and matching stood still behind the next batch of thousands. So rows are looked
-- up by key, one after the other, and locked; the next statement, which sees whatever was committed until then, finds them by
-- where they lie. Without a sequential scan there is no other way to do either.

-- Claims up to p_limit waiting records, lowest individual first, for 30 seconds: of the company that waits longest, or of
-- p_company those beyond p_after, so that what was taken off the queue a moment ago is not passed over again as long as
-- somebody's snapshot keeps it.
CREATE FUNCTION claim_waiting(p_limit integer, p_resting bigint[], p_company bigint, p_after bigint)
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

-- As processes of the version before ask for it, until they are restarted.
CREATE OR REPLACE FUNCTION claim_waiting(p_limit integer, p_resting bigint[])
RETURNS TABLE ("companyId" bigint, "individualId" bigint, version bigint, claim text)
LANGUAGE sql AS 'SELECT * FROM claim_waiting(p_limit, p_resting, NULL, 0)';

-- Where those of these records lie that are still held by the claim named with each, and their places in the arrays; they
-- are locked to the end of the transaction. IS NOT DISTINCT FROM keeps the look-up to the key: all of a claim lie together in
-- the index by its end.
CREATE FUNCTION hold_claims(p_company bigint[], p_individual bigint[], p_claim timestamptz[])
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

-- Takes matched records off the queue; one that has a newer version meanwhile may be claimed again at once.
CREATE FUNCTION finish_claims(p_company bigint[], p_individual bigint[], p_version bigint[], p_claim timestamptz[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  places tid[];
  versions bigint[];
BEGIN
  SELECT array_agg(h.place), array_agg(p_version[h.at]) INTO places, versions
  FROM hold_claims(p_company, p_individual, p_claim) AS h;
  DELETE FROM match_queue q USING unnest(places, versions) AS h(place, version)
  WHERE q.ctid = h.place AND q.version <= h.version;
  UPDATE match_queue q SET claimed_until = '-infinity' WHERE q.ctid = ANY (places);
END
$$;

-- Gives claimed records back as they were, where the claim still stands.
CREATE FUNCTION release_claims(p_company bigint[], p_individual bigint[], p_claim timestamptz[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  places tid[] := ARRAY(SELECT h.place FROM hold_claims(p_company, p_individual, p_claim) AS h);
BEGIN
  UPDATE match_queue q SET claimed_until = '-infinity' WHERE q.ctid = ANY (places);
END
$$;

-- How many records of a company wait behind one, up to p_limit.
CREATE FUNCTION count_waiting(p_company bigint, p_after bigint, p_limit integer) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (SELECT FROM match_queue q
    WHERE q.company_id = p_company AND q.individual_id > p_after ORDER BY q.company_id, q.individual_id LIMIT p_limit) w);
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
