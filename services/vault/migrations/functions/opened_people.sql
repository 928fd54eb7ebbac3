-- The people of company "one" with the status of their fields for a purpose, for reveal_people and reveal_many: the
-- planner inlines this function into their statements. base: the bytes of p_bases between the end of the person before
-- and its own. person, big-endian: master key 16, quality 2, completeness 2, record version 8, type mask 4, created 8,
-- updated 8, data-key version 4 (0 = no key, then its other columns are missing), field-key version 4, wrap 60,
-- commitment 32; then per field id 8, type 2, version 4, status 2, consent 4, created 8, retention 8 (or zero), length
-- 4, ciphertext. Times as PostgreSQL sends them (microseconds since 2000). status: 0 covered, 1 purpose not covered, 2
-- withdrawn, 3 expired, 4 retention over. One packed value is faster than a column per value on both sides.
CREATE OR REPLACE FUNCTION opened_people(
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
  -- The person's consents once: the entries that name the purpose, and the purpose's withdrawals.
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(c.shown) FILTER (WHERE w.wants_detail) AS consents,
      array_agg(c.seq) FILTER (WHERE c.covers) AS given, array_agg(c.type_mask) FILTER (WHERE c.covers) AS given_types,
      array_agg(c.given_at) FILTER (WHERE c.covers) AS given_at, array_agg(c.is_dated) FILTER (WHERE c.covers) AS dated,
      array_agg(c.has_expired) FILTER (WHERE c.covers) AS expired,
      array_agg(c.seq) FILTER (WHERE c.ends) AS ended, array_agg(c.type_mask) FILTER (WHERE c.ends) AS ended_types,
      array_agg(c.given_at) FILTER (WHERE c.ends) AS ended_at,
      -- The one entry that covers the purpose for every type, with nothing that limits it: what nearly everybody has.
      CASE WHEN count(*) FILTER (WHERE c.covers) = 1 AND count(*) FILTER (WHERE c.ends) = 0
        THEN min(c.seq) FILTER (WHERE c.covers AND c.type_mask = 0 AND NOT c.has_expired) END AS sole
    FROM (
      SELECT c.seq, c.given_at, c.type_mask, c.is_withdrawal AND c.purpose = w.purpose AS ends,
        NOT c.is_withdrawal AND (c.purpose = w.purpose OR w.purpose = ANY (c.also_for)) AS covers,
        c.is_dated, coalesce(c.expires_at <= now(), false) AS has_expired,
        CASE WHEN w.wants_detail THEN jsonb_build_object('seq', c.seq, 'purpose', c.purpose, 'alsoFor', c.also_for, 'date', c.given_at,
          'isDated', c.is_dated, 'noticeVersion', c.notice_version, 'language', c.language, 'channel', c.channel,
          'expiresAt', c.expires_at, 'isWithdrawal', c.is_withdrawal, 'typeMask', c.type_mask, 'recordedAt', c.recorded_at) END AS shown
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
          WHEN f.consent_seq > 0 AND f.consent_seq <= h.sole THEN 0
          ELSE consent_status(f.field_type, f.consent_seq, h.given, h.given_types, h.given_at, h.dated, h.expired,
            h.ended, h.ended_types, h.ended_at)
        END AS status
      FROM pii_fields f
      WHERE f.company_id = one AND f.individual_id = w.individual AND f.state = 1 AND w.types & (1 << f.field_type) <> 0
      ORDER BY f.field_type
      OFFSET 0 -- so that status is computed once
    ) g
  ) f
  WHERE w.company = one
$$;
