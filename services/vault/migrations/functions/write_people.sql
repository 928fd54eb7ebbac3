-- Writes people with all their fields in one statement per table. Arrays of one length share a prefix: p_ person, c_
-- consent (shared by people of one request), f_ field, h_ blind-index handle, o_ outbox. f_person, h_person, o_person
-- and p_consent are 1-based positions; o_person 0 belongs to the whole call. p_consent_types: types of a person's
-- consent (0 = every type); c_dated: its date was stated; f_consent: first consent that covers a field. Bytes are
-- packed: p_keys 92 per person (wrap 60, commitment 32), f_macs and h_handles 16 each, f_bytes and o_bytes cut at f_end
-- and o_end. Each company's rows are written under its own row-level security context. With p_is_new false the caller
-- holds the lock on the individuals row, and p_version is its version plus one. Returns the people that were left out
-- because another person holds their external id. Unless p_may_return says that this is a new relationship, a person
-- with the external id of an erased person is left out too; holder is then the erased person's id, negative.
CREATE OR REPLACE FUNCTION write_people(
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
