-- Keeps the newest check of each rule and day of the company in compliance_days. One run at a time stores checks of a
-- company.
CREATE OR REPLACE FUNCTION keep_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO compliance.compliance_days (company_id, day, rule_id, status, score, readiness)
  VALUES (NEW.company_id, compliance.company_day(NEW.company_id, NEW.created_at), NEW.rule_id, NEW.status, NEW.score, NEW.readiness)
  ON CONFLICT (company_id, day, rule_id) DO UPDATE
  SET status = excluded.status, score = excluded.score, readiness = excluded.readiness;
  RETURN NULL;
END
$$;

SELECT ensure_trigger('compliance_checks', 'keep_day', $trigger$
  CREATE TRIGGER keep_day AFTER INSERT ON compliance_checks FOR EACH ROW EXECUTE FUNCTION keep_day()
$trigger$);
