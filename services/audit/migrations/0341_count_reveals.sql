-- Two more figures of accesses. 'reveal': people whose values were shown, by purpose and by actor
-- (purpose, type and id, separated by colons; a purpose has no colon). 'weekhour': entries by weekday and hour
-- (ISO weekday and hour, separated by a colon); only weeks keep it, days have a date.
ALTER TABLE access_days DROP CONSTRAINT access_days_kind_check;
ALTER TABLE access_days ADD CONSTRAINT access_days_kind_check CHECK (kind IN ('action', 'hour', 'actor', 'reveal'));
ALTER TABLE access_weeks DROP CONSTRAINT access_weeks_kind_check;
ALTER TABLE access_weeks ADD CONSTRAINT access_weeks_kind_check
  CHECK (kind IN ('action', 'hour', 'actor', 'day', 'reveal', 'weekhour'));

-- Entries that exist: the owner of the tables passes their policies for these statements. Weeks are summed up again.
ALTER TABLE audit_trail NO FORCE ROW LEVEL SECURITY;
ALTER TABLE access_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE access_weeks_summed NO FORCE ROW LEVEL SECURITY;
INSERT INTO access_days (company_id, kind, day, key, entries)
SELECT t.company_id, 'reveal', ("timestamp" AT TIME ZONE 'UTC')::date,
  coalesce(t.details->>'purpose', '') || ':' || t.actor_type || ':' || t.actor_id,
  sum(CASE WHEN t.individual_id IS NULL THEN coalesce(jsonb_array_length(t.details->'individualIds'), 0) ELSE 1 END)
FROM audit_trail t
WHERE t.action = 'field_decrypt' AND t.actor_type IN ('user', 'api_client')
  AND coalesce(t.details->>'decision', 'allowed') = 'allowed'
  AND "timestamp" >= (date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') - interval '98 days'
GROUP BY 1, 3, 4;
UPDATE access_weeks_summed SET is_stale = true;
ALTER TABLE audit_trail FORCE ROW LEVEL SECURITY;
ALTER TABLE access_days FORCE ROW LEVEL SECURITY;
ALTER TABLE access_weeks_summed FORCE ROW LEVEL SECURITY;
