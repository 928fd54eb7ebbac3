-- Reveals many people of one company for one purpose, with an audit entry for each person: a reader of the entry of one
-- person (its report, a proof of the trail) does not see which other people were requested. p_base: the entry without
-- its person; p_ids: a varint per person, ending at p_end.
CREATE OR REPLACE FUNCTION reveal_many(
  p_company bigint, p_individual bigint[], p_purpose text, p_types integer, p_base bytea, p_end integer[], p_ids bytea,
  p_reveal_ending bytea, p_refused_endings bytea[]
) RETURNS TABLE (item integer, person bytea, consents jsonb)
LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  scope text := current_setting('app.companies', true);
  size integer[] := ARRAY[cardinality(p_individual)];
  present text;
BEGIN
  present := set_config('app.companies', '{' || p_company || '}', true);
  RETURN QUERY
  WITH people AS MATERIALIZED (
    SELECT * FROM opened_people(p_company, array_fill(p_company, size), p_individual, array_fill(p_purpose, size), array_fill(p_types, size),
      array_fill(false, size), array_fill(false, size), p_end, p_ids, 0)
  ), entered AS (
    INSERT INTO outbox (topic, key, company_id, payload)
    -- AuditEntry.individual_id (7).
    SELECT 'vault.audit', 'audit', p_company, p_base || '\x38'::bytea || p.base || e.ending
    FROM people p CROSS JOIN LATERAL (VALUES (p_reveal_ending || p.covered), (p_refused_endings[p.refusal] || p.refused)) AS e(ending)
    WHERE e.ending IS NOT NULL
  )
  SELECT p.n, p.person, p.consents FROM people p;
  present := set_config('app.companies', coalesce(scope, ''), true);
END
$$;
