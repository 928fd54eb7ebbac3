-- Consent is per person, field and purpose. A field names in consent_seq the first entry that covers it, and every later
-- entry that is about its type covers it as well: a further purpose adds. type_mask limits a given entry to types, as it
-- does a withdrawal; is_dated says that its date was stated by the caller, so that it can end an earlier withdrawal.
ALTER TABLE consents ADD COLUMN is_dated boolean NOT NULL DEFAULT false;

-- Whether a purpose covers a field whose first entry is "since": 0 yes, 1 no entry names it, 2 withdrawn, 3 expired.
-- g_ describes the entries that name the purpose and w_ its withdrawals, both by seq; g_dated tells whether the date was
-- stated. Of the entries that no withdrawal ends the one with the latest date decides. The same rule:
-- src/consents/coverage.ts.
CREATE FUNCTION consent_status(
  type smallint, since integer, g_seq integer[], g_types integer[], g_given timestamptz[], g_dated boolean[], g_expired boolean[],
  w_seq integer[], w_types integer[], w_at timestamptz[]
) RETURNS integer
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  status integer := 1;
  latest timestamptz;
  given integer := coalesce(cardinality(g_seq), 0);
BEGIN
  IF since = 0 THEN RETURN status; END IF;
  <<entries>>
  FOR g IN 1 .. given LOOP
    CONTINUE WHEN g_seq[g] < since OR (g_types[g] <> 0 AND g_types[g] & (1 << type) = 0);
    IF status = 1 THEN status := 2; END IF;
    FOR w IN 1 .. coalesce(cardinality(w_seq), 0) LOOP
      CONTINUE WHEN w_types[w] <> 0 AND w_types[w] & (1 << type) = 0;
      CONTINUE entries WHEN w_seq[w] > g_seq[g];
      CONTINUE WHEN g_dated[g] AND g_given[g] > w_at[w];
      -- The person consented again in between.
      CONTINUE WHEN EXISTS (
        SELECT FROM generate_series(1, g - 1) AS r
        WHERE g_seq[r] > w_seq[w] AND g_dated[r] AND g_given[r] > w_at[w] AND (g_types[r] = 0 OR g_types[r] & (1 << type) <> 0));
      CONTINUE entries;
    END LOOP;
    CONTINUE WHEN latest > g_given[g];
    latest := g_given[g];
    status := CASE WHEN g_expired[g] THEN 3 ELSE 0 END;
  END LOOP;
  RETURN status;
END
$$;

-- The people of company "one" with what is covered of their fields. person is as in 0095; base is what stands in p_bases
-- between the person's end and that of the one before.
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

-- External ids of erased people, as handles under the company's index key: they tell that somebody comes again, and nothing
-- else. They stay as long as the erasure and its certificate, which is as long as the company.
CREATE TABLE erased_external_ids (
  company_id bigint NOT NULL,
  key_version integer NOT NULL,
  handle bytea NOT NULL CHECK (octet_length(handle) = 16),
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, key_version, handle, individual_id),
  FOREIGN KEY (company_id, individual_id) REFERENCES erasures
);
ALTER TABLE erased_external_ids ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_external_ids FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON erased_external_ids TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON erased_external_ids TO vault_all USING (true);
CREATE POLICY system ON erased_external_ids TO vault_system USING (true);
REVOKE UPDATE, DELETE ON erased_external_ids FROM vault_app, vault_all;
REVOKE INSERT ON erased_external_ids FROM vault_all;

