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
  -- The latest of the withdrawals that apply to a later entry, unless its stated date is after it.
  withdrawn_at timestamptz;
  last_ended integer := 0;
  w integer := 1;
  withdrawals integer := coalesce(cardinality(w_seq), 0);
BEGIN
  IF since = 0 THEN RETURN status; END IF;
  FOR i IN REVERSE withdrawals .. 1 LOOP
    IF w_types[i] = 0 OR w_types[i] & (1 << type) <> 0 THEN last_ended := w_seq[i]; EXIT; END IF;
  END LOOP;
  -- One pass over both arrays: a person may have thousands of entries.
  FOR g IN 1 .. coalesce(cardinality(g_seq), 0) LOOP
    WHILE w <= withdrawals AND w_seq[w] < g_seq[g] LOOP
      IF w_types[w] = 0 OR w_types[w] & (1 << type) <> 0 THEN
        withdrawn_at := greatest(withdrawn_at, w_at[w]);
      END IF;
      w := w + 1;
    END LOOP;
    CONTINUE WHEN g_types[g] <> 0 AND g_types[g] & (1 << type) = 0;
    IF g_dated[g] AND g_given[g] > withdrawn_at THEN withdrawn_at := NULL; END IF;
    CONTINUE WHEN g_seq[g] < since;
    IF status = 1 THEN status := 2; END IF;
    CONTINUE WHEN withdrawn_at IS NOT NULL OR g_seq[g] < last_ended OR latest > g_given[g];
    latest := g_given[g];
    status := CASE WHEN g_expired[g] THEN 3 ELSE 0 END;
  END LOOP;
  RETURN status;
END
$$;
