-- Number of people of a company that wait, up to p_limit: changed records after p_after and arrivals after p_arrival.
CREATE OR REPLACE FUNCTION count_waiting(p_company bigint, p_after bigint, p_arrival bigint, p_limit integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  arrived integer := (SELECT coalesce(sum(cardinality(a.individual_ids)), 0) FROM match_arrivals a
    WHERE a.company_id = p_company AND a.id > p_arrival);
BEGIN
  RETURN least(p_limit, arrived + count_changed(p_company, p_after, greatest(p_limit - arrived, 0)));
END
$$;
