-- From where the vault may be used at all: addresses of clients, and hosts whose pages may call it. They hold for every
-- company, so only a super_admin (role tenancy_all) sees and changes them. An empty list lets everybody in.
CREATE TABLE access_rules (
  kind text NOT NULL CHECK (kind IN ('ip', 'domain')),
  rule text NOT NULL CHECK (rule <> '' AND length(rule) <= 254),
  created_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, rule)
);
ALTER TABLE access_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY all_companies ON access_rules TO tenancy_all USING (true);
CREATE POLICY system ON access_rules TO tenancy_system USING (true);
REVOKE ALL ON access_rules FROM tenancy_app;
GRANT SELECT, INSERT, DELETE ON access_rules TO tenancy_all;
GRANT SELECT ON access_rules TO tenancy_system;
