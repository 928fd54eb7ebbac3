-- The people of company "one" among those wanted, with the status of their fields for the purpose: the planner inlines
-- this function into its callers' statements. n: position from 1. covered and refused: types as masks, NULL without
-- any; refusal: the lowest status among the refused. A field's status: 0 covered, or a view; 1 purpose not covered, 2
-- withdrawn, 3 expired, 4 retention over. fields, big-endian, per field: id 8, type 2, version 4, status 2, consent 4,
-- created 8, retention 8 (or zero), length 4, ciphertext. Times as PostgreSQL sends them (microseconds since 2000).
-- Decision 0098 has the price of other forms.
CREATE OR REPLACE FUNCTION opened_people(one bigint, wanted wanted_person[]) RETURNS TABLE (
  n integer, id bigint, is_view boolean, wants_detail boolean, entry integer, consents jsonb,
  covered integer, refused integer, refusal integer,
  master_key uuid, quality smallint, completeness smallint, record_version bigint, type_mask integer,
  created_at timestamptz, updated_at timestamptz,
  key_version integer, field_key_version integer, wrapped bytea, commitment bytea, fields bytea
)
LANGUAGE sql STABLE AS $$
  SELECT w.n::integer AS n, w.id, w.purpose IS NULL AS is_view, w.wants_detail, w.entry, h.consents,
    f.covered, f.refused, f.refusal,
    i.master_key, i.quality, i.completeness, i.record_version, i.type_mask, i.created_at, i.updated_at,
    coalesce(k.version, 0) AS key_version, k.field_key_version, k.wrapped, k.commitment,
    f.fields
  FROM unnest(wanted) WITH ORDINALITY AS w(company_id, id, purpose, types, wants_detail, entry, n)
  -- OFFSET 0: one lookup by key per person, whatever the planner thinks of the tables' sizes.
  CROSS JOIN LATERAL (
    SELECT * FROM individuals p WHERE p.company_id = one AND p.id = w.id AND p.sealed_at IS NULL OFFSET 0) i
  LEFT JOIN LATERAL (
    SELECT * FROM data_keys d
    WHERE d.company_id = one AND d.individual_id = w.id AND d.version = i.data_key_version OFFSET 0) k ON true
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
        CASE WHEN w.wants_detail THEN jsonb_build_object('seq', c.seq, 'purpose', c.purpose, 'alsoFor', c.also_for,
          'date', c.given_at, 'isDated', c.is_dated, 'noticeVersion', c.notice_version, 'language', c.language,
          'channel', c.channel, 'expiresAt', c.expires_at, 'isWithdrawal', c.is_withdrawal, 'typeMask', c.type_mask,
          'recordedAt', c.recorded_at) END AS shown
      FROM consents c WHERE c.company_id = one AND c.individual_id = w.id ORDER BY c.seq OFFSET 0) c) h
  CROSS JOIN LATERAL (
    SELECT
      string_agg(g.packed || int2send(g.status::smallint) || g.rest, ''::bytea) AS fields,
      bit_or(1 << g.field_type) FILTER (WHERE g.status = 0) AS covered,
      bit_or(1 << g.field_type) FILTER (WHERE g.status > 0) AS refused,
      min(g.status) FILTER (WHERE g.status > 0) AS refusal
    FROM (
      SELECT f.field_type, int8send(f.id) || int2send(f.field_type) || int4send(f.version) AS packed,
        int4send(f.consent_seq) || timestamptz_send(f.created_at)
          || coalesce(timestamptz_send(f.retention_expiry), '\x0000000000000000'::bytea)
          || int4send(octet_length(f.ciphertext)) || f.ciphertext AS rest,
        CASE
          WHEN w.purpose IS NULL THEN 0
          WHEN f.retention_expiry <= now() THEN 4
          WHEN f.consent_seq > 0 AND f.consent_seq <= h.sole THEN 0
          ELSE consent_status(f.field_type, f.consent_seq, h.given, h.given_types, h.given_at, h.dated, h.expired,
            h.ended, h.ended_types, h.ended_at)
        END AS status
      FROM pii_fields f
      WHERE f.company_id = one AND f.individual_id = w.id AND f.state = 1 AND w.types & (1 << f.field_type) <> 0
      ORDER BY f.field_type
      OFFSET 0 -- so that status is computed once
    ) g
  ) f
  WHERE w.company_id = one
$$;
