-- For each individual the other companies that same_individual edges reach, under agreements in force and between open
-- companies. Sets its scope to the caller's readable companies, so that one round trip suffices; row-level security
-- holds as in any other read. Edges are looked up as in seen_as, by a plan that is kept.
CREATE OR REPLACE FUNCTION reached_companies(
  p_readable bigint[], p_agreements bigint[], p_open bigint[], p_company bigint[], p_individual bigint[]
) RETURNS TABLE (company_id bigint, individual_id bigint, company_ids bigint[])
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.companies', p_readable::text, true);
  RETURN QUERY
  SELECT i.company, i.individual, array_agg(DISTINCT r.other ORDER BY r.other)
  FROM unnest(p_company, p_individual) AS i(company, individual)
  CROSS JOIN LATERAL (
    SELECT e.company_id, e.agreement_id, e.relationship_type, e.verification_status, e.hi_company_id AS other
    FROM (SELECT * FROM data_lineage l WHERE l.lo_individual_id = i.individual OFFSET 0) e
    WHERE e.lo_company_id = i.company
    UNION ALL
    SELECT e.company_id, e.agreement_id, e.relationship_type, e.verification_status, e.lo_company_id
    FROM (SELECT * FROM data_lineage l WHERE l.hi_individual_id = i.individual OFFSET 0) e
    WHERE e.hi_company_id = i.company
  ) r
  WHERE r.company_id = i.company AND r.relationship_type = 'same_individual' AND r.verification_status <> 'rejected'
    AND r.agreement_id = ANY (p_agreements) AND r.other = ANY (p_open)
  GROUP BY 1, 2;
END
$$;
