-- Who is created with others waits with them as one row, and who waits for a pass over a space does, too: a row of a queue
-- is inserted, claimed, held and deleted, some 45 microseconds of a person of an import.

-- People of a company in their first version, whom the vault told of at the same time. Who changes before they are matched
-- leaves the row for one in match_queue. Claimed for a while by one worker.
CREATE TABLE match_arrivals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  individual_ids bigint[] NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Records of a space that wait for a pass over all of it. Where none is made they become rows of match_again.
CREATE TABLE match_again_together (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  space_id integer NOT NULL,
  record_ids bigint[] NOT NULL
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['match_arrivals', 'match_again_together'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO lineage_system USING (true)', t);
    EXECUTE format('REVOKE ALL ON %I FROM lineage_app, lineage_all', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO lineage_system', t);
  END LOOP;
END $$;

-- Takes people who have changed out of what they arrived with: a claim that stands holds them no more. In the order in which
-- claims lock the rows. IS TRUE keeps who is looked for in a hash table, however many they and the waiting are.
CREATE FUNCTION leave_arrivals(p_company bigint[], p_individual bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(
    SELECT a.id FROM match_arrivals a
    WHERE a.company_id = ANY (p_company) AND EXISTS (SELECT FROM unnest(a.individual_ids) AS o(i)
      WHERE ((a.company_id, i) IN (SELECT * FROM unnest(p_company, p_individual))) IS TRUE)
    ORDER BY a.id FOR UPDATE);
BEGIN
  UPDATE match_arrivals a SET individual_ids = ARRAY(
    SELECT i FROM unnest(a.individual_ids) AS o(i)
    WHERE (a.company_id, i) NOT IN (SELECT * FROM unnest(p_company, p_individual)))
  WHERE a.id = ANY (ids);
  DELETE FROM match_arrivals a WHERE a.id = ANY (ids) AND a.individual_ids = '{}';
END
$$;

-- Claims waiting arrivals of a company for 30 seconds, first come first served, until they are p_limit people or more. Row by
-- row: a cursor would fetch, and lock, others than are taken.
CREATE FUNCTION claim_arrivals(p_limit integer, p_company bigint)
RETURNS TABLE (id bigint, "individualIds" bigint[], claim text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  one record;
  ids bigint[] := '{}';
  people integer := 0;
BEGIN
  WHILE people < p_limit LOOP
    SELECT a.id, cardinality(a.individual_ids) AS people INTO one FROM match_arrivals a
    WHERE a.company_id = p_company AND a.claimed_until < now() AND a.id > coalesce(ids[cardinality(ids)], 0)
    ORDER BY a.id LIMIT 1 FOR UPDATE SKIP LOCKED;
    EXIT WHEN NOT FOUND;
    ids := ids || one.id;
    people := people + one.people;
  END LOOP;
  RETURN QUERY
  UPDATE match_arrivals a SET claimed_until = now() + interval '30 seconds' WHERE a.id = ANY (ids)
  RETURNING a.id, a.individual_ids, a.claimed_until::text;
END
$$;

-- Claims for 30 seconds of the company that waits longest and is not p_resting: up to p_limit changed records, whom an import of
-- the company does not keep waiting, or, where there is none, arrivals of p_limit people or as few more as a row has. Where
-- others hold all of a company, of the next one.
CREATE FUNCTION claim_next(p_limit integer, p_resting bigint[])
RETURNS TABLE ("companyId" bigint, arrival bigint, "individualIds" bigint[], version bigint, claim text)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  longest bigint;
  resting bigint[] := p_resting;
BEGIN
  LOOP
    SELECT w.company_id INTO longest FROM (
      (SELECT q.company_id, q.claimed_until, q.queued_at FROM match_queue q
       WHERE q.claimed_until < now() AND q.company_id <> ALL (resting) ORDER BY q.claimed_until, q.queued_at LIMIT 1)
      UNION ALL
      (SELECT a.company_id, a.claimed_until, a.queued_at FROM match_arrivals a
       WHERE a.claimed_until < now() AND a.company_id <> ALL (resting) ORDER BY a.claimed_until, a.queued_at LIMIT 1)
    ) AS w ORDER BY w.claimed_until, w.queued_at LIMIT 1;
    IF NOT FOUND THEN RETURN; END IF;
    RETURN QUERY SELECT c."companyId", NULL::bigint, ARRAY[c."individualId"], c.version, c.claim
    FROM claim_waiting(p_limit, resting, longest, 0) c;
    IF FOUND THEN RETURN; END IF;
    RETURN QUERY SELECT longest, c.id, c."individualIds", 1::bigint, c.claim FROM claim_arrivals(p_limit, longest) c;
    IF FOUND THEN RETURN; END IF;
    resting := resting || longest;
  END LOOP;
END
$$;

-- Who stands in those of these arrivals that are still held by the claim named with each; they are locked to the end of the
-- transaction.
CREATE FUNCTION hold_arrivals(p_id bigint[], p_claim timestamptz[])
RETURNS TABLE (company_id bigint, individual_id bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT h.company_id, i.individual_id
  FROM (SELECT a.company_id, a.individual_ids FROM match_arrivals a
    WHERE (a.id, a.claimed_until) IN (SELECT * FROM unnest(p_id, p_claim)) ORDER BY a.id FOR UPDATE) AS h
  CROSS JOIN unnest(h.individual_ids) AS i(individual_id);
END
$$;

-- How many people of a company wait, changed ones behind p_after and arrivals behind p_arrival, up to p_limit.
CREATE FUNCTION count_waiting(p_company bigint, p_after bigint, p_arrival bigint, p_limit integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  arrived integer := (SELECT coalesce(sum(cardinality(a.individual_ids)), 0) FROM match_arrivals a
    WHERE a.company_id = p_company AND a.id > p_arrival);
BEGIN
  RETURN least(p_limit, arrived + count_waiting(p_company, p_after, greatest(p_limit - arrived, 0)));
END
$$;

-- As in migrations/0091, and those who wait together, as far as there are not enough others.
CREATE OR REPLACE FUNCTION take_again(p_spaces integer[], p_limit integer) RETURNS TABLE ("recordId" bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  together record;
BEGIN
  WHILE EXISTS (SELECT FROM match_again_together t WHERE t.space_id = ANY (p_spaces))
    AND (SELECT count(*) FROM (SELECT FROM match_again a WHERE a.space_id = ANY (p_spaces) LIMIT p_limit) AS w) < p_limit
  LOOP
    DELETE FROM match_again_together t WHERE t.id = (
      SELECT min(f.id) FROM match_again_together f WHERE f.space_id = ANY (p_spaces))
    RETURNING t.space_id, t.record_ids INTO together;
    INSERT INTO match_again (space_id, record_id)
    SELECT together.space_id, r FROM unnest(together.record_ids) AS r ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN QUERY
  WITH first AS MATERIALIZED (
    SELECT a.ctid AS place FROM match_again a WHERE a.space_id = ANY (p_spaces)
    ORDER BY a.space_id, a.record_id LIMIT p_limit)
  DELETE FROM match_again a USING first f WHERE a.ctid = f.place RETURNING a.record_id;
END
$$;

-- As in migrations/0030, and whether somebody waits for a pass.
CREATE OR REPLACE FUNCTION begin_match(
  p_scopes text[], p_scope text[], p_company bigint[], p_individual bigint[], p_iv bytea[]
) RETURNS TABLE (
  space jsonb, "recordId" bigint, "spaceId" integer, "companyId" bigint, "individualId" bigint, version bigint,
  sealed bytea, "storeKeyVersion" integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('plan_cache_mode', 'force_generic_plan', true), set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('lineage ' || s.scope, 0))
    FROM (SELECT DISTINCT scope FROM unnest(p_scopes) AS u(scope) ORDER BY scope) AS s;
  RETURN QUERY
  SELECT jsonb_build_object(
      'id', s.id, 'scope', s.scope, 'keyVersion', s.key_version, 'encodingVersion', s.encoding_version,
      'state', s.state, 'modelVersion', s.model_version, 'memberKeyVersion', s.member_key_version,
      'isWaiting', EXISTS (SELECT FROM match_again a WHERE a.space_id = s.id)
        OR EXISTS (SELECT FROM match_again_together a WHERE a.space_id = s.id)
        OR EXISTS (SELECT FROM match_removed_tokens t WHERE t.space_id = s.id),
      'isDecided', EXISTS (SELECT FROM decisions d WHERE d.scope = s.scope),
      -- 64 bits are more than a number of JSON can hold.
      'hotHandles', ARRAY(SELECT h.token::text FROM match_hot_tokens h WHERE h.space_id = s.id AND h.is_handle)),
    NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bytea, NULL::integer
  FROM match_spaces s WHERE s.scope = ANY (p_scopes) AND s.state = 'active';
  RETURN QUERY
  SELECT NULL::jsonb, r.record_id, r.space_id, r.company_id, r.individual_id, r.version,
    CASE WHEN substring(r.sealed FOR 12) = p.iv THEN NULL ELSE r.sealed END, r.store_key_version
  FROM unnest(p_scope, p_company, p_individual, p_iv) AS p(scope, company_id, individual_id, iv)
  JOIN match_spaces s ON s.scope = p.scope AND s.state = 'active'
  CROSS JOIN LATERAL (SELECT * FROM match_records r WHERE r.company_id = p.company_id AND r.space_id = s.id
    AND r.individual_id = p.individual_id OFFSET 0) r;
END
$$;
