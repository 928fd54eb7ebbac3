-- The people of a reveal are read by one function, opened_people, which the planner takes as part of the statements that
-- name it. Their consents are read once, and not once per field; several people revealed at once share an entry.

-- Whether one of a purpose's withdrawals (their numbers, and their types as masks, 0 = all) came after a consent was given.
CREATE FUNCTION withdrawn_after(ended integer[], types integer[], given integer, type smallint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  FOR n IN 1 .. cardinality(ended) LOOP
    IF ended[n] > given AND (types[n] = 0 OR types[n] & (1 << type) <> 0) THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END
$$;

-- The people of company "one" with what is covered of their fields. person is as in 0095; base is what stands in p_bases
-- between the person's end and that of the one before.
CREATE FUNCTION opened_people(
  one bigint, p_company bigint[], p_individual bigint[], p_purpose text[], p_types integer[], p_is_view boolean[],
  p_wants_detail boolean[], p_end integer[], p_bases bytea, p_constant integer
) RETURNS TABLE (
  n integer, is_view boolean, wants_detail boolean, consents jsonb, covered bytea, shown_count bigint, refused bytea, refusal integer,
  masked bytea, masked_count bigint, base bytea, person bytea
)
LANGUAGE sql STABLE AS $$
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
  -- The person's consents once: those that cover the purpose, of them those that have expired, and the purpose's withdrawals.
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(c.told) FILTER (WHERE w.wants_detail) AS consents,
      array_agg(c.seq) FILTER (WHERE c.covers) AS covering, array_agg(c.seq) FILTER (WHERE c.covers AND c.expires_at <= now()) AS expired,
      array_agg(c.seq) FILTER (WHERE c.ends) AS ended, array_agg(c.type_mask) FILTER (WHERE c.ends) AS ended_types
    FROM (
      SELECT c.seq, c.expires_at, c.type_mask, c.is_withdrawal AND c.purpose = w.purpose AS ends,
        NOT c.is_withdrawal AND (c.purpose = w.purpose OR w.purpose = ANY (c.also_for)) AS covers,
        CASE WHEN w.wants_detail THEN jsonb_build_object('seq', c.seq, 'purpose', c.purpose, 'alsoFor', c.also_for, 'date', c.given_at,
          'noticeVersion', c.notice_version, 'language', c.language, 'channel', c.channel, 'expiresAt', c.expires_at,
          'isWithdrawal', c.is_withdrawal, 'typeMask', c.type_mask, 'recordedAt', c.recorded_at) END AS told
      FROM consents c WHERE c.company_id = one AND c.individual_id = w.individual ORDER BY c.seq OFFSET 0) c) h
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
          WHEN (f.consent_seq = ANY (h.covering)) IS NOT TRUE THEN 1
          WHEN h.ended IS NOT NULL AND withdrawn_after(h.ended, h.ended_types, f.consent_seq, f.field_type) THEN 2
          WHEN f.consent_seq = ANY (h.expired) THEN 3
          ELSE 0
        END AS status
      FROM pii_fields f
      WHERE f.company_id = one AND f.individual_id = w.individual AND f.state = 1 AND w.types & (1 << f.field_type) <> 0
      ORDER BY f.field_type
      OFFSET 0 -- so that status is computed once
    ) g
  ) f
  WHERE w.company = one
$$;

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

-- Reveals many people of one company for one purpose. Those of whom the same fields are shown, or refused for the same
-- reason, share an entry that names each of them. p_base: the entry without people; p_ids: a varint per person, ending at p_end.
CREATE FUNCTION reveal_many(
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
    -- AuditEntry.individual_id (7) of one person, individual_ids (18) of several.
    SELECT 'vault.audit', 'audit', p_company, p_base || e.ending
      || CASE count(*) WHEN 1 THEN '\x38'::bytea || string_agg(p.base, ''::bytea) ELSE string_agg('\x9001'::bytea || p.base, ''::bytea ORDER BY p.n) END
    FROM people p CROSS JOIN LATERAL (VALUES (p_reveal_ending || p.covered), (p_refused_endings[p.refusal] || p.refused)) AS e(ending)
    WHERE e.ending IS NOT NULL
    GROUP BY e.ending
  )
  SELECT p.n, p.person, p.consents FROM people p;
  present := set_config('app.companies', coalesce(scope, ''), true);
END
$$;
