-- What the rules rest on, gathered from the services that know; the newest row of a kind counts.
CREATE TABLE storage_samples (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  sampled integer NOT NULL,
  well_formed integer NOT NULL,
  suspicious integer NOT NULL,
  sampled_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Values revealed: as the vault counted while decrypting, and as the trail says before and after that reading.
CREATE TABLE reveal_comparisons (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  vault_values bigint NOT NULL,
  trail_values_before bigint NOT NULL,
  trail_values_after bigint NOT NULL,
  pending bigint NOT NULL,
  compared_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Of the whole deployment: the tree is one.
CREATE TABLE log_verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  is_verified boolean NOT NULL,
  tree_size bigint NOT NULL,
  first_bad_index bigint,
  reason text,
  checkpoint_at timestamptz,
  verified_at timestamptz NOT NULL
);

CREATE TABLE compliance_checks (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  rule_id text NOT NULL,
  regulation_type text NOT NULL,
  check_type text NOT NULL,
  law_version text NOT NULL,
  status text NOT NULL CHECK (status IN ('compliant', 'warning', 'violation', 'unknown', 'not_in_force', 'not_applicable')),
  score smallint CHECK (score BETWEEN 0 AND 100),
  readiness smallint CHECK (readiness BETWEEN 0 AND 100),
  details text NOT NULL,
  evidence jsonb NOT NULL,
  recommendations jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  next_check_due timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  -- The bands of the specification and the status always agree.
  CHECK (CASE status WHEN 'compliant' THEN score >= 90 WHEN 'warning' THEN score BETWEEN 70 AND 89
    WHEN 'violation' THEN score <= 69 ELSE score IS NULL END)
);
CREATE INDEX compliance_checks_latest ON compliance_checks (company_id, rule_id, id DESC);

-- Companies that were checked, and when.
CREATE TABLE company_runs (
  company_id bigint PRIMARY KEY,
  last_run_at timestamptz NOT NULL
);

DO $policies$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['storage_samples', 'reveal_comparisons', 'compliance_checks', 'company_runs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO compliance_app
      USING (company_id = ANY ((SELECT app.companies())::bigint[]))', tenant_table);
    EXECUTE format('CREATE POLICY all_companies ON %I TO compliance_all USING (true)', tenant_table);
    EXECUTE format('CREATE POLICY system ON %I TO compliance_system USING (true)', tenant_table);
  END LOOP;
END
$policies$;

-- Requests read; runs write under the system role. A stored check is never changed.
REVOKE INSERT, UPDATE, DELETE ON storage_samples, reveal_comparisons, log_verifications, compliance_checks, company_runs
  FROM compliance_app, compliance_all;
GRANT SELECT, INSERT ON storage_samples, reveal_comparisons, log_verifications, compliance_checks TO compliance_system;
GRANT SELECT, INSERT, UPDATE ON company_runs TO compliance_system;
