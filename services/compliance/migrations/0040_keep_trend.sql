-- How a company stood at the end of a UTC day, over all its rules: a trend reads one row for each company and day. Worked
-- out of compliance_days when checks are stored; a company's checks are stored by one run at a time.
CREATE TABLE compliance_trend (
  company_id bigint NOT NULL,
  day date NOT NULL,
  -- Means over the rules that have one, as they are shown.
  score smallint,
  readiness smallint,
  violations integer NOT NULL,
  PRIMARY KEY (company_id, day)
);
ALTER TABLE compliance_trend ENABLE ROW LEVEL SECURITY;
ALTER TABLE compliance_trend FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON compliance_trend TO compliance_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
CREATE POLICY all_companies ON compliance_trend TO compliance_all USING (true);
CREATE POLICY system ON compliance_trend TO compliance_system USING (true);
REVOKE INSERT, UPDATE, DELETE ON compliance_trend FROM compliance_app, compliance_all;
GRANT SELECT, INSERT, UPDATE ON compliance_trend TO compliance_system;

-- Triggers for rows are done before this one.
DO $trigger$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION keep_trend() RETURNS trigger LANGUAGE plpgsql AS $body$
     BEGIN
       INSERT INTO %1$I.compliance_trend (company_id, day, score, readiness, violations)
       SELECT d.company_id, d.day, round(avg(d.score)), round(avg(d.readiness)), count(*) FILTER (WHERE d.status = ''violation'')
       FROM (SELECT DISTINCT company_id, (created_at AT TIME ZONE ''UTC'')::date AS day FROM come) AS c
       JOIN %1$I.compliance_days d ON d.company_id = c.company_id AND d.day = c.day
       GROUP BY 1, 2 ORDER BY 1, 2
       ON CONFLICT (company_id, day) DO UPDATE
       SET score = excluded.score, readiness = excluded.readiness, violations = excluded.violations;
       RETURN NULL;
     END $body$', current_schema());
END
$trigger$;
CREATE TRIGGER keep_trend AFTER INSERT ON compliance_checks REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION keep_trend();

-- Days that were there before: the owner of the tables passes their policies for this one statement.
ALTER TABLE compliance_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE compliance_trend NO FORCE ROW LEVEL SECURITY;
INSERT INTO compliance_trend
SELECT company_id, day, round(avg(score)), round(avg(readiness)), count(*) FILTER (WHERE status = 'violation')
FROM compliance_days GROUP BY 1, 2;
ALTER TABLE compliance_days FORCE ROW LEVEL SECURITY;
ALTER TABLE compliance_trend FORCE ROW LEVEL SECURITY;
