-- 'aml-check' and 'aml_check' are one purpose, and its one spelling has no hyphen. Of several entries of a register for
-- one purpose the oldest stays, with the notices of all; of two notices with one version the older entry's stays.
ALTER TABLE purposes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE recipients NO FORCE ROW LEVEL SECURITY;
ALTER TABLE reveal_ledger NO FORCE ROW LEVEL SECURITY;

WITH same AS (
  SELECT company_id, min(id) AS kept, array_agg(id) AS ids FROM purposes
  GROUP BY company_id, regexp_replace(purpose, '-+', '_', 'g') HAVING count(*) > 1
), published AS (
  SELECT DISTINCT ON (s.kept, n.notice ->> 'version') s.kept, n.notice, p.id, n.place
  FROM same AS s JOIN purposes AS p ON p.id = ANY (s.ids)
  CROSS JOIN jsonb_array_elements(p.notices) WITH ORDINALITY AS n(notice, place)
  ORDER BY s.kept, n.notice ->> 'version', p.id
)
UPDATE purposes AS p SET
  notices = coalesce(
    (SELECT jsonb_agg(n.notice ORDER BY n.notice ->> 'publishedAt', n.id, n.place) FROM published AS n WHERE n.kept = p.id), '[]'),
  row_version = p.row_version + 1, updated_at = now()
FROM same AS s WHERE p.company_id = s.company_id AND p.id = s.kept;
DELETE FROM purposes AS later USING purposes AS first
WHERE first.company_id = later.company_id AND first.id < later.id
  AND regexp_replace(first.purpose, '-+', '_', 'g') = regexp_replace(later.purpose, '-+', '_', 'g');
UPDATE purposes SET purpose = regexp_replace(purpose, '-+', '_', 'g') WHERE purpose LIKE '%-%';
ALTER TABLE purposes DROP CONSTRAINT purposes_purpose_check,
  ADD CONSTRAINT purposes_purpose_check CHECK (purpose ~ '^[a-z0-9_]{1,50}$');

UPDATE recipients AS r SET purposes = ARRAY(
  SELECT regexp_replace(one, '-+', '_', 'g') FROM unnest(r.purposes) WITH ORDINALITY AS n(one, place) GROUP BY 1 ORDER BY min(place))
WHERE array_to_string(r.purposes, ',') LIKE '%-%';

WITH former AS (DELETE FROM reveal_ledger WHERE purpose LIKE '%-%' RETURNING *)
INSERT INTO reveal_ledger AS known (company_id, client_id, purpose, field_type, first_at, last_at, reveals)
SELECT company_id, client_id, regexp_replace(purpose, '-+', '_', 'g'), field_type, min(first_at), max(last_at), sum(reveals)
FROM former GROUP BY company_id, client_id, regexp_replace(purpose, '-+', '_', 'g'), field_type
ON CONFLICT (company_id, client_id, purpose, field_type) DO UPDATE SET
  first_at = least(known.first_at, excluded.first_at),
  last_at = greatest(known.last_at, excluded.last_at),
  reveals = known.reveals + excluded.reveals;

ALTER TABLE purposes FORCE ROW LEVEL SECURITY;
ALTER TABLE recipients FORCE ROW LEVEL SECURITY;
ALTER TABLE reveal_ledger FORCE ROW LEVEL SECURITY;
