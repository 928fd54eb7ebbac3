-- Computes compliance_trend from compliance_days when checks are stored. Row triggers (keep_day) run before this one.
CREATE OR REPLACE FUNCTION keep_trend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO compliance.compliance_trend (company_id, day, score, readiness, violations)
  SELECT d.company_id, d.day, round(avg(d.score)), round(avg(d.readiness)), count(*) FILTER (WHERE d.status = 'violation')
  FROM (SELECT DISTINCT company_id, compliance.company_day(company_id, created_at) AS day FROM inserted) AS c
  JOIN compliance.compliance_days d ON d.company_id = c.company_id AND d.day = c.day
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (company_id, day) DO UPDATE
  SET score = excluded.score, readiness = excluded.readiness, violations = excluded.violations;
  RETURN NULL;
END
$$;

SELECT ensure_trigger('compliance_checks', 'keep_trend', $trigger$
  CREATE TRIGGER keep_trend AFTER INSERT ON compliance_checks REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_trend()
$trigger$);
