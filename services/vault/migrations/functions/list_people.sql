-- A page of people by company and id in one statement in autocommit: people of p_companies, which of p_everywhere hold
-- each of them, and the number of people of p_companies. Returns one row even if the page is empty. p_scope: all these
-- companies, sorted. p_after: per company of p_companies the id after which the page begins, null if its people were
-- all listed.
CREATE OR REPLACE FUNCTION list_people(
  p_scope bigint[], p_companies bigint[], p_after bigint[], p_everywhere bigint[], p_limit integer
) RETURNS TABLE (
  total bigint, holders bigint[], holder_masks integer[], company_id bigint, id bigint, master_key uuid, quality smallint,
  completeness smallint, record_version bigint, type_mask integer, created_at timestamptz, updated_at timestamptz
)
LANGUAGE plpgsql
-- The plan is kept, also one that was made for a table of a page or two, for which a sequential scan is faster.
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  scope text := current_setting('app.companies', true);
  present text;
BEGIN
  present := set_config('app.companies', p_scope::text, true);
  RETURN QUERY
  WITH page AS MATERIALIZED (
    SELECT q.* FROM unnest(p_companies, p_after) AS c(company_id, after)
    CROSS JOIN LATERAL (
      SELECT i.company_id, i.id, i.master_key, i.quality, i.completeness, i.record_version, i.type_mask, i.created_at,
        i.updated_at
      FROM individuals i
      WHERE i.company_id = c.company_id AND i.id > c.after AND i.sealed_at IS NULL
      ORDER BY i.id LIMIT p_limit) AS q
    LIMIT p_limit
  ), held AS MATERIALIZED (
    -- All at once: a lookup per person would be one per possible company too.
    SELECT o.id, array_agg(o.company_id ORDER BY o.company_id) AS holders,
      array_agg(o.type_mask ORDER BY o.company_id) AS masks
    FROM individuals o
    WHERE o.company_id = ANY (p_everywhere) AND o.id = ANY (ARRAY(SELECT p.id FROM page p)) AND o.sealed_at IS NULL
    GROUP BY o.id
  )
  SELECT t.total, coalesce(h.holders, '{}'), coalesce(h.masks, '{}'), p.*
  FROM (
    SELECT coalesce(sum(s.people), 0)::bigint AS total FROM (
      SELECT individuals AS people FROM people_totals WHERE company_id = ANY (p_companies)
      UNION ALL
      SELECT added - removed FROM people_changes WHERE company_id = ANY (p_companies)) AS s) AS t
  LEFT JOIN page p ON true
  LEFT JOIN held h ON h.id = p.id;
  present := set_config('app.companies', coalesce(scope, ''), true);
END
$$;
