-- reveal_people as in 0003, with less to look up: withdrawals are looked for only where the person has one, the given
-- consents of a person are read once and not once per field, and a consent becomes JSON as a row.
CREATE OR REPLACE FUNCTION reveal_people(
  p_company bigint[], p_individual bigint[], p_purpose text[], p_types integer[], p_is_view boolean[],
  p_wants_detail boolean[], p_end integer[], p_bases bytea, p_constant integer,
  p_reveal_ending bytea, p_view_ending bytea, p_refused_endings bytea[]
) RETURNS TABLE (
  item integer, master_key uuid, quality integer, completeness integer, record_version bigint, type_mask integer,
  created_at timestamptz, updated_at timestamptz, data_key_version integer, field_key_version integer,
  wrapped bytea, commitment bytea, fields bytea, consents jsonb
)
LANGUAGE plpgsql
-- As in write_people: lookups by key only.
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  one bigint;
  scope text := current_setting('app.companies', true);
BEGIN
  FOR one IN SELECT DISTINCT c FROM unnest(p_company) AS c ORDER BY c LOOP
    PERFORM set_config('app.companies', '{' || one || '}', true);
    RETURN QUERY
    WITH people AS MATERIALIZED (
      SELECT w.n::integer AS n, w.is_view, w.wants_detail, i.master_key, i.quality::integer, i.completeness::integer,
        i.record_version, i.type_mask, i.created_at, i.updated_at, k.version AS data_key_version, k.field_key_version,
        k.wrapped, k.commitment, f.packed, f.covered, f.shown, f.shown_count, f.refused, f.refusal, f.masked, f.masked_count,
        substring(p_bases FROM coalesce(p_end[w.n - 1], 0) + 1 FOR w.last - coalesce(p_end[w.n - 1], 0)) AS base,
        CASE WHEN w.wants_detail THEN (
          SELECT jsonb_agg(c) FROM (
            SELECT c.seq, c.purpose, c.also_for AS "alsoFor", c.given_at AS date, c.notice_version AS "noticeVersion", c.language,
              c.channel, c.expires_at AS "expiresAt", c.is_withdrawal AS "isWithdrawal", c.type_mask AS "typeMask",
              c.recorded_at AS "recordedAt"
            FROM consents c WHERE c.company_id = one AND c.individual_id = i.id ORDER BY c.seq) c) END AS consents
      FROM unnest(p_company, p_individual, p_purpose, p_types, p_is_view, p_wants_detail, p_end)
        WITH ORDINALITY AS w(company, individual, purpose, types, is_view, wants_detail, last, n)
      -- OFFSET 0: one lookup by key per person, whatever the planner thinks of the tables' sizes.
      CROSS JOIN LATERAL (
        SELECT p.*, EXISTS (SELECT FROM consents d WHERE d.company_id = one AND d.individual_id = p.id AND d.is_withdrawal) AS is_withdrawn
        FROM individuals p WHERE p.company_id = one AND p.id = w.individual AND p.sealed_at IS NULL OFFSET 0) i
      LEFT JOIN LATERAL (
        SELECT * FROM data_keys d
        WHERE d.company_id = one AND d.individual_id = i.id AND d.version = i.data_key_version OFFSET 0) k ON true
      LEFT JOIN LATERAL (
        SELECT
          string_agg(int8send(g.id) || int2send(g.field_type) || int4send(g.version) || int2send(g.status::smallint)
            || int4send(g.consent_seq) || timestamptz_send(g.created_at)
            || coalesce(timestamptz_send(g.retention_expiry), '\x0000000000000000'::bytea)
            || int4send(octet_length(g.ciphertext)) || g.ciphertext, ''::bytea ORDER BY g.field_type) AS packed,
          string_agg(g.tag, ''::bytea) FILTER (WHERE g.status = 0) AS covered,
          string_agg(g.tag, ''::bytea) AS shown,
          count(*) FILTER (WHERE p_constant & (1 << g.field_type) = 0) AS shown_count,
          string_agg(g.tag, ''::bytea) FILTER (WHERE g.status > 0) AS refused,
          min(g.status) FILTER (WHERE g.status > 0) AS refusal,
          string_agg(g.tag, ''::bytea) FILTER (WHERE g.status > 0 AND p_constant & (1 << g.field_type) = 0) AS masked,
          count(*) FILTER (WHERE g.status > 0 AND p_constant & (1 << g.field_type) = 0) AS masked_count
        FROM (
          SELECT f.id, f.field_type, f.version, f.consent_seq, f.created_at, f.retention_expiry, f.ciphertext,
            field_name_tag(f.field_type) AS tag,
            CASE
              WHEN w.is_view THEN 0
              WHEN f.retention_expiry <= now() THEN 4
              WHEN (w.purpose = c.purpose OR w.purpose = ANY (c.also_for)) IS NOT TRUE THEN 1
              WHEN i.is_withdrawn AND EXISTS (SELECT FROM consents d WHERE d.company_id = one AND d.individual_id = i.id AND d.is_withdrawal
                AND d.seq > c.seq AND d.purpose = w.purpose AND (d.type_mask = 0 OR d.type_mask & (1 << f.field_type) <> 0)) THEN 2
              WHEN c.expires_at <= now() THEN 3
              ELSE 0
            END AS status
          FROM pii_fields f
          LEFT JOIN (SELECT d.seq, d.purpose, d.also_for, d.expires_at FROM consents d
            WHERE d.company_id = one AND d.individual_id = i.id AND NOT d.is_withdrawal OFFSET 0) c ON c.seq = f.consent_seq
          WHERE f.company_id = one AND f.individual_id = i.id AND f.state = 1 AND w.types & (1 << f.field_type) <> 0
          OFFSET 0 -- so that status is computed once
        ) g
      ) f ON true
      WHERE w.company = one
    ), entered AS (
      INSERT INTO outbox (topic, key, company_id, payload)
      SELECT 'vault.audit', 'audit', one, p.base || e.ending
      FROM people p CROSS JOIN LATERAL (VALUES
        (1, NOT p.is_view AND p.covered IS NOT NULL, p_reveal_ending || p.covered),
        (2, p.is_view, p_view_ending || values_count(p.shown_count) || coalesce(p.shown, ''::bytea)),
        (3, NOT p.is_view AND p.refused IS NOT NULL, p_refused_endings[p.refusal] || p.refused),
        (4, NOT p.is_view AND p.wants_detail AND p.covered IS NOT NULL AND p.masked IS NOT NULL,
          p_view_ending || values_count(p.masked_count) || p.masked)
      ) AS e(place, is_due, ending)
      WHERE e.is_due
      ORDER BY p.n, e.place
    )
    SELECT p.n, p.master_key, p.quality, p.completeness, p.record_version, p.type_mask, p.created_at, p.updated_at,
      p.data_key_version, p.field_key_version, p.wrapped, p.commitment, p.packed, p.consents
    FROM people p;
  END LOOP;
  PERFORM set_config('app.companies', coalesce(scope, ''), true);
END
$$;