DROP FUNCTION withdrawn_after(integer[], integer[], integer, smallint);
DROP FUNCTION write_people(
  bigint[], bigint[], uuid[], boolean[], bigint[], integer[], integer[], integer[], integer[], bytea, integer[], integer[],
  text[], text[], timestamptz[], text[], text[], text[], timestamptz[],
  integer[], integer[], bigint[], integer[], integer[], bytea, bytea, timestamptz[],
  integer[], integer[], integer[], integer, bytea, integer[], text[], text[], integer[], bytea
);
-- As in 0002, with p_consent_types, c_dated and f_consent: the types of a person's entry (0 = every type), whether its date
-- was stated, and the first entry that covers a field. A person is left out, too, when its external id is that of an erased
-- one, unless p_may_return says that this is a new relationship: the holder is then the erased person's id, negative.
CREATE FUNCTION write_people(
  p_company bigint[], p_individual bigint[], p_master uuid[], p_is_new boolean[], p_version bigint[],
  p_quality integer[], p_completeness integer[], p_mask integer[],
  p_field_key_version integer[], p_keys bytea, p_consent_seq integer[], p_consent integer[],
  c_purpose text[], c_also text[], c_given timestamptz[], c_notice text[], c_language text[],
  c_channel text[], c_expires timestamptz[],
  f_person integer[], f_type integer[], f_id bigint[], f_version integer[], f_end integer[],
  f_bytes bytea, f_macs bytea, f_retention timestamptz[],
  h_person integer[], h_type integer[], h_key_version integer[], h_normaliser integer, h_handles bytea,
  o_person integer[], o_topic text[], o_key text[], o_end integer[], o_bytes bytea,
  p_consent_types integer[], c_dated boolean[], f_consent integer[], p_may_return boolean[]
) RETURNS TABLE (person integer, holder bigint)
LANGUAGE plpgsql
-- Every join looks up a few rows by key; without statistics the planner might read a whole company instead.
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  one bigint;
  scope text := current_setting('app.companies', true);
  taken integer[] := '{}';
  touched bigint;
