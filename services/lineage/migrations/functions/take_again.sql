-- Removes up to p_limit records that are to be matched again, and returns them. Takes batches of match_again_together
-- apart where match_again has fewer. Call it under the locks of the spaces' scopes.
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
