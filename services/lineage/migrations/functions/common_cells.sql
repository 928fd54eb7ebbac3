-- The cells of a space that too many of its records share, as isCommon (scoring/common-values.ts): whole dates of a
-- fiftieth, years and months of a tenth, other identifiers of a twentieth, each of more than twelve. The first
-- condition lets the planner use the index.
CREATE OR REPLACE FUNCTION common_cells(p_space_id integer) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT v.cell::int FROM match_value_counts n JOIN match_value_counts v USING (space_id)
    WHERE n.space_id = p_space_id AND n.cell = 0 AND v.cell > 0 AND v.records > greatest(12, n.records / 50)
      AND v.records > greatest(12, n.records / CASE (v.cell - 1) / 4096 WHEN 0 THEN 50 WHEN 1 THEN 10 ELSE 20 END)
    ORDER BY v.cell)
$$;
