-- Number of changed records of a company after p_after that wait, up to p_limit.
CREATE OR REPLACE FUNCTION count_changed(p_company bigint, p_after bigint, p_limit integer) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (SELECT FROM match_queue q
    WHERE q.company_id = p_company AND q.individual_id > p_after ORDER BY q.company_id, q.individual_id LIMIT p_limit) w);
END
$$;