BEGIN
  FOR one IN SELECT DISTINCT c FROM unnest(p_company) AS c ORDER BY c LOOP
    PERFORM set_config('app.companies', '{' || one || '}', true);

    FOR person, holder IN
      SELECT h.person, s.individual_id
      FROM unnest(h_person, h_type, h_key_version) WITH ORDINALITY AS h(person, type, key_version, i)
      -- OFFSET 0 keeps the lookup per handle: inside it the handle is a parameter, which may be an index condition
      -- under row-level security, while substring (not leakproof) in a join may not.
      CROSS JOIN LATERAL (
        SELECT x.individual_id FROM search_index x
        WHERE x.company_id = one AND x.field_type = 10 AND x.key_version = h.key_version
          AND x.handle = substring(h_handles FROM (h.i::integer - 1) * 16 + 1 FOR 16)
        UNION ALL
        (SELECT -e.individual_id FROM erased_external_ids e
         WHERE NOT p_may_return[h.person] AND e.company_id = one AND e.key_version = h.key_version
           AND e.handle = substring(h_handles FROM (h.i::integer - 1) * 16 + 1 FOR 16)
         LIMIT 1)
        OFFSET 0) s
      WHERE h.type = 10 AND p_company[h.person] = one AND s.individual_id <> p_individual[h.person]
    LOOP
      taken := taken || person;
      RETURN NEXT;
    END LOOP;

    IF false = ANY (p_is_new) THEN
      UPDATE individuals i
      SET record_version = p.version, quality = p.quality, completeness = p.completeness, type_mask = p.mask,
        data_key_version = greatest(i.data_key_version, 1), updated_at = now()
      FROM unnest(p_company, p_individual, p_is_new, p_version, p_quality, p_completeness, p_mask)
        WITH ORDINALITY AS p(company, individual, is_new, version, quality, completeness, mask, n)
      WHERE i.company_id = one AND p.company = one AND i.id = p.individual AND NOT p.is_new
        AND i.record_version = p.version - 1 AND i.sealed_at IS NULL AND p.n <> ALL (taken);
      GET DIAGNOSTICS touched = ROW_COUNT;
      IF touched <> (SELECT count(*) FROM unnest(p_company, p_is_new) WITH ORDINALITY AS p(company, is_new, n)
                     WHERE p.company = one AND NOT p.is_new AND p.n <> ALL (taken)) THEN
        RAISE EXCEPTION 'a person changed meanwhile' USING ERRCODE = '40001';
      END IF;
      UPDATE pii_fields f SET state = 2, ended_at = now()
      FROM unnest(f_person, f_type) AS n(person, type)
      WHERE f.company_id = one AND p_company[n.person] = one AND NOT p_is_new[n.person]
        AND f.individual_id = p_individual[n.person] AND f.field_type = n.type AND f.state = 1
        AND n.person <> ALL (taken);
      DELETE FROM search_index s
      USING unnest(f_person, f_type) AS n(person, type)
      WHERE s.company_id = one AND p_company[n.person] = one AND NOT p_is_new[n.person]
        AND s.individual_id = p_individual[n.person] AND s.field_type = n.type AND n.person <> ALL (taken);
    END IF;

    INSERT INTO individuals (company_id, id, master_key, quality, completeness, type_mask, record_version, data_key_version)
    SELECT one, p.individual, p.master, p.quality, p.completeness, p.mask, p.version, 1
    FROM unnest(p_company, p_individual, p_master, p_is_new, p_version, p_quality, p_completeness, p_mask)
      WITH ORDINALITY AS p(company, individual, master, is_new, version, quality, completeness, mask, n)
    WHERE p.company = one AND p.is_new AND p.n <> ALL (taken);

    INSERT INTO data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
    SELECT one, p.individual, 1, p.field_key_version,
      substring(p_keys FROM (p.n::integer - 1) * 92 + 1 FOR 60), substring(p_keys FROM (p.n::integer - 1) * 92 + 61 FOR 32)
    FROM unnest(p_company, p_individual, p_field_key_version)
      WITH ORDINALITY AS p(company, individual, field_key_version, n)
    WHERE p.company = one AND p.field_key_version > 0 AND p.n <> ALL (taken);

    INSERT INTO consents (company_id, individual_id, seq, purpose, also_for, given_at, is_dated, notice_version, language, channel,
      expires_at, type_mask)
    SELECT one, p.individual, p.seq, c_purpose[p.consent], string_to_array(c_also[p.consent], ','), c_given[p.consent],
      c_dated[p.consent], c_notice[p.consent], c_language[p.consent], c_channel[p.consent], c_expires[p.consent], p.types
    FROM unnest(p_company, p_individual, p_consent_seq, p_consent, p_consent_types)
      WITH ORDINALITY AS p(company, individual, seq, consent, types, n)
    WHERE p.company = one AND p.seq > 0 AND p.n <> ALL (taken);

    INSERT INTO pii_fields (company_id, individual_id, field_type, version, id, consent_seq, value_mac, ciphertext, retention_expiry)
    SELECT one, p_individual[f.person], f.type, f.version, f.id, f.consent,
      substring(f_macs FROM (f.i::integer - 1) * 16 + 1 FOR 16),
      substring(f_bytes FROM coalesce(f_end[f.i - 1], 0) + 1 FOR f.last - coalesce(f_end[f.i - 1], 0)),
      f.retention
    FROM unnest(f_person, f_type, f_id, f_version, f_end, f_retention, f_consent)
      WITH ORDINALITY AS f(person, type, id, version, last, retention, consent, i)
    WHERE p_company[f.person] = one AND f.person <> ALL (taken);

    INSERT INTO search_index (company_id, field_type, key_version, handle, slot, individual_id, normaliser_version)
    SELECT one, h.type, h.key_version, substring(h_handles FROM (h.i::integer - 1) * 16 + 1 FOR 16),
      CASE WHEN h.type = 10 THEN 0 ELSE p_individual[h.person] END, p_individual[h.person], h_normaliser
    FROM unnest(h_person, h_type, h_key_version) WITH ORDINALITY AS h(person, type, key_version, i)
    WHERE p_company[h.person] = one AND h.person <> ALL (taken);
  END LOOP;

  INSERT INTO outbox (topic, key, company_id, payload)
  SELECT o.topic, o.key, coalesce(p_company[o.person], p_company[1]),
    substring(o_bytes FROM coalesce(o_end[o.i - 1], 0) + 1 FOR o.last - coalesce(o_end[o.i - 1], 0))
  FROM unnest(o_person, o_topic, o_key, o_end) WITH ORDINALITY AS o(person, topic, key, last, i)
  WHERE o.person <> ALL (taken)
  ORDER BY o.i;
  PERFORM set_config('app.companies', coalesce(scope, ''), true);
END
$$;
