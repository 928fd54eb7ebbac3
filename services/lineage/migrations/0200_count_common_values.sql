-- How many records of a space have a date of birth, or another identifier, of a cell (scoring/common-values.ts): a few bits of
-- a keyed code. A row names no record, and a cell no value. What too many have counts as missing in the space. Cell 0 counts
-- all records.
CREATE TABLE match_value_counts (
  space_id integer NOT NULL,
  cell smallint NOT NULL,
  records integer NOT NULL,
  PRIMARY KEY (space_id, cell)
);
CREATE INDEX match_value_counts_most ON match_value_counts (space_id, records);

ALTER TABLE match_value_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE match_value_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON match_value_counts TO lineage_system USING (true);
REVOKE ALL ON match_value_counts FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON match_value_counts TO lineage_system;

-- The cells of a space that too many of its records share, as isCommon has it: whole dates of a fiftieth, years and months of a
-- tenth, other identifiers of a twentieth, each of more than twelve. The index finds the few that can be.
CREATE FUNCTION common_cells(p_space_id integer) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT v.cell::int FROM match_value_counts n JOIN match_value_counts v USING (space_id)
    WHERE n.space_id = p_space_id AND n.cell = 0 AND v.cell > 0 AND v.records > greatest(12, n.records / 50)
      AND v.records > greatest(12, n.records / CASE (v.cell - 1) / 4096 WHEN 0 THEN 50 WHEN 1 THEN 10 ELSE 20 END)
    ORDER BY v.cell)
$$;

-- Edges that were written before names had a level for initials, below equal: levels (0007) begin with that of the name.
-- What is rolled up of edges does not read them.
ALTER TABLE data_lineage NO FORCE ROW LEVEL SECURITY;
ALTER TABLE data_lineage DISABLE TRIGGER USER;
UPDATE data_lineage SET levels[1] = 7 WHERE levels[1] = 6;
ALTER TABLE data_lineage ENABLE TRIGGER USER;
ALTER TABLE data_lineage FORCE ROW LEVEL SECURITY;

-- As before (0100), with the common cells of each space.
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
      'hotHandles', ARRAY(SELECT h.token::text FROM match_hot_tokens h WHERE h.space_id = s.id AND h.is_handle),
      'commonCells', common_cells(s.id)),
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
