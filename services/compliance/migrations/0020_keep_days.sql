-- The newest check of each rule per UTC day, so that a trend does not read every check. Written with the check; a
-- company's checks are stored by one run at a time.
CREATE TABLE compliance_days (
  company_id bigint NOT NULL,
  day date NOT NULL,
  rule_id text NOT NULL,
  status text NOT NULL,
  score smallint,
  readiness smallint,
  PRIMARY KEY (company_id, day, rule_id)
);
ALTER TABLE compliance_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE compliance_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON compliance_days TO compliance_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON compliance_days TO compliance_all USING (true);
CREATE POLICY system ON compliance_days TO compliance_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON compliance_days FROM compliance_app, compliance_all;
GRANT SELECT, INSERT, UPDATE ON compliance_days TO compliance_system;

DO $trigger$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION keep_day() RETURNS trigger LANGUAGE plpgsql AS $body$
     BEGIN
       INSERT INTO %1$I.compliance_days (company_id, day, rule_id, status, score, readiness)
       VALUES (NEW.company_id, (NEW.created_at AT TIME ZONE ''UTC'')::date, NEW.rule_id, NEW.status, NEW.score, NEW.readiness)
       ON CONFLICT (company_id, day, rule_id) DO UPDATE
       SET status = excluded.status, score = excluded.score, readiness = excluded.readiness;
       RETURN NULL;
     END $body$', current_schema());
END
$trigger$;
CREATE TRIGGER keep_day AFTER INSERT ON compliance_checks FOR EACH ROW EXECUTE FUNCTION keep_day();

-- Checks that were there before: the owner of the tables passes their policies for this one statement.
ALTER TABLE compliance_checks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE compliance_days NO FORCE ROW LEVEL SECURITY;
INSERT INTO compliance_days
SELECT DISTINCT ON (1, 2, 3) company_id, (created_at AT TIME ZONE 'UTC')::date, rule_id, status, score, readiness
FROM compliance_checks ORDER BY 1, 2, 3, id DESC;
ALTER TABLE compliance_checks FORCE ROW LEVEL SECURITY;
ALTER TABLE compliance_days FORCE ROW LEVEL SECURITY;
