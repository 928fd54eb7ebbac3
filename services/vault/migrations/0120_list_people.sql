-- The list in its own order, by company and id, in one statement that is a transaction of its own: a page of p_companies, who
-- else of p_everywhere holds each of its people, and how many people p_companies hold in all. One row is there even for a page
-- of nobody. p_after: per company of p_companies the id behind which it goes on, null for one whose people all came before.
CREATE FUNCTION list_people(p_companies bigint[], p_after bigint[], p_everywhere bigint[], p_limit integer) RETURNS TABLE (
  total bigint, holders bigint[], holder_masks integer[], company_id bigint, id bigint, master_key uuid, quality smallint,
  completeness smallint, record_version bigint, type_mask integer, created_at timestamptz, updated_at timestamptz
)
LANGUAGE plpgsql
-- The plan that is kept is for any limit and any companies: by the indexes' order, and nobody is fetched to be sorted.
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  scope text := current_setting('app.companies', true);
  present text;
BEGIN
  present := set_config('app.companies', (p_companies || p_everywhere)::text, true);
  RETURN QUERY
  SELECT t.total, h.holders, h.masks, p.*
  FROM (
    SELECT coalesce(sum(s.people), 0)::bigint AS total FROM (
      SELECT individuals AS people FROM people_totals WHERE company_id = ANY (p_companies)
      UNION ALL
      SELECT added - removed FROM people_changes WHERE company_id = ANY (p_companies)) AS s) AS t
  LEFT JOIN LATERAL (
    SELECT q.* FROM unnest(p_companies, p_after) AS c(company_id, after)
    CROSS JOIN LATERAL (
      SELECT i.company_id, i.id, i.master_key, i.quality, i.completeness, i.record_version, i.type_mask, i.created_at, i.updated_at
      FROM individuals i
      WHERE i.company_id = c.company_id AND i.id > c.after AND i.sealed_at IS NULL
      ORDER BY i.id LIMIT p_limit) AS q
    LIMIT p_limit) AS p ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(e.company_id) AS holders, array_agg(e.type_mask) AS masks FROM (
      SELECT o.company_id, o.type_mask FROM individuals o
      WHERE o.company_id = ANY (p_everywhere) AND o.id = p.id AND o.sealed_at IS NULL
      ORDER BY o.company_id OFFSET 0) AS e) AS h ON true;
  present := set_config('app.companies', coalesce(scope, ''), true);
END
$$;
