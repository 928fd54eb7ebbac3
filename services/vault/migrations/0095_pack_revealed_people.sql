-- reveal_people with a person in one packed value, so that neither side takes fourteen columns apart; consents are read
-- once, for the answer and to learn whether there is a withdrawal; a company's scope is set without a statement. What it decides
-- and enters is as in 0003. p_companies: the companies of p_company, each once. One row per person found; item is the
-- 1-based position. person, big-endian: master key 16, quality 2, completeness 2, record version 8, type mask 4, created 8,
-- updated 8, data-key version 4 (0 = no key, and nothing of it follows), field-key version 4, wrap 60, commitment 32; then
-- per field id 8, type 2, version 4, status 2, consent 4, created 8, retention 8 (or zero), length 4, ciphertext; times as
-- PostgreSQL sends them (microseconds since 2000).
DROP FUNCTION reveal_people(
  bigint[], bigint[], text[], integer[], boolean[], boolean[], integer[], bytea, integer, bytea, bytea, bytea[]);

CREATE FUNCTION reveal_people(
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
      SELECT w.n::integer AS n, w.is_view, w.wants_detail, h.consents, f.covered, f.shown_count, f.refused, f.refusal, f.masked, f.masked_count,
        substring(p_bases FROM coalesce(p_end[w.n - 1], 0) + 1 FOR w.last - coalesce(p_end[w.n - 1], 0)) AS base,
        uuid_send(i.master_key) || int2send(i.quality) || int2send(i.completeness) || int8send(i.record_version) || int4send(i.type_mask)
          || timestamptz_send(i.created_at) || timestamptz_send(i.updated_at)
          || coalesce(int4send(k.version) || int4send(k.field_key_version) || k.wrapped || k.commitment, '\x00000000'::bytea)
          || coalesce(f.packed, ''::bytea) AS person
      FROM unnest(p_company, p_individual, p_purpose, p_types, p_is_view, p_wants_detail, p_end)
        WITH ORDINALITY AS w(company, individual, purpose, types, is_view, wants_detail, last, n)
      -- OFFSET 0: one lookup by key per person, whatever the planner thinks of the tables' sizes.
      CROSS JOIN LATERAL (
        SELECT * FROM individuals p
        WHERE p.company_id = one AND p.id = w.individual AND p.sealed_at IS NULL OFFSET 0) i
      LEFT JOIN LATERAL (
        SELECT * FROM data_keys d
        WHERE d.company_id = one AND d.individual_id = w.individual AND d.version = i.data_key_version OFFSET 0) k ON true
      CROSS JOIN LATERAL (
        SELECT bool_or(c."isWithdrawal") AS is_withdrawn, jsonb_agg(c) FILTER (WHERE w.wants_detail) AS consents FROM (
          SELECT c.seq, c.purpose, c.also_for AS "alsoFor", c.given_at AS date, c.notice_version AS "noticeVersion", c.language,
            c.channel, c.expires_at AS "expiresAt", c.is_withdrawal AS "isWithdrawal", c.type_mask AS "typeMask",
            c.recorded_at AS "recordedAt"
          FROM consents c WHERE c.company_id = one AND c.individual_id = w.individual ORDER BY c.seq) c) h
      CROSS JOIN LATERAL (
        SELECT
          string_agg(g.packed || int2send(g.status::smallint) || g.rest, ''::bytea) AS packed,
          string_agg(g.tag, ''::bytea) FILTER (WHERE g.status = 0) AS covered,
          count(*) FILTER (WHERE p_constant & (1 << g.field_type) = 0) AS shown_count,
          string_agg(g.tag, ''::bytea) FILTER (WHERE g.status > 0) AS refused,
          min(g.status) FILTER (WHERE g.status > 0) AS refusal,
          string_agg(g.tag, ''::bytea) FILTER (WHERE g.status > 0 AND p_constant & (1 << g.field_type) = 0) AS masked,
          count(*) FILTER (WHERE g.status > 0 AND p_constant & (1 << g.field_type) = 0) AS masked_count
        FROM (
          SELECT f.field_type, field_name_tag(f.field_type) AS tag,
            int8send(f.id) || int2send(f.field_type) || int4send(f.version) AS packed,
            int4send(f.consent_seq) || timestamptz_send(f.created_at)
              || coalesce(timestamptz_send(f.retention_expiry), '\x0000000000000000'::bytea)
              || int4send(octet_length(f.ciphertext)) || f.ciphertext AS rest,
            CASE
              WHEN w.is_view THEN 0
              WHEN f.retention_expiry <= now() THEN 4
              WHEN (w.purpose = c.purpose OR w.purpose = ANY (c.also_for)) IS NOT TRUE THEN 1
              WHEN h.is_withdrawn AND EXISTS (SELECT FROM consents d WHERE d.company_id = one AND d.individual_id = w.individual AND d.is_withdrawal
                AND d.seq > c.seq AND d.purpose = w.purpose AND (d.type_mask = 0 OR d.type_mask & (1 << f.field_type) <> 0)) THEN 2
              WHEN c.expires_at <= now() THEN 3
              ELSE 0
            END AS status
          FROM pii_fields f
          LEFT JOIN LATERAL (
            SELECT d.seq, d.purpose, d.also_for, d.expires_at FROM consents d
            WHERE d.company_id = one AND d.individual_id = w.individual AND d.seq = f.consent_seq AND NOT d.is_withdrawal OFFSET 0) c ON true
          WHERE f.company_id = one AND f.individual_id = w.individual AND f.state = 1 AND w.types & (1 << f.field_type) <> 0
          ORDER BY f.field_type
          OFFSET 0 -- so that status is computed once
        ) g
      ) f
      WHERE w.company = one
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
