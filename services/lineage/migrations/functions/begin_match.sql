-- First statement of a batch of matching, in one round trip: locks its scopes (in a fixed order, to the end of the
-- transaction), and returns their active spaces under the locks and the stored records of these people. sealed is null
-- if its IV is the one that the caller knows. Each statement of the function has its own snapshot, so it sees what
-- the previous holder of a lock committed. The transaction keeps plans: without edges the planner would replan.
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
