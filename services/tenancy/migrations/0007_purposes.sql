-- 'aml-check' and 'aml_check' are one purpose, and its one spelling has no hyphen. Of several current agreements of two
-- companies for one purpose one stays: the one accepted first, else the one asked for first.
ALTER TABLE link_agreements NO FORCE ROW LEVEL SECURITY;

UPDATE link_agreements AS other SET ended_at = now() FROM link_agreements AS kept
WHERE other.ended_at IS NULL AND kept.ended_at IS NULL
  AND (coalesce(kept.accepted_at, 'infinity'), kept.id) < (coalesce(other.accepted_at, 'infinity'), other.id)
  AND least(kept.company_id, kept.other_company_id) = least(other.company_id, other.other_company_id)
  AND greatest(kept.company_id, kept.other_company_id) = greatest(other.company_id, other.other_company_id)
  AND regexp_replace(kept.purpose, '-+', '_', 'g') = regexp_replace(other.purpose, '-+', '_', 'g');
UPDATE link_agreements SET purpose = regexp_replace(purpose, '-+', '_', 'g') WHERE purpose LIKE '%-%';
ALTER TABLE link_agreements DROP CONSTRAINT link_agreements_purpose_check,
  ADD CONSTRAINT link_agreements_purpose_check CHECK (purpose ~ '^[a-z0-9_]{1,50}$');

ALTER TABLE link_agreements FORCE ROW LEVEL SECURITY;
