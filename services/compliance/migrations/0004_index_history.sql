-- The history over several companies, of all rules and of one, newest first.
CREATE UNIQUE INDEX compliance_checks_id ON compliance_checks (id);
CREATE INDEX compliance_checks_rule ON compliance_checks (rule_id, id);
