-- The ways in which a company sees edges of one of its people (0002_link_counts.sql); null if it sees none. Edges are
-- looked up by the individual alone (OFFSET 0): before the first ANALYZE an index that begins with the company looks as
-- good and would read every edge of the company per person.
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
