-- Claims work for 30 seconds of the company that waits longest and is not in p_resting: up to p_limit changed records,
-- so that an import of the company does not delay them, or else arrivals of at least p_limit people if there are as
-- many. If other workers hold everything of a company, takes the next company.
CREATE OR REPLACE FUNCTION claim_next(p_limit integer, p_resting bigint[])
RETURNS TABLE ("companyId" bigint, arrival bigint, "individualIds" bigint[], version bigint, claim text)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  longest bigint;
  resting bigint[] := p_resting;
BEGIN
  LOOP
    SELECT w.company_id INTO longest FROM (
      (SELECT q.company_id, q.claimed_until, q.queued_at FROM match_queue q
       WHERE q.claimed_until < now() AND q.company_id <> ALL (resting) ORDER BY q.claimed_until, q.queued_at LIMIT 1)
      UNION ALL
      (SELECT a.company_id, a.claimed_until, a.queued_at FROM match_arrivals a
       WHERE a.claimed_until < now() AND a.company_id <> ALL (resting) ORDER BY a.claimed_until, a.queued_at LIMIT 1)
    ) AS w ORDER BY w.claimed_until, w.queued_at LIMIT 1;
    IF NOT FOUND THEN RETURN; END IF;
    RETURN QUERY SELECT c."companyId", NULL::bigint, ARRAY[c."individualId"], c.version, c.claim
    FROM claim_waiting(p_limit, resting, longest, 0) c;
    IF FOUND THEN RETURN; END IF;
    RETURN QUERY SELECT longest, c.id, c."individualIds", 1::bigint, c.claim FROM claim_arrivals(p_limit, longest) c;
    IF FOUND THEN RETURN; END IF;
    resting := resting || longest;
  END LOOP;
END
$$;
