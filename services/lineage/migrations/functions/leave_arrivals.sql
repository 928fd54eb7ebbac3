-- Removes people who have changed from their rows of arrivals, also from claimed rows. Locks rows in the order in which
-- claims lock them. IS TRUE lets the planner use a hash table of these people.
CREATE OR REPLACE FUNCTION leave_arrivals(p_company bigint[], p_individual bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(
    SELECT a.id FROM match_arrivals a
    WHERE a.company_id = ANY (p_company) AND EXISTS (SELECT FROM unnest(a.individual_ids) AS o(i)
      WHERE ((a.company_id, i) IN (SELECT * FROM unnest(p_company, p_individual))) IS TRUE)
    ORDER BY a.id FOR UPDATE);
BEGIN
  UPDATE match_arrivals a SET individual_ids = ARRAY(
    SELECT i FROM unnest(a.individual_ids) AS o(i)
    WHERE (a.company_id, i) NOT IN (SELECT * FROM unnest(p_company, p_individual)))
  WHERE a.id = ANY (ids);
  DELETE FROM match_arrivals a WHERE a.id = ANY (ids) AND a.individual_ids = '{}';
END
$$;
