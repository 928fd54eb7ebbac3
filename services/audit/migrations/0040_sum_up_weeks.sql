-- Sums of access_days by week, so that figures of months read weeks, and days only at both ends. A week is summed up when it is
-- over, by the job of figures/sum-weeks.ts; entries of an earlier day that come late make its week stale: it is read by days until
-- it has been summed up again.
CREATE TABLE access_weeks (
  -- -1: all companies together.
  company_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('action', 'hour', 'actor', 'day')),
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
ALTER TABLE access_weeks ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_weeks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON access_weeks TO audit_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON access_weeks TO audit_all USING (true);
CREATE POLICY system ON access_weeks TO audit_system USING (true);
ALTER TABLE access_weeks_summed ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_weeks_summed FORCE ROW LEVEL SECURITY;
-- Which weeks are over is nobody's secret.
CREATE POLICY everybody ON access_weeks_summed FOR SELECT TO audit_app, audit_all USING (true);
CREATE POLICY system ON access_weeks_summed TO audit_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON access_weeks, access_weeks_summed FROM audit_app, audit_all;
GRANT SELECT, INSERT, DELETE ON access_weeks TO audit_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON access_weeks_summed TO audit_system;
