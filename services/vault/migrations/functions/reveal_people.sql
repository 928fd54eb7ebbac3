-- Reads people for a reveal (fields that the purpose's live consent covers) or a masked view, and writes the audit
-- entries of exactly that in the same transaction. p_wanted holds records of wanted_person (0018_wanted_people.sql);
-- p_entries: encoded audit entries of the actor and the purpose; p_refusals: names of the statuses above 0; p_constant:
-- mask of types whose mask does not depend on the value. One row per person found; item is its position from 1.
CREATE OR REPLACE FUNCTION reveal_people(
  p_wanted jsonb, p_entries bytea[], p_refusals text[], p_constant integer
) RETURNS TABLE (
  item integer, master_key uuid, quality smallint, completeness smallint, record_version bigint, type_mask integer,
  created_at timestamptz, updated_at timestamptz, key_version integer, field_key_version integer, wrapped bytea, commitment bytea,
  fields bytea, consents jsonb
)
LANGUAGE plpgsql
-- As in write_people: lookups by key only.
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  wanted wanted_person[] := ARRAY(SELECT w FROM jsonb_populate_recordset(NULL::wanted_person, p_wanted) AS w);
  one bigint;
  scope text := current_setting('app.companies', true);
BEGIN
  FOR one IN SELECT DISTINCT w.company_id FROM unnest(wanted) AS w ORDER BY w.company_id LOOP
    PERFORM set_config('app.companies', '{' || one || '}', true);
    RETURN QUERY
    WITH people AS MATERIALIZED (
      SELECT * FROM opened_people(one, wanted)
    ), entered AS (
      INSERT INTO outbox (topic, key, company_id, payload, facts)
      SELECT 'vault.audit', 'audit', one, p_entries[p.entry],
        json_build_object('action', e.action, 'decision', e.decision, 'ticket', e.ticket, 'individualId', p.id,
          'types', e.types, 'reason', CASE WHEN e.decision = 'refused' THEN p_refusals[p.refusal] END)
      FROM people p CROSS JOIN LATERAL (VALUES
        ('field_view', 'allowed', 'view', CASE WHEN p.is_view THEN coalesce(p.covered, 0) END),
        ('field_decrypt', 'allowed', 'reveal', CASE WHEN NOT p.is_view THEN p.covered END),
        ('field_decrypt', 'refused', 'none', p.refused),
        -- If the purpose covers nothing, nothing is shown, not even a mask.
        ('field_view', 'allowed', 'view',
          CASE WHEN p.wants_detail AND NOT p.is_view AND p.covered <> 0 THEN nullif(p.refused & ~p_constant, 0) END)
      ) AS e(action, decision, ticket, types)
      WHERE e.types IS NOT NULL
    )
    SELECT p.n, p.master_key, p.quality, p.completeness, p.record_version, p.type_mask, p.created_at, p.updated_at,
      p.key_version, p.field_key_version, p.wrapped, p.commitment, p.fields, p.consents
    FROM people p;
  END LOOP;
  PERFORM set_config('app.companies', coalesce(scope, ''), true);
END
$$;
