-- Whether a purpose covers a field whose first entry is "since": 0 yes, 1 no entry names it, 2 withdrawn, 3 expired. g_
-- arrays describe the entries that name the purpose and w_ arrays its withdrawals, both by seq; g_dated: the date was
-- stated. Of the entries that no withdrawal ends, the one with the latest date decides. src/consents/coverage.ts has
-- the same rule.
CREATE OR REPLACE FUNCTION consent_status(
  type smallint, since integer, g_seq integer[], g_types integer[], g_given timestamptz[], g_dated boolean[],
  g_expired boolean[],
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
