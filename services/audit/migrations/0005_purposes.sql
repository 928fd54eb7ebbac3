-- 'aml-check' and 'aml_check' are one purpose, and its one spelling has no hyphen. Counts of reveals begin with the
-- purpose; entries of the trail do not change.
ALTER TABLE access_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE access_weeks NO FORCE ROW LEVEL SECURITY;

WITH former AS (
  DELETE FROM access_days WHERE kind = 'reveal' AND split_part(key, ':', 1) LIKE '%-%' RETURNING *
)
INSERT INTO access_days AS known (company_id, kind, day, key, entries)
SELECT company_id, kind, day, regexp_replace(split_part(key, ':', 1), '-+', '_', 'g') || substr(key, strpos(key, ':')), sum(entries)
FROM former GROUP BY 1, 2, 3, 4
ON CONFLICT (company_id, kind, day, key) DO UPDATE SET entries = known.entries + excluded.entries;
WITH former AS (
  DELETE FROM access_weeks WHERE kind = 'reveal' AND split_part(key, ':', 1) LIKE '%-%' RETURNING *
)
INSERT INTO access_weeks AS known (company_id, kind, week, key, entries)
SELECT company_id, kind, week, regexp_replace(split_part(key, ':', 1), '-+', '_', 'g') || substr(key, strpos(key, ':')), sum(entries)
FROM former GROUP BY 1, 2, 3, 4
ON CONFLICT (company_id, kind, week, key) DO UPDATE SET entries = known.entries + excluded.entries;

ALTER TABLE access_days FORCE ROW LEVEL SECURITY;
ALTER TABLE access_weeks FORCE ROW LEVEL SECURITY;
