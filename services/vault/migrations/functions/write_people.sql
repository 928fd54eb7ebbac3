-- Writes people with all their fields in one statement per table. p_people holds records of written_person, p_events of
-- written_event (0017_written_people.sql), with bytes as '\x' and hex. Each company's rows are written under its own
-- row-level security context. Of a person that is not new, the caller holds the lock on the individuals row, and
-- version is its version plus one. Returns the people that were left out because another person holds their external
-- id, by their positions from 1. Unless may_return says that this is a new relationship, a person with the external id
-- of an erased person is left out too; holder is then the erased person's id, negative.
-- The former overload, which takes 41 arrays, stays in a database that has it: during a rolling upgrade, processes of
-- the release before call it.
CREATE OR REPLACE FUNCTION write_people(p_people jsonb, p_events jsonb, p_normaliser integer)
RETURNS TABLE (person integer, holder bigint)
LANGUAGE plpgsql
-- Every join looks up a few rows by key; without statistics the planner might read a whole company instead.
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  people written_person[] := ARRAY(SELECT p FROM jsonb_populate_recordset(NULL::written_person, p_people) AS p);
  -- Those of one company that are written.
  own written_person[];
  one bigint;
  scope text := current_setting('app.companies', true);
  taken integer[] := '{}';
  touched bigint;
BEGIN
  FOR one IN SELECT DISTINCT p.company_id FROM unnest(people) AS p ORDER BY p.company_id LOOP
    PERFORM set_config('app.companies', '{' || one || '}', true);

    FOR person, holder IN
      SELECT n, s.individual_id
      FROM generate_subscripts(people, 1) AS n, unnest(people[n].handles) AS h
      -- OFFSET 0 keeps the lookup per handle: inside it the handle is a parameter, which may be an index condition
      -- under row-level security.
      CROSS JOIN LATERAL (
        SELECT x.individual_id FROM search_index x
        WHERE x.company_id = one AND x.field_type = 10 AND x.key_version = h.key_version AND x.handle = h.handle
        UNION ALL
        (SELECT -e.individual_id FROM erased_external_ids e
         WHERE NOT people[n].may_return AND e.company_id = one AND e.key_version = h.key_version AND e.handle = h.handle
         LIMIT 1)
        OFFSET 0) s
      WHERE people[n].company_id = one AND h.type = 10 AND s.individual_id <> people[n].id
    LOOP
      taken := taken || person;
      RETURN NEXT;
    END LOOP;
    own := ARRAY(SELECT people[n] FROM generate_subscripts(people, 1) AS n
                 WHERE people[n].company_id = one AND n <> ALL (taken));

    IF EXISTS (SELECT FROM unnest(own) AS p WHERE NOT p.is_new) THEN
      UPDATE individuals i
      SET record_version = p.version, quality = p.quality, completeness = p.completeness, type_mask = p.type_mask,
        data_key_version = greatest(i.data_key_version, 1), updated_at = now()
      FROM unnest(own) AS p
      WHERE i.company_id = one AND i.id = p.id AND NOT p.is_new
        AND i.record_version = p.version - 1 AND i.sealed_at IS NULL;
      GET DIAGNOSTICS touched = ROW_COUNT;
      IF touched <> (SELECT count(*) FROM unnest(own) AS p WHERE NOT p.is_new) THEN
        RAISE EXCEPTION 'a person changed meanwhile' USING ERRCODE = '40001';
      END IF;
      UPDATE pii_fields f SET state = 2, ended_at = now()
      FROM unnest(own) AS p, unnest(p.fields) AS n
      WHERE f.company_id = one AND NOT p.is_new AND f.individual_id = p.id AND f.field_type = n.type AND f.state = 1;
      DELETE FROM search_index s
      USING unnest(own) AS p, unnest(p.fields) AS n
      WHERE s.company_id = one AND NOT p.is_new AND s.individual_id = p.id AND s.field_type = n.type;
    END IF;

    INSERT INTO individuals (company_id, id, master_key, quality, completeness, type_mask, record_version, data_key_version)
    SELECT one, p.id, p.master_key, p.quality, p.completeness, p.type_mask, p.version, 1
    FROM unnest(own) AS p WHERE p.is_new;

    INSERT INTO data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
    SELECT one, p.id, 1, (p.key).field_key_version, (p.key).wrapped, (p.key).commitment
    FROM unnest(own) AS p WHERE (p.key).field_key_version > 0;

    INSERT INTO consents (company_id, individual_id, seq, purpose, also_for, given_at, is_dated, notice_version, language,
      channel, expires_at, type_mask)
    SELECT one, p.id, p.consent_seq, c.purpose, c.also_for, c.given_at, c.is_dated, c.notice_version, c.language,
      c.channel, c.expires_at, c.types
    FROM unnest(own) AS p, unnest(ARRAY[p.consent]) AS c WHERE p.consent_seq > 0;

    INSERT INTO pii_fields (company_id, individual_id, field_type, version, id, consent_seq, value_mac, ciphertext, retention_expiry)
    SELECT one, p.id, f.type, f.version, f.id, f.consent_seq, f.mac, f.ciphertext, f.retention_expiry
    FROM unnest(own) AS p, unnest(p.fields) AS f;

    INSERT INTO search_index (company_id, field_type, key_version, handle, slot, individual_id, normaliser_version)
    SELECT one, h.type, h.key_version, h.handle, CASE WHEN h.type = 10 THEN 0 ELSE p.id END, p.id, p_normaliser
    FROM unnest(own) AS p, unnest(p.handles) AS h;
  END LOOP;

  INSERT INTO outbox (topic, key, company_id, payload)
  SELECT e.topic, e.key, coalesce(people[e.person].company_id, people[1].company_id), e.payload
  FROM jsonb_populate_recordset(NULL::written_event, p_events) WITH ORDINALITY AS e(person, topic, key, payload, n)
  WHERE e.person <> ALL (taken)
  ORDER BY e.n;
  PERFORM set_config('app.companies', coalesce(scope, ''), true);
END
$$;
