-- For each individual the other companies that same_individual edges reach, under agreements in force and between
-- open companies. It sets its own scope, the caller's readable companies, so that one round trip is enough: a page
-- of people and every profile asks it. Row-level security holds as in any other read.
CREATE FUNCTION reached_companies(
  p_readable bigint[], p_agreements bigint[], p_open bigint[], p_company bigint[], p_individual bigint[]
) RETURNS TABLE (company_id bigint, individual_id bigint, company_ids bigint[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.companies', p_readable::text, true);
  RETURN QUERY
  SELECT i.company, i.individual, array_agg(DISTINCT r.other ORDER BY r.other)
  FROM unnest(p_company, p_individual) AS i(company, individual)
  CROSS JOIN LATERAL (
    SELECT e.hi_company_id AS other FROM data_lineage e
    WHERE e.company_id = i.company AND e.lo_company_id = i.company AND e.lo_individual_id = i.individual
      AND e.relationship_type = 'same_individual' AND e.verification_status <> 'rejected'
      AND e.agreement_id = ANY (p_agreements) AND e.hi_company_id = ANY (p_open)
    UNION ALL
    SELECT e.lo_company_id FROM data_lineage e
    WHERE e.company_id = i.company AND e.hi_company_id = i.company AND e.hi_individual_id = i.individual
      AND e.relationship_type = 'same_individual' AND e.verification_status <> 'rejected'
      AND e.agreement_id = ANY (p_agreements) AND e.lo_company_id = ANY (p_open)
  ) r
  GROUP BY 1, 2;
END
$$;
