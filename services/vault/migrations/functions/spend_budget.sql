-- Takes p_need of every named meter, or nothing if one of them has less left; and up to p_spare more, a twentieth of
-- what is left, which the process spends later without asking. One row per meter, in the given order: amount before,
-- amount granted, whether the warning at 80 % is due now. Rows are locked in the order of kind and purpose.
CREATE OR REPLACE FUNCTION spend_budget(
  p_company bigint, p_day date, p_user bigint, p_channel smallint, p_kinds smallint[], p_purposes text[], p_limits bigint[],
  p_need bigint, p_spare bigint
) RETURNS TABLE (amount bigint, granted bigint, warns boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  room bigint;
  take bigint := 0;
BEGIN
  INSERT INTO budget_counts (company_id, day, user_id, channel, kind, purpose)
  SELECT p_company, p_day, p_user, p_channel, m.kind, m.purpose
  FROM unnest(p_kinds, p_purposes) AS m(kind, purpose) ORDER BY m.kind, m.purpose
  ON CONFLICT DO NOTHING;
  PERFORM FROM budget_counts c
  WHERE c.company_id = p_company AND c.day = p_day AND c.user_id = p_user AND c.channel = p_channel
    AND (c.kind, c.purpose) IN (SELECT m.kind, m.purpose FROM unnest(p_kinds, p_purposes) AS m(kind, purpose))
  ORDER BY c.kind, c.purpose FOR UPDATE;
  SELECT min(m.most - c.amount) INTO room
  FROM unnest(p_kinds, p_purposes, p_limits) AS m(kind, purpose, most)
  JOIN budget_counts c ON c.company_id = p_company AND c.day = p_day AND c.user_id = p_user AND c.channel = p_channel
    AND c.kind = m.kind AND c.purpose = m.purpose;
  IF room >= p_need THEN take := p_need + least(p_spare, (room - p_need) / 20); END IF;
  RETURN QUERY
  WITH before AS MATERIALIZED (
    SELECT m.n, m.kind, m.purpose, c.amount, c.warned_at IS NULL AND (c.amount + take) * 5 >= m.most * 4 AND take > 0 AS warns
    FROM unnest(p_kinds, p_purposes, p_limits) WITH ORDINALITY AS m(kind, purpose, most, n)
    JOIN budget_counts c ON c.company_id = p_company AND c.day = p_day AND c.user_id = p_user AND c.channel = p_channel
      AND c.kind = m.kind AND c.purpose = m.purpose
  ), written AS (
    UPDATE budget_counts c SET amount = c.amount + take, warned_at = CASE WHEN b.warns THEN now() ELSE c.warned_at END
    FROM before b
    WHERE take > 0 AND c.company_id = p_company AND c.day = p_day AND c.user_id = p_user AND c.channel = p_channel
      AND c.kind = b.kind AND c.purpose = b.purpose
  )
  SELECT b.amount, take, b.warns FROM before b ORDER BY b.n;
END
$$;
