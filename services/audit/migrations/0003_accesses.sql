-- Number of entries that users and API clients caused, by UTC day and by action, by hour of the day (0 to 23) and by
-- actor (type and id, separated by a colon). Entries of services are not counted. 'reveal': people whose values were
-- shown, by purpose and actor (purpose, type and id, separated by colons; a purpose has no colon). The appender counts
-- in the transaction of the entries, and no other writer waits for a counter.
CREATE TABLE access_days (
  company_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('action', 'hour', 'actor', 'reveal')),
  day date NOT NULL,
  key text NOT NULL,
  entries bigint NOT NULL,
  PRIMARY KEY (company_id, kind, day, key)
) WITH (fillfactor = 70);

-- Sums of access_days by week, so that figures of months read weeks, and days only at both ends. The job of
-- figures/sum-weeks.ts sums a week once it is over. Late entries of an earlier day make its week stale: readers use its
-- days until it is summed again.
CREATE TABLE access_weeks (
  -- -1: all companies together.
  company_id bigint NOT NULL,
  -- 'weekhour': by ISO weekday and hour, separated by a colon; only weeks have it, since days have a date.
  kind text NOT NULL CHECK (kind IN ('action', 'hour', 'actor', 'day', 'reveal', 'weekhour')),
  -- Its Monday.
  week date NOT NULL,
  -- As in access_days; an ISO date for kind 'day'.
  key text NOT NULL,
  entries bigint NOT NULL,
  PRIMARY KEY (company_id, kind, week, key)
);
CREATE TABLE access_weeks_summed (
  week date PRIMARY KEY,
  is_stale boolean NOT NULL DEFAULT false
);

SELECT isolate_by_company('access_days', 'access_weeks');

SELECT enable_row_security('access_weeks_summed');
-- Which weeks are over is public.
CREATE POLICY everybody ON access_weeks_summed FOR SELECT TO audit_app, audit_all USING (true);

REVOKE INSERT, UPDATE, DELETE ON access_days, access_weeks, access_weeks_summed FROM audit_app, audit_all;
GRANT SELECT, INSERT, UPDATE ON access_days TO audit_system;
GRANT SELECT, INSERT, DELETE ON access_weeks TO audit_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON access_weeks_summed TO audit_system;
