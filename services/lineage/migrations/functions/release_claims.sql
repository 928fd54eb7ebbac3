-- Releases records whose claim still holds.
CREATE OR REPLACE FUNCTION release_claims(p_company bigint[], p_individual bigint[], p_claim timestamptz[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  places tid[] := ARRAY(SELECT h.place FROM hold_claims(p_company, p_individual, p_claim) AS h);
BEGIN
  UPDATE match_queue q SET claimed_until = '-infinity' WHERE q.ctid = ANY (places);
END
$$;
