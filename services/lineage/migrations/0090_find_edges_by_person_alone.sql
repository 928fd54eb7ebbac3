-- Edges of a person are looked up by the number alone, with which an index begins: before the first ANALYZE any index that
-- begins with the company looked as good, and for each person every edge of the company was read.
CREATE OR REPLACE FUNCTION seen_as(company bigint, individual bigint) RETURNS text[] LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT array_agg(DISTINCT coalesce(agreement_id, 0) || ':' || other || CASE
      WHEN relationship_type = 'same_individual' AND verification_status <> 'rejected' THEN ':same' ELSE '' END)
  FROM (
    SELECT company_id, agreement_id, hi_company_id AS other, relationship_type, verification_status, is_hidden
    FROM (SELECT company_id, agreement_id, lo_company_id, hi_company_id, relationship_type, verification_status, is_hidden
      FROM data_lineage WHERE lo_individual_id = individual OFFSET 0) AS e
    WHERE e.lo_company_id = company
    UNION ALL
    SELECT company_id, agreement_id, lo_company_id, relationship_type, verification_status, is_hidden
    FROM (SELECT company_id, agreement_id, lo_company_id, hi_company_id, relationship_type, verification_status, is_hidden
      FROM data_lineage WHERE hi_individual_id = individual OFFSET 0) AS e
    WHERE e.hi_company_id = company) AS e
  WHERE company_id = company AND NOT is_hidden;
END;

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
