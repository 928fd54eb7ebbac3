-- Results of the rules. A run adds rows; none is changed.
CREATE TABLE compliance_checks (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  rule_id text NOT NULL,
  regulation_type text NOT NULL,
  check_type text NOT NULL,
  law_version text NOT NULL,
  status text NOT NULL CHECK (
    status IN ('compliant', 'warning', 'violation', 'unknown', 'not_in_force', 'not_applicable')),
  score smallint CHECK (score BETWEEN 0 AND 100),
  readiness smallint CHECK (readiness BETWEEN 0 AND 100),
  details text NOT NULL,
  evidence jsonb NOT NULL,
  recommendations jsonb NOT NULL,
  -- Keys and parameters of the texts in details, so that they can be shown in another language.
  reasons jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  next_check_due timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  -- The status follows from the score by the specification's bands.
  CHECK (CASE status WHEN 'compliant' THEN score >= 90 WHEN 'warning' THEN score BETWEEN 70 AND 89
    WHEN 'violation' THEN score <= 69 ELSE score IS NULL END)
);
CREATE INDEX compliance_checks_latest ON compliance_checks (company_id, rule_id, id DESC);
-- The history over several companies, of all rules and of one, newest first.
CREATE UNIQUE INDEX compliance_checks_id ON compliance_checks (id);
CREATE INDEX compliance_checks_rule ON compliance_checks (rule_id, id);

-- Companies that were checked, and when.
CREATE TABLE company_runs (
  company_id bigint PRIMARY KEY,
  last_run_at timestamptz NOT NULL,
  -- False if a rule had no data: then the next run is due sooner.
  is_complete boolean NOT NULL
);

-- Companies whose facts have changed since their last run. People change all day: their rules are due within the hour.
-- Changes by an administrator are urgent and due within minutes.
CREATE TABLE run_requests (
  company_id bigint PRIMARY KEY,
  -- Both counts grow with each request: a run ends only the requests that it has seen.
  request_count bigint NOT NULL DEFAULT 1,
  urgent_count bigint NOT NULL DEFAULT 1
);

-- The newest check of each rule per UTC day, so that a trend does not read every check (functions/keep_day.sql).
CREATE TABLE compliance_days (
  company_id bigint NOT NULL,
  day date NOT NULL,
  rule_id text NOT NULL,
  status text NOT NULL,
  score smallint,
  readiness smallint,
  PRIMARY KEY (company_id, day, rule_id)
);

-- A company's figures at the end of a UTC day over all rules, so that a trend reads one row per company and day
-- (functions/keep_trend.sql).
CREATE TABLE compliance_trend (
  company_id bigint NOT NULL,
  day date NOT NULL,
  -- Rounded means over the rules that have one.
  score smallint,
  readiness smallint,
  violations integer NOT NULL,
  PRIMARY KEY (company_id, day)
);

SELECT isolate_by_company('compliance_checks', 'company_runs', 'run_requests', 'compliance_days', 'compliance_trend');

-- Requests read and ask for runs; runs write under the system role.
REVOKE INSERT, UPDATE, DELETE ON compliance_checks, company_runs, compliance_days, compliance_trend
  FROM compliance_app, compliance_all;
REVOKE DELETE ON run_requests FROM compliance_app, compliance_all;
GRANT SELECT, INSERT ON compliance_checks TO compliance_system;
GRANT SELECT, INSERT, UPDATE ON company_runs, compliance_days, compliance_trend TO compliance_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON run_requests TO compliance_system;
