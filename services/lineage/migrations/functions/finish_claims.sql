-- Deletes matched records from the queue. A record with a newer version may be claimed again at once.
CREATE OR REPLACE FUNCTION finish_claims(p_company bigint[], p_individual bigint[], p_version bigint[], p_claim timestamptz[])
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
