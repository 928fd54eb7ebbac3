-- Reads people for a reveal (p_is_view false: fields that the purpose's live consent covers) or a masked view, and
-- writes the audit entries of exactly that in the same transaction. One row per person found; item is its 1-based
-- position. p_companies: the companies of p_company, each once. p_types: mask of wanted field types. p_wants_detail:
-- returns the consents too, and fields without consent are decrypted for their mask, which is entered as a view.
-- p_constant: mask of types whose mask does not depend on the value. An audit entry is base || ending || field names:
-- concatenated protobuf messages merge (protobuf.dev, "Encoding"), so no second round trip is needed to complete the
-- row.
CREATE OR REPLACE FUNCTION reveal_people(
  p_companies bigint[], p_company bigint[], p_individual bigint[], p_purpose text[], p_types integer[], p_is_view boolean[],
  p_wants_detail boolean[], p_end integer[], p_bases bytea, p_constant integer,
  p_reveal_ending bytea, p_view_ending bytea, p_refused_endings bytea[]
) RETURNS TABLE (item integer, person bytea, consents jsonb)
LANGUAGE plpgsql
-- As in write_people: lookups by key only.
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  one bigint;
  scope text := current_setting('app.companies', true);
  present text;
BEGIN
  FOREACH one IN ARRAY p_companies LOOP
    present := set_config('app.companies', '{' || one || '}', true);
    RETURN QUERY
    WITH people AS MATERIALIZED (
      SELECT * FROM opened_people(one, p_company, p_individual, p_purpose, p_types, p_is_view, p_wants_detail, p_end, p_bases, p_constant)
    ), entered AS (
      INSERT INTO outbox (topic, key, company_id, payload)
      SELECT 'vault.audit', 'audit', one, p.base || e.ending
      FROM people p CROSS JOIN LATERAL (VALUES
        (CASE WHEN p.is_view THEN p_view_ending || values_count(p.shown_count) || coalesce(p.covered, ''::bytea) ELSE p_reveal_ending || p.covered END),
        (p_refused_endings[p.refusal] || p.refused),
        (CASE WHEN p.wants_detail AND NOT p.is_view AND p.covered IS NOT NULL THEN p_view_ending || values_count(p.masked_count) || p.masked END)
      ) AS e(ending)
      WHERE e.ending IS NOT NULL
    )
    SELECT p.n, p.person, p.consents FROM people p;
  END LOOP;
  present := set_config('app.companies', coalesce(scope, ''), true);
END
$$;
