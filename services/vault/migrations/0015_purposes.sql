-- 'aml-check' and 'aml_check' are one purpose, and its one spelling has no hyphen. Rows that hold both spellings become
-- one: withdrawals of either spelling apply to consents of the other, budgets are added up, and the lower limit holds.
ALTER TABLE consents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_counts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE reveal_policies NO FORCE ROW LEVEL SECURITY;
ALTER TABLE reveal_policy_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;

UPDATE consents AS c SET
  purpose = regexp_replace(c.purpose, '-+', '_', 'g'),
  also_for = ARRAY(
    SELECT regexp_replace(one, '-+', '_', 'g') FROM unnest(c.also_for) WITH ORDINALITY AS n(one, place)
    WHERE regexp_replace(one, '-+', '_', 'g') <> regexp_replace(c.purpose, '-+', '_', 'g') GROUP BY 1 ORDER BY min(place))
WHERE c.purpose LIKE '%-%' OR array_to_string(c.also_for, ',') LIKE '%-%';
ALTER TABLE consents DROP CONSTRAINT consents_purpose_check,
  ADD CONSTRAINT consents_purpose_check CHECK (purpose ~ '^[a-z0-9_]{1,50}$');

WITH former AS (DELETE FROM budget_counts WHERE purpose LIKE '%-%' RETURNING *)
INSERT INTO budget_counts AS b (company_id, day, user_id, channel, kind, purpose, amount, warned_at, refused, first_refused_at,
  last_refused_at, client_id)
SELECT company_id, day, user_id, channel, kind, regexp_replace(purpose, '-+', '_', 'g'), sum(amount), min(warned_at), sum(refused),
  min(first_refused_at), max(last_refused_at), max(client_id)
FROM former GROUP BY company_id, day, user_id, channel, kind, regexp_replace(purpose, '-+', '_', 'g')
ON CONFLICT (company_id, day, user_id, channel, kind, purpose) DO UPDATE SET
  amount = b.amount + excluded.amount,
  warned_at = least(b.warned_at, excluded.warned_at),
  refused = b.refused + excluded.refused,
  first_refused_at = least(b.first_refused_at, excluded.first_refused_at),
  last_refused_at = greatest(b.last_refused_at, excluded.last_refused_at);

UPDATE reveal_policies SET by_purpose = (
  SELECT jsonb_object_agg(name, people) FROM (
    SELECT regexp_replace(key, '-+', '_', 'g') AS name, min(value::bigint) AS people FROM jsonb_each_text(by_purpose) GROUP BY 1
  ) AS folded)
WHERE by_purpose::text LIKE '%-%';
UPDATE reveal_policy_changes SET wanted = jsonb_set(wanted, '{byPurpose}', (
  SELECT jsonb_object_agg(name, people) FROM (
    SELECT regexp_replace(key, '-+', '_', 'g') AS name, min(value::bigint) AS people FROM jsonb_each_text(wanted -> 'byPurpose')
    GROUP BY 1
  ) AS folded))
WHERE wanted ->> 'byPurpose' LIKE '%-%';

-- Of two pending requests for one purpose the first stays.
UPDATE approvals AS later SET status = 'expired' FROM approvals AS first
WHERE later.status = 'pending' AND first.status = 'pending' AND first.id < later.id
  AND (first.company_id, first.requested_by, first.kind) = (later.company_id, later.requested_by, later.kind)
  AND regexp_replace(first.purpose, '-+', '_', 'g') = regexp_replace(later.purpose, '-+', '_', 'g');
UPDATE approvals SET purpose = regexp_replace(purpose, '-+', '_', 'g') WHERE purpose LIKE '%-%';

ALTER TABLE consents FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE reveal_policies FORCE ROW LEVEL SECURITY;
ALTER TABLE reveal_policy_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
