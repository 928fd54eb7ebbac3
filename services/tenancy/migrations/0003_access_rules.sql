-- Addresses of clients and hosts of web pages that may use the vault. They hold for every company, so only a
-- super_admin (role tenancy_all) reads and changes them. Without rules of a kind, all are allowed.
CREATE TABLE access_rules (
  kind text NOT NULL CHECK (kind IN ('ip', 'domain')),
  rule text NOT NULL CHECK (rule <> '' AND length(rule) <= 254),
  created_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, rule)
);
SELECT enable_row_security('access_rules');
CREATE POLICY all_companies ON access_rules TO tenancy_all USING (true);
REVOKE ALL ON access_rules FROM tenancy_app;
GRANT SELECT, INSERT, DELETE ON access_rules TO tenancy_all;
GRANT SELECT ON access_rules TO tenancy_system;
